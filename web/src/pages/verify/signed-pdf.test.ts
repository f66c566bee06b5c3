/** A signed file that was touched is told from one that nobody signed, wherever it was touched. */
import { describe, expect, test } from 'vitest';
import { lookIntoPdf } from '#pages/verify/signed-pdf.ts';
import { sha256Hex } from '#wire/sha256.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const ROOM = 400;

/** A file with a signature as PAdES has it, of which only the digest matters here. */
async function signed(content = 'page one'): Promise<Uint8Array<ArrayBuffer>> {
  const placed = (range: string, container: string) =>
    `%PDF-1.7 ${content} /ByteRange [${range}] /Contents <${container}> end %%EOF`;
  const empty = '0'.repeat(ROOM);
  const draft = placed('0 0000000000 0000000000 0000000000', empty);
  const from = draft.indexOf(`<${empty}>`);
  const after = from + empty.length + 2;
  const range = [from, after, draft.length - after].map((number) => String(number).padStart(10, '0')).join(' ');
  const file = placed(`0 ${range}`, empty);
  const digest = await sha256Hex(encode(file.slice(0, from) + file.slice(after)));
  const inner = `06092a864886f70d01090431220420${digest}`;
  const cms = `3082${(inner.length / 2).toString(16).padStart(4, '0')}${inner}`;
  return encode(placed(`0 ${range}`, cms.padEnd(ROOM, '0')));
}

const changed = (file: Uint8Array<ArrayBuffer>, at: number) => {
  const copy = file.slice();
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

describe('a signed file', () => {
  test('as it was signed: its content is the one confirmed, and nothing stands beside it', async () => {
    expect(await lookIntoPdf(await signed())).toEqual({ kind: 'signed', isContentSame: true, restored: null });
  });

  test('with another word in it is not what the signature confirms', async () => {
    const file = await signed();
    expect(await lookIntoPdf(changed(file, 12))).toMatchObject({ kind: 'signed', isContentSame: false });
  });

  test('with something added behind it, the signed part can be made out', async () => {
    const file = await signed();
    const longer = new Uint8Array([...file, ...encode('\n1 0 obj')]);
    expect(await lookIntoPdf(longer)).toEqual({
      ...{ kind: 'signed', isContentSame: true, restored: { bytes: file, changedBytes: 8 } },
    });
  });

  test('with something written into the empty room of the container, it can as well', async () => {
    const file = await signed();
    const touched = changed(file, new TextDecoder().decode(file).indexOf('> end') - 1);
    expect(await lookIntoPdf(touched)).toEqual({
      ...{ kind: 'signed', isContentSame: true, restored: { bytes: file, changedBytes: 1 } },
    });
  });
});

test('what has no signature, or one that lies outside the file, is unsigned', async () => {
  expect(await lookIntoPdf(encode('%PDF-1.7 nothing'))).toEqual({ kind: 'unsigned' });
  expect(await lookIntoPdf(encode('/ByteRange [0 10 20 9999]'))).toEqual({ kind: 'unsigned' });
});
