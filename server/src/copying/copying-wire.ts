/** Strategies, copies, decisions and weeks in wire form. Rows of read tables have their dong as text already. */
import type { CopyDecision } from '@mua/contract/entities/copy-decision';
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import type { OwnStrategy, StrategyForm } from '@mua/contract/entities/strategy';
import type { WeeklyCopierReport } from '@mua/contract/entities/weekly-copier-report';
import type {
  CopyWeekReport,
  CopyRecord as EngineCopy,
  CopyDecision as EngineDecision,
  StrategyRecord as EngineStrategy,
  StrategyTerms,
} from '@mua/core/engine';
import { formatDecimal, parseDecimal, priceToText } from '@mua/core/values';
import { type Grids, rejectionToWire } from '#orders/order-wire.ts';
import { instantOrNull, instantText } from '#wire/wire-text.ts';

/** A record as JSON has it. */
export type Stored<T> = T extends bigint
  ? string
  : T extends number | string
    ? T
    : T extends object
      ? { readonly [K in keyof T]: Stored<T[K]> }
      : T;

/** Rates: percent with two decimals on the wire, hundredths of a percent in the engine. */
const RATE_DECIMALS = 2;
/** Ratios: a plain number on the wire. */
const RATIO_DECIMALS = 4;

function scaled(text: string, decimals: number): number {
  const value = parseDecimal(text);
  if (!value) throw new TypeError(`${text} is no number`);
  return Number(value.units * 10n ** BigInt(decimals - value.scale));
}

/** Of text that the contract has checked. */
export function ratioFromWire(text: string): number {
  return scaled(text, RATIO_DECIMALS);
}

export function termsFromWire(form: StrategyForm): StrategyTerms {
  return {
    name: form.name,
    description: form.description,
    maxFollowers: form.maxFollowers,
    copyFeeVnd: BigInt(form.copyFee),
    feePeriod: form.paymentPeriod,
    performanceFeeBasisPoints: scaled(form.performanceFeeRate, RATE_DECIMALS),
    minFollowVnd: BigInt(form.minFollowAmount),
    slippageTicks: form.slippageTolerance,
  };
}

export function strategyToWire(strategy: Stored<EngineStrategy>): OwnStrategy {
  const { strategyId, accountId, isDemo, terms, approval, running, reason, followers } = strategy;
  const { name, description, maxFollowers, feePeriod, slippageTicks } = terms;
  return {
    ...{ strategyId, accountId, isDemo, name, description, maxFollowers, approval, state: running, reason, followers },
    copyFee: terms.copyFeeVnd,
    paymentPeriod: feePeriod,
    performanceFeeRate: formatDecimal(BigInt(terms.performanceFeeBasisPoints), RATE_DECIMALS),
    minFollowAmount: terms.minFollowVnd,
    slippageTolerance: slippageTicks,
    createdDate: instantText(strategy.createdMs),
    startedDate: instantOrNull(strategy.startedMs),
    endedDate: instantOrNull(strategy.endedMs),
  };
}

/** What was traded and paid on the sub-account while it copied. */
export interface CopySums {
  readonly closedMs: number | null;
  readonly completed: number;
  readonly won: number;
  readonly feesVnd: string;
  readonly profitVnd: string;
  readonly firstFeeVnd: string;
}

export function copyToWire(copy: Stored<EngineCopy>, sums: CopySums): OwnCopy {
  const { copyId, strategyId, strategyName, accountId, ratioBasisPoints, state, end, paidUntil } = copy;
  const { completed, won } = sums;
  return {
    ...{ copyTraderId: copyId, strategyId, strategyName, accountId, state, endReason: end, paidUntil },
    copyRatio: formatDecimal(BigInt(ratioBasisPoints), RATIO_DECIMALS),
    maxLoss: copy.maxLossVnd,
    completedTrades: completed,
    profit: sums.profitVnd,
    fees: sums.feesVnd,
    winRate: completed === 0 ? null : formatDecimal(BigInt(Math.round((won * 10_000) / completed)), RATE_DECIMALS),
    funds: copy.fundsVnd,
    firstFee: sums.firstFeeVnd,
    createdDate: instantText(copy.startedMs),
    closedDate: instantOrNull(sums.closedMs),
  };
}

export function decisionToWire(decision: EngineDecision, timeMs: number, grids: Grids): CopyDecision {
  const { fill, targetLots, order, skip } = decision;
  const { contractCode, side, lots, priceTicks } = fill;
  const grid = grids(contractCode);
  return {
    time: instantText(timeMs),
    contractCode,
    leader: { side, lots, price: priceToText(priceTicks, grid), time: instantText(fill.timeMs) },
    target: targetLots,
    order: order && {
      ...{ orderId: order.orderId, side: order.side, lots: order.lots },
      limitPrice: order.limitTicks === null ? null : priceToText(order.limitTicks, grid),
    },
    skip: skip && { code: skip.why, rejection: skip.refusal ? rejectionToWire(skip.refusal, grid) : null },
  };
}

export function weekToWire(week: Stored<CopyWeekReport>): WeeklyCopierReport {
  return {
    copyTraderId: week.copyId,
    startTime: instantText(week.startMs),
    endTime: instantText(week.endMs),
    profitInCycle: week.profitVnd,
    profitToFee: week.profitToFeeVnd,
    performanceFee: week.performanceFeeVnd,
    startEquity: week.startEquityVnd,
    endEquity: week.endEquityVnd,
    fundChanged: week.fundChangedVnd,
    previousHighEquity: week.highEquityVnd,
    newHighEquity: week.newHighEquityVnd,
  };
}
