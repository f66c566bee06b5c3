/**
 * Appends objects to a PDF and never rewrites one of its bytes: changed objects come again at the end, with a table of
 * their own that names the one before. Reads what paper-pdf.ts writes: a classic xref table, plain dictionaries.
 */

export interface PdfObject {
  readonly number: number;
  /** Without `obj` and `endobj`. */
  readonly body: string;
}

export interface OpenedPdf {
  /** The catalog's and the first page's, to be changed. */
  readonly catalog: PdfObject;
  readonly firstPage: PdfObject;
  /** The first number that no object has. */
  readonly nextNumber: number;
  /** The whole file with these objects behind it. */
  update(objects: readonly PdfObject[]): Buffer;
}

const XREF_ENTRY_BYTES = 20;

/** Bytes as characters, one for one. */
const ENCODING = 'latin1';

/** Throws on any file that is not of our own making. */
export function openPdf(bytes: Buffer): OpenedPdf {
  const text = bytes.toString(ENCODING);
  const startXref = Number(found(/startxref\n(\d+)\n%%EOF\n?$/, text));
  const table = text.slice(startXref);
  const size = Number(found(/\/Size (\d+)/, table));
  const root = Number(found(/\/Root (\d+) 0 R/, table));
  const [info, id] = [found(/\/Info (\d+) 0 R/, table), found(/\/ID (\[[^\]]*\])/, table)];
  const head = found(/^(xref\n0 \d+\n)/, table);
  const object = (number: number): PdfObject => {
    const entry = table.slice(head.length + number * XREF_ENTRY_BYTES);
    const from = text.slice(Number(found(/^(\d{10}) \d{5} n/, entry)));
    return { number, body: found(new RegExp(`^${number} 0 obj\\n([^]*?)\\nendobj`), from) };
  };
  const catalog = object(root);
  const pages = object(Number(found(/\/Pages (\d+) 0 R/, catalog.body)));
  const firstPage = object(Number(found(/\/Kids \[(\d+) 0 R/, pages.body)));
  return {
    ...{ catalog, firstPage, nextNumber: size },
    update(objects) {
      let end = text.endsWith('\n') ? text : `${text}\n`;
      const entries = [...objects]
        .sort((one, other) => one.number - other.number)
        .map(({ number, body }) => {
          const at = String(end.length).padStart(10, '0');
          end += `${number} 0 obj\n${body}\nendobj\n`;
          return `${number} 1\n${at} 00000 n \n`;
        });
      const newSize = Math.max(size, ...objects.map(({ number }) => number + 1));
      const trailer = `<<\n/Size ${newSize}\n/Root ${root} 0 R\n/Info ${info} 0 R\n/ID ${id}\n/Prev ${startXref}\n>>`;
      const xref = `xref\n${entries.join('')}trailer\n${trailer}\nstartxref\n${end.length}\n%%EOF\n`;
      return Buffer.from(end + xref, ENCODING);
    },
  };
}

/** A dictionary with one entry more. */
export function withEntry({ number, body }: PdfObject, entry: string): PdfObject {
  const end = body.lastIndexOf('>>');
  return { number, body: `${body.slice(0, end)}${entry}\n${body.slice(end)}` };
}

/** Any text as a string of PDF, UTF-16 in hex. */
export function pdfString(text: string): string {
  const bytes = Buffer.from(`\ufeff${text.normalize('NFC')}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
}

function found(pattern: RegExp, text: string): string {
  const [, part] = pattern.exec(text) ?? [];
  if (part === undefined) throw new Error(`no PDF of ours: ${pattern.source}`);
  return part;
}
