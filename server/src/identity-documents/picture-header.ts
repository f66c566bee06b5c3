/**
 * Determines a file's type and picture size from its header, before anything decodes it: the sender's file name and
 * content type prove nothing, and a decoder must never see anything but JPEG and PNG.
 */
import { invalidType, type Refusal } from '#identity-documents/refusal.ts';

export const MOST_BYTES = 5 * 1024 * 1024;
export const MOST_PIXELS = 25_000_000;
const LONGEST_SIDE = 8_000;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Undefined if the picture may be decoded. */
export function refuseByHeader(bytes: Buffer): Refusal | undefined {
  if (bytes.length > MOST_BYTES) return { refused: 'maxSizeFileUpload', reason: 'TOO_MANY_BYTES', max: MOST_BYTES };
  const isPng = bytes.subarray(0, 8).equals(PNG_SIGNATURE);
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
  if (!isPng && !isJpeg) return invalidType('NOT_A_PICTURE');
  const size = isPng ? pngSize(bytes) : jpegSize(bytes);
  if (!size || size.width === 0 || size.height === 0) return invalidType('BROKEN');
  const isTooLarge = size.width * size.height > MOST_PIXELS || Math.max(size.width, size.height) > LONGEST_SIDE;
  return isTooLarge ? { refused: 'maxSizeFileUpload', reason: 'TOO_MANY_PIXELS', max: MOST_BYTES } : undefined;
}

/** The first chunk must be IHDR; its first eight bytes are width and height. */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments to the frame header (SOF0 to SOF15, except DHT, JPG and DAC, which share its numbers). */
function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}
