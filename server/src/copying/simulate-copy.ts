/** Answers what a copy would have given: a strategy's trades with what was due between them, at today's fees. */
import type { CopySimulation } from '@mua/contract/entities/strategy-figures';
import { type EngineState, type InvestorKind, periodsBegun, startsWeek } from '@mua/core/engine';
import { formatDecimal, maxBigint } from '@mua/core/values';
import { ratioFromWire } from '#copying/copying-wire.ts';
import type { LeaderTrade } from '#copying/leader-trades.ts';
import { shareOf } from '#copying/returns.ts';
import {
  copiesEveryTrade,
  type Happening,
  type Simulated,
  type SimulatedTerms,
  simulate,
} from '#copying/simulation.ts';
import { type EndedResult, termsOf, ticksVnd } from '#copying/strategy-result.ts';
import type { TradeDates } from '#copying/trade-dates.ts';
import { instantText } from '#wire/wire-text.ts';

const TRADES_MAX = 500;

export interface AskedCopy {
  readonly capital: string;
  readonly ratio: string;
  /** A trade date. */
  readonly since: string;
}

export function simulateCopyOf(
  { facts, dates }: EndedResult,
  asked: AskedCopy,
  { state, kind }: { readonly state: EngineState; readonly kind: InvestorKind },
): CopySimulation {
  const { record, trades, slipped } = facts;
  const startedMs = record.startedMs ?? state.timeMs;
  const sinceMs = Math.max(startedMs, startOf(dates, asked.since));
  const untilMs = record.endedMs ?? state.timeMs;
  const terms: SimulatedTerms = {
    copyFeeVnd: BigInt(record.terms.copyFeeVnd),
    feePeriod: record.terms.feePeriod,
    performanceFeeBasisPoints: record.terms.performanceFeeBasisPoints,
    feePerLot: (code) => termsOf(state, code)?.feeVnd ?? 0n,
    marginPerLot: (code) => termsOf(state, code)?.marginPerLotVnd[kind] ?? 0n,
    ticksVnd: (code, ticks) => ticksVnd(state, code, ticks),
    slippage: {
      lots: slipped.reduce((sum, { lots }) => sum + lots, 0n),
      lotTicks: slipped.reduce((sum, { lotTicks }) => sum + lotTicks, 0n),
    },
  };
  const happenings = happeningsOf(openedSince(trades, sinceMs), { dates, sinceMs, untilMs, terms });
  const capitalVnd = BigInt(asked.capital);
  const simulated = simulate(happenings, { terms, ratioBasisPoints: ratioFromWire(asked.ratio), capitalVnd });
  const isWhole = simulated.trades.every(({ skip }) => skip === null);
  const every = isWhole ? null : copiesEveryTrade(happenings, terms);
  const minFollowVnd = BigInt(record.terms.minFollowVnd);
  return {
    ...toWire(simulated, capitalVnd),
    since: instantText(sinceMs),
    paymentPeriod: record.terms.feePeriod,
    copiesAll: every && {
      ratio: formatDecimal(BigInt(every.ratioBasisPoints), 4),
      capital: maxBigint(every.capitalVnd, minFollowVnd).toString(),
    },
  };
}

/** The moment at which a trade date began: when the one before it ended. */
function startOf({ ended }: TradeDates, date: string): number {
  return ended.findLast(({ tradeDate }) => tradeDate < date)?.endMs ?? 0;
}

/** Without what closes lots that were opened before: a new follower copies what is opened from then on. */
function openedSince(trades: readonly LeaderTrade[], sinceMs: number): LeaderTrade[] {
  const older = new Map<string, number>();
  return trades.flatMap((trade) => {
    const { contractCode, side, lots, timeMs } = trade;
    const net = older.get(contractCode) ?? 0;
    const signed = side === 'BUY' ? lots : -lots;
    if (timeMs <= sinceMs) {
      older.set(contractCode, net + signed);
      return [];
    }
    const closing = net !== 0 && net > 0 !== signed > 0 ? Math.min(lots, Math.abs(net)) : 0;
    older.set(contractCode, net + Math.sign(signed) * closing);
    return closing === lots ? [] : [{ ...trade, lots: lots - closing }];
  });
}

/** The first period begins with the follow; the last week ends now, as it would if the copy were closed. */
function happeningsOf(
  trades: readonly LeaderTrade[],
  at: {
    readonly dates: TradeDates;
    readonly sinceMs: number;
    readonly untilMs: number;
    readonly terms: SimulatedTerms;
  },
): Happening[] {
  const { dates, sinceMs, untilMs, terms } = at;
  const since = dates.of(sinceMs);
  const happenings: Happening[] = [{ kind: 'copyFee' }];
  let next = 0;
  let periods = 1;
  const tradesUntil = (timeMs: number): void => {
    for (let trade = trades[next]; trade && trade.timeMs < timeMs; trade = trades[next]) {
      happenings.push({ kind: 'trade', trade });
      next += 1;
    }
  };
  for (const { tradeDate, nextDate, endMs } of dates.ended) {
    if (endMs <= sinceMs || endMs > untilMs) continue;
    tradesUntil(endMs);
    if (startsWeek(tradeDate, nextDate)) happenings.push({ kind: 'weekEnd' });
    const begun = periodsBegun(since, nextDate, terms.feePeriod);
    if (begun > periods) happenings.push({ kind: 'copyFee' });
    periods = begun;
  }
  tradesUntil(Number.POSITIVE_INFINITY);
  return [...happenings, { kind: 'weekEnd' }];
}

function toWire(simulated: Simulated, capitalVnd: bigint) {
  const { trades } = simulated;
  return {
    trades: trades.slice(-TRADES_MAX).map(({ openMs, contractCode, side, leaderLots, lots, skip, profitVnd }) => ({
      ...{ openTime: instantText(openMs), contractCode, side, leaderLots, lots, skip },
      profit: lots === 0 ? null : profitVnd.toString(),
    })),
    copied: trades.filter(({ lots }) => lots > 0).length,
    total: trades.length,
    grossProfit: simulated.grossVnd.toString(),
    tradeFees: simulated.tradeFeesVnd.toString(),
    slippage: simulated.slippageVnd.toString(),
    copyFees: simulated.copyFeesVnd.toString(),
    copyFeePeriods: simulated.copyFeePeriods,
    performanceFee: simulated.performanceFeeVnd.toString(),
    net: simulated.netVnd.toString(),
    maxDrawdown: simulated.drawdownVnd.toString(),
    maxMarginUse: shareOf(simulated.mostMarginVnd, capitalVnd) ?? '0.00',
  };
}
