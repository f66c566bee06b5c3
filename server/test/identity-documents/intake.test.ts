/**
 * Checks what strangers upload instead of pictures, and pictures with something appended or embedded: none of it gets
 * any further.
 */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { intakePicture } from '#identity-documents/picture-intake.ts';
import { isRefusal } from '#identity-documents/refusal.ts';
import { killChild } from '#test/fixtures/kill-child.ts';

const HIDDEN = '<script>alert(1)</script>';

let jpeg: Buffer;
let png: Buffer;

beforeAll(async () => {
  const page = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#d8e2dc' } });
  jpeg = await page.clone().jpeg().toBuffer();
  png = await page.clone().png().toBuffer();
});

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function pngOf(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

/** Inserts a chunk after the signature and header, where texts are stored. */
function withChunk(picture: Buffer, added: Buffer): Buffer {
  return Buffer.concat([picture.subarray(0, 33), added, picture.subarray(33)]);
}

describe('refused', () => {
  test.each([
    ['SVG with a script', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${HIDDEN}</svg>`)],
    [
      'SVG that asks for a file',
      () => Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg>&b;</svg>'),
    ],
    ['HTML', () => Buffer.from(`<html>${HIDDEN}</html>`)],
    [
      'GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
    ],
    [
      'WebP',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .webp()
          .toBuffer(),
    ],
    [
      'TIFF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .tiff()
          .toBuffer(),
    ],
    ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['film', () => Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypmp42')])],
    ['nothing', () => Buffer.alloc(0)],
    ['two bytes of a JPEG', () => Buffer.from([0xff, 0xd8])],
    ['half a JPEG', () => jpeg.subarray(0, jpeg.length / 2)],
    ['PNG whose data are none', () => pngOf(100, 100, chunk('IDAT', Buffer.from('no data')))],
    [
      'PNG that says it has 2,500 million pixels',
      () => pngOf(50_000, 50_000, chunk('IDAT', deflateSync(Buffer.alloc(9)))),
    ],
    ['PNG one side of which has no end', () => pngOf(9_000, 10, chunk('IDAT', deflateSync(Buffer.alloc(9))))],
  ])('%s', async (_name, bytes) => {
    const answer = await intakePicture(await bytes());
    expect(isRefusal(answer) && answer.refused).toMatch(/^(InvalidType|maxSizeFileUpload)$/);
  });

  test('a true picture with too many pixels is too large, and not of a wrong kind', async () => {
    const answer = await intakePicture(pngOf(7_900, 7_900, chunk('IDAT', deflateSync(Buffer.alloc(9)))));
    expect(answer).toMatchObject({ refused: 'maxSizeFileUpload', reason: 'TOO_MANY_PIXELS' });
  });

  test('a file over five mebibytes is refused before anything is decoded', async () => {
    const answer = await intakePicture(Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)]));
    expect(answer).toMatchObject({ refused: 'maxSizeFileUpload', max: 5 * 1024 * 1024 });
  });
});

describe('accepted, with nothing but the picture left', () => {
  const text = Buffer.concat([Buffer.from('Comment\0'), Buffer.from(HIDDEN)]);
  const bomb = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(64 * 1024 * 1024))]);

  test.each([
    ['JPEG with HTML appended', () => Buffer.concat([jpeg, Buffer.from(`<html>${HIDDEN}`)])],
    ['JPEG with an archive appended', () => Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004')])],
    ['PNG with a script in a text chunk', () => withChunk(png, chunk('tEXt', text))],
    ['PNG with a text chunk that unpacks to 64 MB', () => withChunk(png, chunk('zTXt', bomb))],
    [
      'JPEG with a location and a comment in its metadata',
      () =>
        sharp(jpeg)
          .withExif({ IFD0: { ImageDescription: HIDDEN }, IFD3: { GPSLatitude: '21/1 0/1 0/1' } })
          .toBuffer(),
    ],
    ['JPEG in CMYK', () => sharp(jpeg).toColourspace('cmyk').jpeg().toBuffer()],
  ])('%s', async (_name, bytes) => {
    const answer = await intakePicture(await bytes());
    if (isRefusal(answer)) throw new Error(JSON.stringify(answer));
    expect(answer).toMatchObject({ width: 1200, height: 800 });
    expect(answer.jpeg.includes(Buffer.from(HIDDEN))).toBe(false);
    const { exif, icc, iptc, xmp, format, space } = await sharp(answer.jpeg).metadata();
    expect({ exif, icc, iptc, xmp, format, space }).toEqual({ format: 'jpeg', space: 'srgb' });
  });

  test.each([
    ['a white sheet', { width: 1600, height: 1000, background: '#ffffff' }, ['NO_DOCUMENT']],
    ['a grey wall', { width: 1600, height: 1000, background: '#9a9a9a' }, ['NO_DOCUMENT']],
    ['a line', { width: 8000, height: 1, background: '#9a9a9a' }, ['NO_DOCUMENT', 'TOO_SMALL']],
    ['a strip', { width: 1600, height: 300, background: '#9a9a9a' }, ['NO_DOCUMENT', 'TOO_SMALL']],
  ])('%s is told to be no document', async (_name, blank, faults) => {
    const taken = await intakePicture(
      await sharp({ create: { ...blank, channels: 3 } })
        .jpeg()
        .toBuffer(),
    );
    expect(isRefusal(taken) ? taken : taken.faults.map(({ code }) => code)).toEqual(faults);
  });

  test('ten at once are all answered', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => intakePicture(png)));
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(10);
  });

  test.runIf(process.platform === 'linux')('a picture whose child process was killed may be sent again', async () => {
    const answer = intakePicture(png);
    await killChild('intake-worker');
    expect(await answer).toMatchObject({ refused: 'TooManyRequests', reason: 'BUSY' });
    expect(isRefusal(await intakePicture(png))).toBe(false);
  });
});
