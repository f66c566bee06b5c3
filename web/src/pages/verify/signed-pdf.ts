/**
 * What a PDF says of its own signature, looked at on this machine only. The server knows whole files by their hash; of one
 * that it does not know, this tells whether it was signed and changed since: the digest that its signature confirms is not
 * that of its content, or something stands outside what the signature covers. No React inside.
 */
import { sha256Hex } from '#wire/sha256.ts';

/** A signed file without what was added behind the signature, or written into the empty room of its container. */
export interface Restored {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many bytes differ from the file that was looked at. */
  readonly changedBytes: number;
}

export type SignedPdf =
  | { readonly kind: 'unsigned' }
  | {
      readonly kind: 'signed';
      /** The content is the one that the signature confirms. */
      readonly isContentSame: boolean;
      /** Null where nothing stands outside the signed part. */
      readonly restored: Restored | null;
    };

/** Of CMS: the attribute messageDigest with a SHA-256 in it. */
const MESSAGE_DIGEST = '06092a864886f70d01090431220420';
const DIGEST_DIGITS = 64;
const SEQUENCE_LONG = '3082';
const ZERO = '0'.charCodeAt(0);

interface Covered {
  /** Where the container's hex digits begin and end, brackets left out. */
  readonly digitsFrom: number;
  readonly digitsTo: number;
  /** Where the covered part ends. */
  readonly end: number;
}

export async function lookIntoPdf(bytes: Uint8Array<ArrayBuffer>): Promise<SignedPdf> {
  const covered = coveredBy(bytes);
  if (!covered) return { kind: 'unsigned' };
  const digits = textOf(bytes.subarray(covered.digitsFrom, covered.digitsTo)).toLowerCase();
  const at = digits.indexOf(MESSAGE_DIGEST) + MESSAGE_DIGEST.length;
  const confirmed = at < MESSAGE_DIGEST.length ? null : digits.slice(at, at + DIGEST_DIGITS);
  return {
    kind: 'signed',
    isContentSame: confirmed === (await sha256Hex(contentOf(bytes, covered))),
    restored: restored(bytes, covered, digits),
  };
}

/** The last signature's range; null where there is none that lies within the file. */
function coveredBy(bytes: Uint8Array): Covered | null {
  const ranges = [...textOf(bytes).matchAll(/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)];
  const [, before, after, length] = (ranges.at(-1) ?? []).map(Number);
  if (before === undefined || after === undefined || length === undefined) return null;
  const end = after + length;
  return before < after && end <= bytes.length ? { digitsFrom: before + 1, digitsTo: after - 1, end } : null;
}

/** All that the signature covers: everything but its own container. */
function contentOf(bytes: Uint8Array, { digitsFrom, digitsTo, end }: Covered): Uint8Array<ArrayBuffer> {
  const [before, after] = [bytes.subarray(0, digitsFrom - 1), bytes.subarray(digitsTo + 1, end)];
  const content = new Uint8Array(before.length + after.length);
  content.set(before);
  content.set(after, before.length);
  return content;
}

function restored(bytes: Uint8Array<ArrayBuffer>, covered: Covered, digits: string): Restored | null {
  const { digitsFrom, digitsTo, end } = covered;
  const original = bytes.slice(0, end);
  original.fill(ZERO, Math.min(digitsTo, digitsFrom + containerDigits(digits)), digitsTo);
  const inside = original.reduce((changed, byte, index) => changed + (byte === bytes[index] ? 0 : 1), 0);
  const changedBytes = inside + bytes.length - end;
  return changedBytes === 0 ? null : { bytes: original, changedBytes };
}

/** How much of the container the signature itself takes: its outermost element says so. */
function containerDigits(digits: string): number {
  const isLong = digits.startsWith(SEQUENCE_LONG);
  return isLong ? SEQUENCE_LONG.length + 4 + 2 * Number.parseInt(digits.slice(4, 8), 16) : digits.length;
}

/** One character for each byte, whatever it is. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
