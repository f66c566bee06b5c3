/**
 * Measures the way to a first order: drawn documents are uploaded to a started product and read there, one by one; then
 * ten arrive at once while orders are placed; and contracts are signed. Nothing else reads documents meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchStage, benchStage, startBenchProduct } from '#bench-product.ts';
import { type Figure, median, percentile } from '#figure.ts';
import { type Newcomer, signUp } from '#newcomers.ts';
import { residentMbOfTree } from '#processes.ts';
import { restingOrder } from '#resting-order.ts';
import { measureSignedContracts } from '#signed-contracts.ts';
import { placeOrders } from '#steady-orders.ts';
import { drawDocument, type Layout, type SpoilingName } from '../../server/test/fixtures/drawn-documents.ts';

const INVESTORS = 50;
const DOCUMENTS_OF_A_KIND = 3;
const UPLOADS_AT_ONCE = 10;
const ORDER_SECONDS = 15;
const LOOK_MS = 20;
/** For ended children to be gone, and for the server to have collected what it no longer needs. */
const SETTLE_MS = 5_000;
/** What takes longest to read: every way is tried, and none of them helps. */
const HARDEST: readonly (readonly [Layout, SpoilingName])[] = [
  ['CARD_2021', 'blurred'],
  ['CARD_2024', 'cut corner'],
  ['PASSPORT', 'blurred'],
];

const stage = benchStage(startBenchProduct, INVESTORS);

export const finishRegistration = stage.finish;

export async function measureRegistration(): Promise<Figure[]> {
  const started = await stage.prepare();
  return [
    ...(await measureReadings(started.product.url)),
    ...(await measureUploads(started)),
    ...(await measureSignedContracts()),
  ];
}

async function measureReadings(url: string): Promise<Figure[]> {
  const newcomer = await signUp(url);
  const byCode: number[] = [];
  const byZone: number[] = [];
  const passports: number[] = [];
  for (let seed = 0; seed < DOCUMENTS_OF_A_KIND; seed += 1) {
    byCode.push(await timeReading(newcomer, await picturesOf('CARD_2024', seed)));
    byZone.push(await timeReading(newcomer, await cardWithoutCode(seed)));
    passports.push(await timeReading(newcomer, await picturesOf('PASSPORT', seed)));
  }
  const hard = await signUp(url);
  const hardest: number[] = [];
  for (const [seed, [layout, spoiling]] of HARDEST.entries())
    hardest.push(await timeReading(hard, await picturesOf(layout, seed, spoiling)));
  const longest = Math.max(...byCode, ...byZone, ...passports, ...hardest);
  return [
    readingFigure('card-by-code', median(byCode), 2_000),
    readingFigure('card-by-zone', median(byZone), 6_000),
    readingFigure('passport', median(passports), 6_000),
    readingFigure('longest', longest, 12_000),
  ];
}

function readingFigure(what: string, value: number, target: number): Figure {
  return { id: `registration.read-${what}`, unit: 'ms', value, target, better: 'min' };
}

async function picturesOf(layout: Layout, seed: number, spoiling?: SpoilingName): Promise<readonly Buffer[]> {
  return (await drawDocument(layout, seed, spoiling)).pictures;
}

/** The side of either card that has no code on it: both are the same person's. */
async function cardWithoutCode(seed: number): Promise<readonly Buffer[]> {
  const [front] = await picturesOf('CARD_2024', seed);
  const [, back] = await picturesOf('CARD_2021', seed);
  return [front, back].filter((side) => side !== undefined);
}

/** From asking for the reading to its answer; pictures are sent while somebody still types. */
async function timeReading(newcomer: Newcomer, [front, back]: readonly Buffer[]): Promise<number> {
  if (!front) throw new Error('a document has a picture');
  const frontId = await newcomer.upload(back ? 'ID_FRONT' : 'PASSPORT', front);
  const backId = back && (await newcomer.upload('ID_BACK', back));
  const from = performance.now();
  await (backId ? newcomer.readIdCard(frontId, backId) : newcomer.readPassport(frontId));
  return performance.now() - from;
}

/** Ten pictures at once, and the cards among them read, while orders are placed. */
async function measureUploads({ product: { url, pid }, people }: BenchStage): Promise<Figure[]> {
  const newcomers = await Promise.all(Array.from({ length: UPLOADS_AT_ONCE / 2 }, () => signUp(url)));
  const cards = await Promise.all(newcomers.map((_, seed) => picturesOf('CARD_2021', seed)));
  const order = await restingOrder(url);
  const before = residentMbOfTree(pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMbOfTree(pid));
  }, LOOK_MS);
  const orders = placeOrders({ url, people, order }, ORDER_SECONDS);
  await Promise.all(newcomers.map((newcomer, index) => sendCard(newcomer, cards[index] ?? [])));
  const peakOfUploads = peak;
  const [first] = newcomers;
  if (first) await timeReading(first, cards[0] ?? []);
  const { latencies, failed } = await orders;
  clearInterval(watch);
  if (failed > 0) throw new Error(`${failed} orders were not acknowledged with 201`);
  await sleep(SETTLE_MS);
  const after = residentMbOfTree(pid);
  return [
    memoryFigure('ten-uploads-peak', peakOfUploads - before, 300),
    memoryFigure('ten-uploads-left', after - before, 60),
    {
      id: 'registration.order-p99-meanwhile',
      unit: 'ms',
      value: percentile(latencies, 0.99),
      target: 150,
      better: 'min',
    },
  ];
}

function memoryFigure(what: string, value: number, target: number): Figure {
  return { id: `registration.${what}`, unit: 'MB', value, target, better: 'min' };
}

async function sendCard(newcomer: Newcomer, [front, back]: readonly Buffer[]): Promise<void> {
  if (!front || !back) throw new Error('a card has two sides');
  await Promise.all([newcomer.upload('ID_FRONT', front), newcomer.upload('ID_BACK', back)]);
}
