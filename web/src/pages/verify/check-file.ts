/** Looks at a file on this machine and asks whether one with its hash was signed here. The file itself goes nowhere. */
import type { DocumentCheck } from '@mua/contract/entities/digital-signature';
import { checkDocument } from '@mua/contract/http/digital-signatures';
import { lookIntoPdf } from '#pages/verify/signed-pdf.ts';
import { call } from '#wire/call.ts';
import { sha256Hex } from '#wire/sha256.ts';

export const LARGEST_BYTES = 50 * 1024 * 1024;

export type Finding =
  | { readonly verdict: 'whole'; readonly hash: string; readonly original: DocumentCheck }
  | {
      readonly verdict: 'changed';
      readonly hash: string;
      /** Outside the signed part; null where the content itself is another. */
      readonly changedBytes: number | null;
      /** Known where what was signed could be made out. */
      readonly original: DocumentCheck | null;
    }
  | { readonly verdict: 'unknown'; readonly hash: string; readonly isSigned: boolean };

/** Throws `CallError` when the server does not answer. */
export async function checkFile(bytes: Uint8Array<ArrayBuffer>): Promise<Finding> {
  const hash = await sha256Hex(bytes);
  const check = await ask(hash);
  if (check.isKnown) return { verdict: 'whole', hash, original: check };
  const inside = await lookIntoPdf(bytes);
  if (inside.kind === 'unsigned') return { verdict: 'unknown', hash, isSigned: false };
  if (inside.restored) {
    const original = await ask(await sha256Hex(inside.restored.bytes));
    const { changedBytes } = inside.restored;
    if (original.isKnown) return { verdict: 'changed', hash, changedBytes, original };
  }
  return inside.isContentSame
    ? { verdict: 'unknown', hash, isSigned: true }
    : { verdict: 'changed', hash, changedBytes: null, original: null };
}

function ask(documentHash: string): Promise<DocumentCheck> {
  return call(checkDocument, { params: { documentHash } });
}
