/**
 * Signs a PDF (PAdES, ETSI.CAdES.detached) in an update behind its bytes, and checks one that was signed here.
 *
 * A viewer takes a file for valid although bytes were added behind the signature, or changed in the padding of its
 * container. `checkPdf` does not: the signature must hold, its container have nothing but the signature in it, and its
 * range end with the file. So a change of any one byte is seen.
 */
import { createHash } from 'node:crypto';
import { checkDetached, fingerprintOf, type SigningIdentity, signDetached } from '#signed-contracts/detached-cms.ts';
import { openPdf, pdfString, withEntry } from '#signed-contracts/pdf-update.ts';

export interface SignatureFacts {
  /** Who signs, as a viewer shows it. */
  readonly signer: string;
  readonly reason: string;
  readonly signedMs: number;
}

export interface PdfCheck {
  /**
   * SHA-256 of the certificate by which the signature holds for the bytes that it covers; null where it does not, or
   * where there is none.
   */
  readonly certificate: string | null;
  /** Nothing stands in the signature's container beside it. */
  readonly isPaddingEmpty: boolean;
  /** Nothing stands behind what it covers. */
  readonly coversWholeFile: boolean;
  /** All three. */
  readonly isUnchanged: boolean;
}

/** Of the container, in hex digits: with a certificate of RSA 4096 a signature takes a third of it. */
const CONTENTS_DIGITS = 16_384;
const NUMBER_DIGITS = 10;
const RANGE_PLACEHOLDER = `[0 ${['*', '*', '*'].map((star) => star.repeat(NUMBER_DIGITS)).join(' ')}]`;
const EMPTY_CONTENTS = `<${'0'.repeat(CONTENTS_DIGITS)}>`;

/** A widget that is printed and can't be changed; without a size nobody sees it. */
const WIDGET_FLAGS = 132;
/** There are signatures, and the file may only be appended to. */
const SIGNATURE_FLAGS = 3;

export function signPdf(bytes: Buffer, facts: SignatureFacts, identity: SigningIdentity): Buffer {
  const { file, contentsAt } = withEmptySignature(bytes, facts);
  const contentsEnd = contentsAt + EMPTY_CONTENTS.length;
  const range = [contentsAt, contentsEnd, file.length - contentsEnd];
  const numbers = range.map((number) => String(number).padStart(NUMBER_DIGITS, ' ')).join(' ');
  file.write(`[0 ${numbers}]`, file.lastIndexOf(RANGE_PLACEHOLDER), 'latin1');
  const digest = digestOf(file, contentsAt, contentsEnd);
  const cms = signDetached(digest, identity).toString('hex');
  if (cms.length > CONTENTS_DIGITS) throw new Error(`a signature of ${cms.length} digits has no room`);
  file.write(cms, contentsAt + 1, 'latin1');
  return file;
}

function withEmptySignature(
  bytes: Buffer,
  { signer, reason, signedMs }: SignatureFacts,
): { readonly file: Buffer; readonly contentsAt: number } {
  const opened = openPdf(bytes);
  const { catalog, firstPage, nextNumber: signature } = opened;
  const widget = signature + 1;
  const file = opened.update([
    withEntry(firstPage, `/Annots [${widget} 0 R]`),
    withEntry(catalog, `/AcroForm << /SigFlags ${SIGNATURE_FLAGS} /Fields [${widget} 0 R] >>`),
    {
      number: signature,
      body: [
        '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached',
        `/Name ${pdfString(signer)}`,
        `/Reason ${pdfString(reason)}`,
        `/M (${pdfTime(signedMs)})`,
        `/ByteRange ${RANGE_PLACEHOLDER}`,
        `/Contents ${EMPTY_CONTENTS}`,
        '>>',
      ].join('\n'),
    },
    {
      number: widget,
      body: [
        '<< /Type /Annot /Subtype /Widget /FT /Sig',
        `/T (Signature) /V ${signature} 0 R /F ${WIDGET_FLAGS} /Rect [0 0 0 0] /P ${firstPage.number} 0 R >>`,
      ].join('\n'),
    },
  ]);
  return { file, contentsAt: file.lastIndexOf(EMPTY_CONTENTS) };
}

const RANGE = /\/ByteRange \[0 +(\d+) +(\d+) +(\d+)\]\n\/Contents </;
const NOTHING: PdfCheck = { certificate: null, isPaddingEmpty: false, coversWholeFile: false, isUnchanged: false };

export function checkPdf(bytes: Buffer): PdfCheck {
  const from = bytes.lastIndexOf('/ByteRange [');
  if (from < 0) return NOTHING;
  const head = bytes.subarray(from, from + RANGE_PLACEHOLDER.length * 2).toString('latin1');
  const match = RANGE.exec(head);
  const [contentsAt = 0, contentsEnd = 0, rest = 0] = (match?.slice(1) ?? []).map(Number);
  const isInPlace =
    match?.index === 0 &&
    contentsAt === from + match[0].length - 1 &&
    contentsEnd === contentsAt + EMPTY_CONTENTS.length &&
    contentsEnd + rest <= bytes.length;
  if (!isInPlace) return NOTHING;
  const container = bytes.subarray(contentsAt, contentsEnd).toString('latin1');
  const { cms, isPaddingEmpty } = readContainer(container);
  const covered = bytes.subarray(0, contentsEnd + rest);
  const signedBy = checkDetached(cms, digestOf(covered, contentsAt, contentsEnd));
  const coversWholeFile = covered.length === bytes.length;
  return {
    ...{ certificate: signedBy ? fingerprintOf(signedBy) : null, isPaddingEmpty, coversWholeFile },
    isUnchanged: signedBy !== undefined && isPaddingEmpty && coversWholeFile,
  };
}

/** A CMS says in its first bytes how long it is. */
function readContainer(container: string): { readonly cms: Buffer; readonly isPaddingEmpty: boolean } {
  const raw = Buffer.from(container.slice(1, -1), 'hex');
  // Two bytes of tag, two of length; what is no digit ends it before.
  const length = raw.length < 4 ? 0 : raw.readUInt16BE(2) + 4;
  const cms = raw.subarray(0, length);
  const isPaddingEmpty = container === `<${cms.toString('hex').padEnd(CONTENTS_DIGITS, '0')}>`;
  return { cms, isPaddingEmpty };
}

function digestOf(file: Buffer, contentsAt: number, contentsEnd: number): Buffer {
  return createHash('sha256').update(file.subarray(0, contentsAt)).update(file.subarray(contentsEnd)).digest();
}

/** `D:20261124091500Z`. */
function pdfTime(timeMs: number): string {
  return `D:${new Date(timeMs).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
}
