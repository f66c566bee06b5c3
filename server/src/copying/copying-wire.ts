/** Strategies, copies, decisions and weeks in wire form. Rows of read tables have their dong as text already. */
import type { CopyDecision, CopyWeek, OwnCopy } from '@mua/contract/entities/copy';
import type { OwnStrategy, StrategyForm } from '@mua/contract/entities/strategy';
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

/** Rates and ratios: percent with two decimals on the wire, hundredths of a percent in the engine. */
export function percentToWire(basisPoints: number): string {
  return formatDecimal(BigInt(basisPoints), 2);
}

/** Of text that the contract has checked. */
export function percentFromWire(text: string): number {
  const value = parseDecimal(text);
  if (!value) throw new TypeError(`${text} is no percent`);
  return Number(value.units * 10n ** BigInt(2 - value.scale));
}

export function termsFromWire(form: StrategyForm): StrategyTerms {
  return {
    name: form.name,
    description: form.description,
    maxFollowers: form.maxFollowers,
    copyFeeVnd: BigInt(form.copyFee),
    feePeriod: form.paymentPeriod,
    performanceFeeBasisPoints: percentFromWire(form.performanceFee),
    minFollowVnd: BigInt(form.minFollowAmount),
    slippageTicks: form.slippageTolerance,
  };
}

export function strategyToWire(strategy: Stored<EngineStrategy>): OwnStrategy {
  const { strategyId, accountId, isDemo, terms, approval, running, reason, followers } = strategy;
  const { name, description, maxFollowers, feePeriod, slippageTicks } = terms;
  return {
    ...{ strategyId, accountId, isDemo, name, description, maxFollowers, approval, running, reason, followers },
    copyFee: terms.copyFeeVnd,
    paymentPeriod: feePeriod,
    performanceFee: percentToWire(terms.performanceFeeBasisPoints),
    minFollowAmount: terms.minFollowVnd,
    slippageTolerance: slippageTicks,
    createdAt: instantText(strategy.createdMs),
    startedAt: instantOrNull(strategy.startedMs),
    endedAt: instantOrNull(strategy.endedMs),
  };
}

export function copyToWire(copy: Stored<EngineCopy>, closedMs: number | null): OwnCopy {
  const { copyId, strategyId, strategyName, accountId, ratioBasisPoints, state, end, paidUntil } = copy;
  return {
    ...{ copyId, strategyId, strategyName, accountId, state, endReason: end, paidUntil },
    copyRatio: percentToWire(ratioBasisPoints),
    maxLoss: copy.maxLossVnd,
    funds: copy.fundsVnd,
    createdAt: instantText(copy.startedMs),
    closedAt: instantOrNull(closedMs),
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

export function weekToWire(week: Stored<CopyWeekReport>): CopyWeek {
  return {
    copyId: week.copyId,
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
