/**
 * Reads drawn documents as they would be photographed. `npm test` reads twelve, each degraded in a different way;
 * CORPUS_DOCUMENTS=300 reads that many, and writes the results to docs/identity-documents.md.
 *
 * They are decoded and read in this process, with recognisers that are kept: a child process per picture would spend
 * more time on starting than on reading. One document takes the product's way, through child processes, and must give
 * the same result.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { combineEvidence, type DocumentKind, type Evidence } from '#identity-documents/combine-evidence.ts';
import type { DocumentReading } from '#identity-documents/document-reading.ts';
import { createLocalReader } from '#identity-documents/identity-reader.ts';
import { intakePicture } from '#identity-documents/picture-intake.ts';
import { type Recognisers, readDocument } from '#identity-documents/read-document.ts';
import { isRefusal } from '#identity-documents/refusal.ts';
import { rewritePicture } from '#identity-documents/rewrite-picture.ts';
import { startRecogniser } from '#identity-documents/text-recognition.ts';
import { drawDocument, type Layout, SPOILINGS, type SpoilingName } from '#test/fixtures/drawn-documents.ts';

// Documents are drawn as SVG, which the product's child processes never open.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });

const NAMES = Object.keys(SPOILINGS) as SpoilingName[];
const LAYOUTS: readonly Layout[] = ['CARD_2021', 'CARD_2024', 'PASSPORT'];
const DOCUMENTS = Number(process.env.CORPUS_DOCUMENTS ?? NAMES.length);
const TODAY = '2026-11-24';
/** The tests share their machine with others; the benchmark measures how long a reading takes. */
const PATIENT = { deadlineMs: 60_000, mostWaiting: 4 };

/** Pictures with these faults are reported; all others must be read. */
const FAULTS: Readonly<Partial<Record<SpoilingName, string>>> = {
  ...{ glare: 'GLARE', 'cut corner': 'CORNERS_MISSING', dark: 'TOO_DARK', blurred: 'BLURRED', small: 'TOO_SMALL' },
};

interface Outcome {
  readonly name: SpoilingName;
  readonly fields: number;
  readonly exact: number;
  readonly wrong: readonly string[];
  readonly faults: readonly string[];
  readonly contradictions: number;
}

function kindOf(pictures: readonly Buffer[]): DocumentKind {
  return pictures.length === 2 ? 'ID_CARD' : 'PASSPORT';
}

async function readHere(jpegs: readonly Buffer[], recognisers: Recognisers): Promise<DocumentReading> {
  const evidence: Evidence[] = [];
  const kind = kindOf(jpegs);
  await readDocument({ kind, today: TODAY }, jpegs, recognisers, async (piece) => {
    evidence.push(piece);
  });
  return combineEvidence(kind, evidence, TODAY);
}

async function readOne(seed: number, recognisers: Recognisers): Promise<Outcome> {
  const name = NAMES[seed % NAMES.length] ?? 'clean';
  const layout = LAYOUTS[(seed + Math.floor(seed / NAMES.length)) % LAYOUTS.length] ?? 'CARD_2021';
  const { pictures, expected } = await drawDocument(layout, seed, name);
  const taken = await Promise.all(pictures.map(rewritePicture));
  const answer = await readHere(
    taken.map(({ jpeg }) => jpeg),
    recognisers,
  );
  const known: Readonly<Record<string, { readonly value: string } | undefined>> = answer.fields;
  const wrong = Object.entries(expected).flatMap(([field, value]) =>
    known[field]?.value === value ? [] : [`${seed} ${layout} ${name} ${field}: ${value} <> ${known[field]?.value}`],
  );
  const fields = Object.keys(expected).length;
  const faults = [...new Set(taken.flatMap((picture) => picture.faults.map(({ code }) => code)))];
  return { name, fields, exact: fields - wrong.length, wrong, faults, contradictions: answer.differences.length };
}

const startRecognisers = (): Recognisers => ({ zone: startRecogniser('MRZ'), text: startRecogniser('VIETNAMESE') });

/** Two at a time, one per core. */
async function readAll(count: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    const recognisers = startRecognisers();
    while (next < count) outcomes.push(await readOne(next++, recognisers));
  };
  await Promise.all([work(), work()]);
  return outcomes;
}

function share(outcomes: readonly Outcome[]): number {
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return sum(({ exact }) => exact) / sum(({ fields }) => fields);
}

function table(outcomes: readonly Outcome[]): string {
  const rows = NAMES.map((name) => {
    const own = outcomes.filter((outcome) => outcome.name === name);
    const told = own.filter(({ faults }) => faults.length > 0);
    const codes = [...new Set(own.flatMap(({ faults }) => faults))].join(', ') || '–';
    return `| ${name} | ${own.length} | ${(100 * share(own)).toFixed(1)} % | ${told.length} | ${codes} |`;
  });
  return ['| spoiled by | documents | fields exact | faults told | which |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function writeTable(outcomes: readonly Outcome[]): void {
  const page = new URL('../../../docs/identity-documents.md', import.meta.url);
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split('<!-- corpus -->\n');
  const after = rest.slice(rest.indexOf('<!-- end -->'));
  const text = `${outcomes.length} documents, drawn from seeds 0 to ${outcomes.length - 1}:\n\n${table(outcomes)}\n`;
  writeFileSync(page, `${before}<!-- corpus -->\n${text}${after}`);
}

test(
  '95 of 100 fields are exact in clean or mildly degraded pictures, and the faults of the others are reported',
  async () => {
    const outcomes = await readAll(DOCUMENTS);
    if (process.env.CORPUS_DOCUMENTS) writeTable(outcomes);
    const faulty = outcomes.filter(({ name }) => FAULTS[name]);
    const readable = outcomes.filter(({ name }) => !FAULTS[name]);
    const wrong = readable.flatMap((outcome) => outcome.wrong);
    expect([share(readable) >= 0.95, wrong]).toEqual([true, share(readable) >= 0.95 ? wrong : []]);
    expect(readable.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))).toEqual([]);
    expect(readable.filter(({ contradictions }) => contradictions > 0).length).toBeLessThanOrEqual(DOCUMENTS / 50);
    const untold = faulty.filter(({ name, faults }) => !faults.includes(FAULTS[name] ?? ''));
    expect(untold.length).toBeLessThanOrEqual(DOCUMENTS / 50);
  },
  Number(process.env.CORPUS_DOCUMENTS ? 7_200_000 : 400_000),
);

test('child processes of the product read the same as this process', async () => {
  const { pictures } = await drawDocument('CARD_2024', 1, 'skewed');
  const taken = await Promise.all(pictures.map(intakePicture));
  const jpegs = taken.map((picture) => {
    if (isRefusal(picture)) throw new Error(`refused: ${JSON.stringify(picture)}`);
    return picture.jpeg;
  });
  const [front, back] = jpegs;
  if (!front || !back) throw new Error('a card has two sides');
  const read = await createLocalReader(PATIENT).readIdCard(front, back, TODAY);
  expect(read).toEqual(await readHere(jpegs, startRecognisers()));
}, 120_000);
