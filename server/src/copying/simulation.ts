/**
 * What a copy would have given over a strategy's real trades (docs/rules/copying.md#figures). Pure sums: nothing is read
 * here. Lots follow the engine's rule of targets; only money that is realised counts as capital, because what prices were
 * between the leader's fills is not known.
 */
import { type CopyWeek, endWeek, targetLots } from '@mua/core/engine';
import {
  divideHalfEven,
  type FeePeriod,
  type Lots,
  maxBigint,
  minBigint,
  type Side,
  type Ticks,
  type Vnd,
} from '@mua/core/values';
import type { LeaderTrade } from '#copying/leader-trades.ts';

export interface SimulatedTerms {
  readonly copyFeeVnd: Vnd;
  readonly feePeriod: FeePeriod;
  readonly performanceFeeBasisPoints: number;
  /** Today's, per lot. */
  readonly feePerLot: (contractCode: string) => Vnd;
  readonly marginPerLot: (contractCode: string) => Vnd;
  /** The worth of ticks of one lot. */
  readonly ticksVnd: (contractCode: string, ticks: Ticks) => Vnd;
  /** What followers' lots were filled worse than the leader's on average, as a fraction; zero while nobody has copied. */
  readonly slippage: { readonly lotTicks: bigint; readonly lots: bigint };
}

/** The leader's trades and what was due between them, oldest first. */
export type Happening =
  | { readonly kind: 'trade'; readonly trade: LeaderTrade }
  | { readonly kind: 'copyFee' | 'weekEnd' };

export interface Simulated {
  /** Lots that one trade of the leader opened, once some of them have been closed. */
  readonly trades: readonly SimulatedOpening[];
  readonly grossVnd: Vnd;
  readonly tradeFeesVnd: Vnd;
  readonly slippageVnd: Vnd;
  readonly copyFeesVnd: Vnd;
  readonly copyFeePeriods: number;
  readonly performanceFeeVnd: Vnd;
  readonly netVnd: Vnd;
  /** Zero or negative. */
  readonly drawdownVnd: Vnd;
  readonly mostMarginVnd: Vnd;
  /** The capital that would never have been too little. */
  readonly neededVnd: Vnd;
}

export interface SimulatedOpening {
  readonly openMs: number;
  readonly contractCode: string;
  readonly side: Side;
  readonly leaderLots: Lots;
  readonly lots: Lots;
  readonly skip: 'RoundedToZero' | 'TooLittleMargin' | null;
  readonly profitVnd: Vnd;
  readonly isClosed: boolean;
}

interface Opening {
  openMs: number;
  contractCode: string;
  side: Side;
  leaderLots: Lots;
  lots: Lots;
  skip: SimulatedOpening['skip'];
  profitVnd: Vnd;
  isClosed: boolean;
}

/** Lots of the leader's or of the copy, first in, first out. */
interface OpenLot {
  readonly opening: Opening;
  readonly priceTicks: Ticks;
  lots: Lots;
}

interface Book {
  isLong: boolean;
  readonly leader: OpenLot[];
  readonly copy: OpenLot[];
  /** Of all that are open: added up once, because a leader may open thousands before one closes. */
  leaderLots: Lots;
  copyLots: Lots;
}

interface Run {
  readonly terms: SimulatedTerms;
  readonly ratioBasisPoints: number;
  readonly capitalVnd: Vnd;
  readonly books: Map<string, Book>;
  readonly openings: Opening[];
  readonly sums: { -readonly [Name in Exclude<keyof Simulated, 'trades' | 'netVnd'>]: Simulated[Name] };
  equityVnd: Vnd;
  highVnd: Vnd;
  readonly week: CopyWeek;
}

/** Stops when nothing is left: what a leader did then was not copied any more. */
export function simulate(
  happenings: readonly Happening[],
  asked: { readonly terms: SimulatedTerms; readonly ratioBasisPoints: number; readonly capitalVnd: Vnd },
): Simulated {
  const { capitalVnd } = asked;
  const run: Run = {
    ...asked,
    books: new Map(),
    openings: [],
    sums: {
      ...{ grossVnd: 0n, tradeFeesVnd: 0n, slippageVnd: 0n, copyFeesVnd: 0n, copyFeePeriods: 0 },
      ...{ performanceFeeVnd: 0n, drawdownVnd: 0n, mostMarginVnd: 0n, neededVnd: 1n },
    },
    equityVnd: capitalVnd,
    highVnd: capitalVnd,
    week: { startMs: 0, startEquityVnd: capitalVnd, fundChangedVnd: 0n, highEquityVnd: capitalVnd },
  };
  for (const happening of happenings) {
    if (happening.kind === 'trade') follow(run, happening.trade);
    else if (run.equityVnd <= 0n) continue;
    else if (happening.kind === 'copyFee') payCopyFee(run);
    else payWeek(run);
  }
  const { sums } = run;
  return {
    ...sums,
    trades: run.openings.filter(({ isClosed }) => isClosed),
    netVnd: sums.grossVnd - sums.tradeFeesVnd - sums.slippageVnd - sums.copyFeesVnd - sums.performanceFeeVnd,
  };
}

function follow(run: Run, trade: LeaderTrade): void {
  const book = run.books.get(trade.contractCode) ?? newBook();
  run.books.set(trade.contractCode, book);
  const opening = bookLeader(run, book, trade);
  const heldLots = book.leaderLots;
  const target = targetLots({ heldLots, isLong: book.isLong }, run.ratioBasisPoints);
  const isLong = book.copy[0]?.opening.side !== 'SELL';
  const netLots = isLong ? book.copyLots : -book.copyLots;
  const missing = target - netLots;
  const isReducing = netLots !== 0 && missing > 0 === netLots < 0;
  const closing = isReducing ? Math.min(Math.abs(missing), Math.abs(netLots)) : 0;
  if (closing > 0) close(run, book, { trade, lots: closing });
  const lots = Math.abs(missing) - closing;
  if (opening) opening.skip = 'RoundedToZero';
  const side = missing > 0 ? 'BUY' : 'SELL';
  const tagged = opening ?? book.leader.at(-1)?.opening;
  if (lots > 0 && tagged?.side === side) open(run, book, { trade, lots, opening: tagged });
}

function newBook(): Book {
  return { isLong: true, leader: [], copy: [], leaderLots: 0, copyLots: 0 };
}

/** What the trade opened for the leader; undefined where it only closed. */
function bookLeader(run: Run, book: Book, trade: LeaderTrade): Opening | undefined {
  const { side, priceTicks, timeMs, contractCode } = trade;
  let { lots } = trade;
  const isClosing = book.leader.length > 0 && book.isLong !== (side === 'BUY');
  while (isClosing && lots > 0) {
    const [oldest] = book.leader;
    if (!oldest) break;
    oldest.opening.isClosed = true;
    const closed = Math.min(lots, oldest.lots);
    oldest.lots -= closed;
    book.leaderLots -= closed;
    lots -= closed;
    if (oldest.lots === 0) book.leader.shift();
  }
  if (lots === 0) return undefined;
  book.isLong = side === 'BUY';
  const opening: Opening = {
    ...{ openMs: timeMs, contractCode, side, leaderLots: lots, lots: 0 },
    ...{ skip: null, profitVnd: 0n, isClosed: false },
  };
  run.openings.push(opening);
  book.leader.push({ opening, priceTicks, lots });
  book.leaderLots += lots;
  return opening;
}

/** All or nothing, as an order is refused. */
function open(
  run: Run,
  book: Book,
  { trade, lots, opening }: { readonly trade: LeaderTrade; readonly lots: Lots; readonly opening: Opening },
): void {
  const { terms, capitalVnd, sums } = run;
  const costVnd = costOf(run, trade, lots);
  const marginVnd = marginOf(run) + BigInt(lots) * terms.marginPerLot(trade.contractCode);
  const asked = marginVnd + costVnd.feeVnd + costVnd.slippageVnd - (run.equityVnd - capitalVnd);
  sums.neededVnd = maxBigint(sums.neededVnd, asked);
  if (asked > capitalVnd || run.equityVnd <= 0n) {
    opening.skip = 'TooLittleMargin';
    return;
  }
  book.copy.push({ opening, priceTicks: trade.priceTicks, lots });
  book.copyLots += lots;
  opening.lots += lots;
  opening.skip = null;
  sums.mostMarginVnd = maxBigint(sums.mostMarginVnd, marginVnd);
  bear(run, costVnd);
}

function close(run: Run, book: Book, { trade, lots }: { readonly trade: LeaderTrade; readonly lots: Lots }): void {
  const { terms, sums } = run;
  let rest = lots;
  let madeVnd = 0n;
  while (rest > 0) {
    const [oldest] = book.copy;
    if (!oldest) break;
    const closed = Math.min(rest, oldest.lots);
    const ticks = (trade.priceTicks - oldest.priceTicks) * (oldest.opening.side === 'BUY' ? closed : -closed);
    const profitVnd = terms.ticksVnd(trade.contractCode, ticks);
    oldest.opening.profitVnd += profitVnd;
    madeVnd += profitVnd;
    oldest.lots -= closed;
    book.copyLots -= closed;
    rest -= closed;
    if (oldest.lots === 0) book.copy.shift();
  }
  sums.grossVnd += madeVnd;
  // At once with what it costs: there is no high between the two.
  bear(run, costOf(run, trade, lots), madeVnd);
}

interface Cost {
  readonly feeVnd: Vnd;
  readonly slippageVnd: Vnd;
}

function costOf({ terms }: Run, { contractCode }: LeaderTrade, lots: Lots): Cost {
  const { lotTicks, lots: ofLots } = terms.slippage;
  // A million ticks, because one alone would be rounded to the dong.
  const tickMillions = terms.ticksVnd(contractCode, MILLION) * BigInt(lots);
  const slippageVnd = ofLots === 0n ? 0n : divideHalfEven(tickMillions * lotTicks, ofLots * BigInt(MILLION));
  return { feeVnd: BigInt(lots) * terms.feePerLot(contractCode), slippageVnd };
}

const MILLION = 1_000_000;

function bear(run: Run, { feeVnd, slippageVnd }: Cost, madeVnd = 0n): void {
  run.sums.tradeFeesVnd += feeVnd;
  run.sums.slippageVnd += slippageVnd;
  change(run, madeVnd - feeVnd - slippageVnd);
}

function marginOf({ books, terms }: Run): Vnd {
  let sum = 0n;
  for (const [contractCode, { copyLots }] of books) sum += BigInt(copyLots) * terms.marginPerLot(contractCode);
  return sum;
}

function change(run: Run, vnd: Vnd): void {
  const { sums, capitalVnd } = run;
  run.equityVnd += vnd;
  run.highVnd = maxBigint(run.highVnd, run.equityVnd);
  sums.drawdownVnd = minBigint(sums.drawdownVnd, run.equityVnd - run.highVnd);
  sums.neededVnd = maxBigint(sums.neededVnd, capitalVnd - run.equityVnd + 1n);
}

function payCopyFee(run: Run): void {
  const { copyFeeVnd } = run.terms;
  run.sums.copyFeePeriods += 1;
  run.sums.copyFeesVnd += copyFeeVnd;
  // Paid before a copy's first week begins, and a cost of the week in all others.
  const isFirst = run.sums.copyFeePeriods === 1;
  change(run, -copyFeeVnd);
  if (isFirst) run.week.startEquityVnd = run.week.highEquityVnd = run.equityVnd;
}

function payWeek(run: Run): void {
  const { terms, week, equityVnd } = run;
  const free = { feeBasisPoints: terms.performanceFeeBasisPoints, freeVnd: equityVnd };
  const ended = endWeek(week, equityVnd, free);
  run.sums.performanceFeeVnd += ended.performanceFeeVnd;
  change(run, -ended.performanceFeeVnd);
  week.startEquityVnd = ended.nextStartEquityVnd;
  week.highEquityVnd = ended.newHighEquityVnd;
}

/** From a hundredth to the leader's own lots: with those every trade is copied. */
const NICE_RATIOS = [100, 200, 500, 1_000, 2_000, 2_500, 5_000, 10_000];
const NICE_CAPITAL_VND = 1_000_000n;
/** Never too little for anything. */
const ENDLESS_VND = 10n ** 18n;

/** The smallest of some plain ratios, and the capital in whole millions, that would have copied every trade. */
export function copiesEveryTrade(
  happenings: readonly Happening[],
  terms: SimulatedTerms,
): { readonly ratioBasisPoints: number; readonly capitalVnd: Vnd } | null {
  for (const ratioBasisPoints of NICE_RATIOS) {
    const tried = simulate(happenings, { terms, ratioBasisPoints, capitalVnd: ENDLESS_VND });
    if (tried.trades.some(({ skip }) => skip !== null)) continue;
    const millions = (tried.neededVnd + NICE_CAPITAL_VND - 1n) / NICE_CAPITAL_VND;
    return { ratioBasisPoints, capitalVnd: millions * NICE_CAPITAL_VND };
  }
  return null;
}
