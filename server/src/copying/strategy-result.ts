/**
 * What a strategy has given so far: its facts up to the last trade date that has ended, worked out once, and the date
 * under way from the engine's state at each reading (docs/rules/copying.md#figures).
 */
import type { ShownStrategy, StrategyFigures } from '@mua/contract/entities/strategy-figures';
import { accountEquityVnd, copyProfitVnd, type EngineState, estimatedProfitVnd } from '@mua/core/engine';
import { estimatedProfit } from '@mua/core/preview';
import type { Vnd } from '@mua/core/values';
import { strategyToWire } from '#copying/copying-wire.ts';
import { averageSlippage, maxExposure, turnFigures } from '#copying/leader-trades.ts';
import {
  type EndedTrack,
  endedTrack,
  grown,
  growthOf,
  lastDay,
  medianUnits,
  nextPoint,
  type Point,
  percentOf,
  pointsOf,
  pooled,
  type ReturnDay,
  returnUnits,
  type Track,
} from '#copying/returns.ts';
import type { CopyFacts, StrategyFacts } from '#copying/strategy-facts.ts';
import type { TradeDates } from '#copying/trade-dates.ts';

/** A copy up to the last ended date; all of it where it has closed. */
export interface CopyTrack {
  readonly facts: CopyFacts;
  readonly ended: EndedTrack;
  readonly growth: bigint;
}

/** A strategy up to the last ended date. */
export interface EndedResult {
  readonly facts: StrategyFacts;
  readonly dates: TradeDates;
  readonly leader: { readonly track: Track; readonly ended: EndedTrack } | null;
  readonly leaderPoints: readonly Point[];
  readonly copies: readonly CopyTrack[];
  /** The followers as one. */
  readonly followerDays: readonly ReturnDay[];
  readonly followerPoints: readonly Point[];
  /** Contracts and their lots traded since the strategy runs, most first. */
  readonly traded: readonly string[];
  readonly maxExposure: string | null;
  readonly trend: readonly string[];
}

export function endedResult(facts: StrategyFacts, dates: TradeDates, state: EngineState): EndedResult {
  const leader = facts.leader && { track: facts.leader, ended: endedTrack(facts.leader) };
  const copies = facts.copies.map((copy) => copyTrack(copy, dates));
  const followerDays = pooled(copies.map(({ ended }) => ended.days.filter((day) => day.tradeDate < dates.running)));
  const [leaderPoints, followerPoints] = [pointsOf(leader?.ended.days ?? []), pointsOf(followerDays)];
  return {
    ...{ facts, dates, leader, copies, followerDays, leaderPoints, followerPoints },
    traded: tradedOf(facts),
    maxExposure: leader && exposureOf(facts, leader.ended, { dates, state }),
    trend: trendOf(followerPoints.length > 0 ? followerPoints : leaderPoints),
  };
}

function exposureOf(
  { record, trades }: StrategyFacts,
  { days, equityVnd }: EndedTrack,
  { dates, state }: { readonly dates: TradeDates; readonly state: EngineState },
): string | null {
  const kind = state.accounts.get(record.accountId)?.investorKind ?? 'individual';
  return maxExposure(trades, {
    startedMs: record.startedMs ?? Number.POSITIVE_INFINITY,
    starts: new Map([...days.map((day) => [day.tradeDate, day.startVnd] as const), [dates.running, equityVnd]]),
    dateOf: dates.of,
    marginPerLot: (code) => termsOf(state, code)?.marginPerLotVnd[kind] ?? 0n,
  });
}

const TREND_MAX = 60;

function trendOf(points: readonly Point[]): string[] {
  return points.slice(-TREND_MAX).map(({ growth }) => percentOf(returnUnits(growth)));
}

/** The last date of a closed copy ends with it: at its equity then, and the profit that the engine reported. */
export function copyTrack(facts: CopyFacts, dates: TradeDates): CopyTrack {
  const { record, closedMs, track, firstFeeVnd } = facts;
  const ended = endedTrack(track);
  if (closedMs === null) return { facts, ended, growth: growthOf(ended.days) };
  const profitVnd = BigInt(record.profitVnd ?? 0);
  const tradeDate = dates.of(closedMs);
  const equityVnd = BigInt(record.fundsVnd) + profitVnd;
  const totalVnd = profitVnd - firstFeeVnd;
  const last = lastDay(ended, {
    tradeDate,
    equityVnd,
    totalVnd,
    feesVnd: track.earnedOn.get(tradeDate)?.feesVnd ?? 0n,
  });
  const days = [...ended.days, last];
  return { facts, ended: { days, equityVnd, totalVnd }, growth: growthOf(days) };
}

function tradedOf({ trades, record }: StrategyFacts): string[] {
  const lotsOf = new Map<string, number>();
  for (const { contractCode, lots, timeMs } of trades)
    if (record.startedMs !== null && timeMs > record.startedMs)
      lotsOf.set(contractCode, (lotsOf.get(contractCode) ?? 0) + lots);
  return [...lotsOf].sort(([a, aLots], [b, bLots]) => bLots - aLots || (a < b ? -1 : 1)).map(([code]) => code);
}

/** A copy with the date under way: what it has given until now, in dong after every fee and as a growth. */
export interface CopyNow {
  readonly profitVnd: Vnd;
  readonly growth: bigint;
  /** Null where it has closed before. */
  readonly day: ReturnDay | null;
}

export function copyNow({ facts, ended, growth }: CopyTrack, state: EngineState, running: string): CopyNow {
  const { record, firstFeeVnd, track } = facts;
  const copy = state.copying.copies.get(record.copyId);
  const account = copy && state.accounts.get(copy.accountId);
  if (!copy || !account) {
    const last = ended.days.at(-1);
    return { profitVnd: ended.totalVnd, growth, day: last?.tradeDate === running ? last : null };
  }
  const totalVnd = copyProfitVnd(state, copy) - firstFeeVnd;
  const feesVnd = track.earnedOn.get(running)?.feesVnd ?? 0n;
  const equityVnd = accountEquityVnd(state, account);
  const day = lastDay(ended, { tradeDate: running, equityVnd, totalVnd, feesVnd });
  return { profitVnd: totalVnd, growth: grown(growth, day), day };
}

/** A strategy now. */
export interface StrategyResult {
  readonly leaderDays: readonly ReturnDay[];
  readonly leaderPoints: readonly Point[];
  readonly followerDays: readonly ReturnDay[];
  readonly followerPoints: readonly Point[];
  readonly copies: readonly CopyNow[];
}

export function resultNow(result: EndedResult, state: EngineState): StrategyResult {
  const { dates, leader, leaderPoints, followerDays, followerPoints } = result;
  const copies = result.copies.map((copy) => copyNow(copy, state, dates.running));
  const leaderDay = leaderDayNow(result, state);
  const [followerDay] = pooled(copies.flatMap(({ day }) => (day ? [[day]] : [])));
  return {
    copies,
    leaderDays: [...(leader?.ended.days ?? []), ...(leaderDay ? [leaderDay] : [])],
    leaderPoints: leaderDay ? [...leaderPoints, nextPoint(leaderPoints.at(-1), leaderDay)] : leaderPoints,
    followerDays: followerDay ? [...followerDays, followerDay] : followerDays,
    followerPoints: followerDay ? [...followerPoints, nextPoint(followerPoints.at(-1), followerDay)] : followerPoints,
  };
}

/** Until the trade date is over in which the strategy ended. */
function leaderDayNow({ facts, leader, dates }: EndedResult, state: EngineState): ReturnDay | null {
  const { accountId, endedMs } = facts.record;
  const account = state.accounts.get(accountId);
  const isOver = endedMs !== null && dates.of(endedMs) !== dates.running;
  if (!leader || !account || isOver) return null;
  const { track, ended } = leader;
  let totalVnd = estimatedProfitVnd(account) - track.startEstimatedVnd;
  for (const { earnedVnd } of track.earnedOn.values()) totalVnd += earnedVnd;
  const feesVnd = track.earnedOn.get(dates.running)?.feesVnd ?? 0n;
  return lastDay(ended, { tradeDate: dates.running, equityVnd: accountEquityVnd(state, account), totalVnd, feesVnd });
}

function figuresOf(result: EndedResult, now: StrategyResult, state: EngineState): StrategyFigures {
  const { facts } = result;
  return {
    days: now.leaderDays.length,
    leader: curveFigures(now.leaderPoints),
    followers: followerFigures(result, now),
    ...turnFigures(facts.turns),
    maxExposure: result.maxExposure,
    averageSlippageTicks: averageSlippage(facts.slipped),
    commodities: commoditiesOf(result, state).slice(0, COMMODITIES_MAX),
  };
}

const COMMODITIES_MAX = 10;

function curveFigures(points: readonly Point[]) {
  const last = points.at(-1);
  return {
    returnPercent: percentOf(last ? returnUnits(last.growth) : 0n),
    maxDrawdown: percentOf(last?.deepest ?? 0n),
  };
}

function followerFigures({ facts }: EndedResult, now: StrategyResult): StrategyFigures['followers'] {
  const median = medianUnits(now.copies.map(({ growth }) => growth));
  if (median === undefined) return null;
  let realised = 0n;
  for (const { track } of facts.copies) for (const { earnedVnd } of track.earnedOn.values()) realised += earnedVnd;
  return {
    ...curveFigures(now.followerPoints),
    medianPercent: percentOf(median),
    inProfit: now.copies.filter(({ profitVnd }) => profitVnd > 0n).length,
    inLoss: now.copies.filter(({ profitVnd }) => profitVnd < 0n).length,
    realised: realised.toString(),
  };
}

/** All that the leader has traded since the strategy runs, most lots first. */
export function commoditiesOf({ traded }: EndedResult, { contracts }: EngineState): string[] {
  return [...new Set(traded.flatMap((code) => contracts.get(code)?.commodity.code ?? []))];
}

/** Today's; undefined until a margin and a conversion rate are in force. */
export function termsOf(
  { contracts, terms }: EngineState,
  contractCode: string,
): ReturnType<EngineState['terms']['get']> {
  return terms.get(contracts.get(contractCode)?.commodity.code ?? '');
}

/** What ticks of one lot are worth at today's rate. */
export function ticksVnd(state: EngineState, contractCode: string, ticks: number): Vnd {
  const terms = termsOf(state, contractCode);
  return terms ? estimatedProfit({ netLots: 1, openNotional: 0 }, ticks, terms).vnd : 0n;
}

export function shownToWire(
  result: EndedResult,
  now: StrategyResult,
  { state, isSimulated }: { readonly state: EngineState; readonly isSimulated: boolean },
): ShownStrategy {
  const { reason: _leadersOwn, ...strategy } = strategyToWire(result.facts.record);
  const hasFollowers = now.followerPoints.length > 0;
  // Followers whose first date is under way have no points in what was kept.
  const isKept = hasFollowers === result.followerPoints.length > 0;
  const [points, kept] = hasFollowers
    ? [now.followerPoints, result.followerPoints]
    : [now.leaderPoints, result.leaderPoints];
  const trend = isKept ? [...result.trend, ...trendOf(points.slice(kept.length))] : trendOf(points);
  return {
    ...strategy,
    ...{ leaderName: result.facts.leaderName, isSimulated },
    figures: figuresOf(result, now, state),
    trend: trend.slice(-TREND_MAX),
  };
}
