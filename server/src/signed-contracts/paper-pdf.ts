/**
 * Draws a paper as a tagged PDF. The same facts give the same bytes: nothing is drawn from a clock or from chance, so the
 * hash of what was shown is the hash of what is signed. The file has a classic xref table, which pdf-update.ts extends.
 */
import PDFDocument from 'pdfkit';
import { packageFile } from '#ground/server-files.ts';
import type { PaperFacts } from '#signed-contracts/paper-facts.ts';
import { type Block, type PaperWords, textOf, wordsOf } from '#signed-contracts/paper-texts.ts';

export type Document = InstanceType<typeof PDFDocument>;
export type Structure = ReturnType<Document['struct']>;

/** By their files: under a name of its own a font that is open already would be read again for every text. */
export const FONTS = {
  plain: packageFile('@expo-google-fonts/be-vietnam-pro/400Regular/BeVietnamPro_400Regular.ttf'),
  bold: packageFile('@expo-google-fonts/be-vietnam-pro/700Bold/BeVietnamPro_700Bold.ttf'),
};

/** Points. */
export const MARGIN = 56;
const CELL = { x: 6, y: 4 };
export const SIZE = { title: 16, article: 11, text: 9.5, small: 8 };
export const GREY = '#5b6471';
const LINE = '#c8cdd5';

/** An empty document with our fonts, dated by what it is of, and its bytes once it has ended. */
export function newDocument({ title, language, date }: DocumentFacts): {
  readonly document: Document;
  readonly ended: Promise<Buffer>;
} {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    lang: language,
    // Else a standard font of 1989 is opened, which knows no Vietnamese.
    font: FONTS.plain,
    // The file's own id is made of these too.
    info: { Title: title, Author: 'Mùa', CreationDate: new Date(`${date}T00:00:00Z`) },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  return { document, ended };
}

interface DocumentFacts {
  readonly title: string;
  readonly language: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

export async function paperPdf(facts: PaperFacts): Promise<Buffer> {
  const { version, title, blocks } = textOf(facts);
  const words = wordsOf(facts, version);
  const { document, ended } = newDocument({ title, language: facts.language, date: version });
  const whole = document.struct('Document');
  document.addStructure(whole);
  drawHead(document, whole, title, words);
  for (const block of blocks) drawBlock(document, whole, block, words);
  drawSignatures(document, whole, words);
  whole.end();
  drawFeet(document, title, words);
  document.end();
  return ended;
}

export function drawText(document: Document, parent: Structure, tag: string, draw: () => void): void {
  parent.add(document.struct(tag, {}, draw));
}

function drawHead(document: Document, whole: Structure, title: string, { version }: PaperWords): void {
  drawText(document, whole, 'H1', () =>
    document.font(FONTS.bold).fontSize(SIZE.title).text(title, { align: 'center' }),
  );
  drawText(document, whole, 'P', () =>
    document.font(FONTS.plain).fontSize(SIZE.text).fillColor(GREY).text(version, { align: 'center' }),
  );
  document.fillColor('black').moveDown();
}

function drawBlock(document: Document, whole: Structure, block: Block, words: PaperWords): void {
  switch (block.kind) {
    case 'article':
      keepTogether(document, SIZE.article * 5);
      document.moveDown(0.4);
      return drawText(document, whole, 'H2', () => document.font(FONTS.bold).fontSize(SIZE.article).text(block.text));
    case 'paragraph':
      document.moveDown(0.25);
      return drawText(document, whole, 'P', () =>
        document.font(FONTS.plain).fontSize(SIZE.text).text(block.text, { lineGap: 2 }),
      );
    case 'table':
      return drawTable(document, whole, block.rows, 'first-row');
    case 'party':
      return drawTable(document, whole, words.partyRows, 'first-column');
  }
}

function drawSignatures(document: Document, whole: Structure, { signatures, signatureRows }: PaperWords): void {
  keepTogether(document, 150);
  document.moveDown(1);
  drawText(document, whole, 'H2', () => document.font(FONTS.bold).fontSize(SIZE.article).text(signatures));
  drawTable(document, whole, signatureRows, 'first-row');
}

/** A new page where not even this much is left of the old one. */
function keepTogether(document: Document, height: number): void {
  if (document.y + height > document.page.height - MARGIN) document.addPage();
}

/** Two columns; heads are the first row, or the first cell of each. */
function drawTable(
  document: Document,
  whole: Structure,
  rows: readonly (readonly string[])[],
  heads: 'first-row' | 'first-column',
): void {
  const table = document.struct('Table');
  whole.add(table);
  document.moveDown(0.4);
  const width = document.page.width - 2 * MARGIN;
  const share = heads === 'first-column' ? 0.35 : 0.5;
  const widths = [width * share, width * (1 - share)];
  for (const [place, cells] of rows.entries()) {
    const isHead = (column: number): boolean => (heads === 'first-row' ? place === 0 : column === 0);
    drawRow(document, table, { cells, widths, isHead });
  }
  table.end();
  document.x = MARGIN;
  document.moveDown(0.4);
}

export function drawRow(
  document: Document,
  table: Structure,
  row: {
    readonly cells: readonly string[];
    readonly widths: readonly number[];
    readonly isHead: (column: number) => boolean;
    /** Figures stand at the right. */
    readonly isNumeric?: (column: number) => boolean;
  },
): void {
  const { cells, widths, isHead, isNumeric = () => false } = row;
  const use = (column: number): Document =>
    document.font(isHead(column) ? FONTS.bold : FONTS.plain).fontSize(SIZE.text);
  const inner = (column: number): number => (widths[column] ?? 0) - 2 * CELL.x;
  const height =
    2 * CELL.y +
    Math.max(...cells.map((cell, column) => use(column).heightOfString(cell, { width: inner(column), lineGap: 1 })));
  keepTogether(document, height);
  const { y: top } = document;
  const line = document.struct('TR');
  table.add(line);
  let left = MARGIN;
  for (const [column, cell] of cells.entries()) {
    const at = left;
    drawText(document, line, isHead(column) ? 'TH' : 'TD', () =>
      use(column).text(cell, at + CELL.x, top + CELL.y, {
        width: inner(column),
        lineGap: 1,
        align: isNumeric(column) ? 'right' : 'left',
      }),
    );
    drawArtifact(document, 'Layout', () =>
      document
        .rect(at, top, widths[column] ?? 0, height)
        .lineWidth(0.5)
        .stroke(LINE),
    );
    left += widths[column] ?? 0;
  }
  line.end();
  document.y = top + height;
}

/** What no reader reads aloud. */
function drawArtifact(document: Document, type: 'Layout' | 'Pagination', draw: () => void): void {
  document.markContent('Artifact', { type });
  draw();
  document.endMarkedContent();
}

export function drawFeet(
  document: Document,
  title: string,
  { page, version }: Pick<PaperWords, 'page' | 'version'>,
): void {
  const { start, count } = document.bufferedPageRange();
  for (let place = start; place < start + count; place += 1) {
    document.switchToPage(place);
    // Below the margin a text would begin a page of its own.
    document.page.margins.bottom = 0;
    const number = page.replace('{page}', String(place + 1)).replace('{pages}', String(count));
    drawArtifact(document, 'Pagination', () =>
      document
        .font(FONTS.plain)
        .fontSize(SIZE.small)
        .fillColor(GREY)
        .text(`${title} · ${version} · ${number}`, MARGIN, document.page.height - MARGIN * 0.7, {
          width: document.page.width - 2 * MARGIN,
          align: 'center',
          lineBreak: false,
        }),
    );
  }
}
