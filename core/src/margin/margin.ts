/**
 * The margin rule (docs/rules/margin-and-money.md#margin), as sums over plain numbers: the engine's acceptance check,
 * the server's replies and the screens' previews all use it. Money is dong.
 */

import { type Duration, type OrderType, oppositeSide, type Side } from '#values/trading-words.ts';
import type { Lots, Vnd } from '#values/units.ts';
import { maxBigint, minBigint } from '#values/whole-numbers.ts';

/** The margin inputs of one contract. Working lots include unanswered increases. */
export interface Exposure {
  /** Signed: positive is long. */
  readonly netLots: Lots;
  readonly workingBuyLots: Lots;
  readonly workingSellLots: Lots;
}

/** The larger of |net + working buys| and |net - working sells|. */
export function worstCaseLots(exposure: Exposure): Lots {
  return Math.max(
    Math.abs(exposure.netLots + exposure.workingBuyLots),
    Math.abs(exposure.netLots - exposure.workingSellLots),
  );
}

export function requiredMarginVnd(exposure: Exposure, marginPerLotVnd: Vnd): Vnd {
  return BigInt(worstCaseLots(exposure)) * marginPerLotVnd;
}

export function equityVnd(funds: { cashVnd: Vnd; heldVnd: Vnd; estimatedProfitVnd: Vnd }): Vnd {
  return funds.cashVnd - funds.heldVnd + funds.estimatedProfitVnd;
}

/** Equity / required in hundredths of a percent, rounded down; null without required margin, hence below no level. */
export function marginRatioBasisPoints(equity: bigint, required: bigint): bigint | null {
  if (required <= 0n) return null;
  const scaled = equity * 10_000n;
  const quotient = scaled / required;
  return scaled < 0n && scaled % required !== 0n ? quotient - 1n : quotient;
}

/** What may be withdrawn: max(0, min(available, cash - held)). Unrealised profit can't be. */
export function withdrawableVnd(input: { availableVnd: Vnd; cashVnd: Vnd; heldVnd: Vnd }): Vnd {
  const free = input.cashVnd - input.heldVnd;
  return maxBigint(0n, minBigint(input.availableVnd, free));
}

/** The acceptance check's inputs besides the order's own side and lots. */
export interface MarginSituation {
  readonly equityVnd: Vnd;
  /** Required margin of the whole account before the order, this contract included. */
  readonly requiredVnd: Vnd;
  readonly exposure: Exposure;
  readonly marginPerLotVnd: Vnd;
  /** Fee of one lot and side. */
  readonly feeVnd: Vnd;
  /** Working lots on the order's side with an earlier time priority: all of them for a new order. */
  readonly earlierLots: Lots;
}

/**
 * Whether an order is risk-reducing: its lots and the earlier working lots on its side do not exceed the opposite net
 * position (docs/rules/orders.md#risk-reducing-orders). Such an order is never refused for margin.
 */
export function isRiskReducing(side: Side, lots: Lots, netLots: Lots, earlierLots: Lots): boolean {
  const opposite = side === 'BUY' ? -netLots : netLots;
  return opposite > 0 && lots + earlierLots <= opposite;
}

/**
 * Whether an order that may only reduce adds no required margin: it and the earlier ones of its side, all filled before
 * any could shrink, would leave no larger a position than there is. So each lot may have one exit above and one below.
 */
export function isCoveredByPosition(side: Side, lots: Lots, netLots: Lots, earlierLots: Lots): boolean {
  const opposite = side === 'BUY' ? -netLots : netLots;
  return opposite > 0 && lots + earlierLots <= 2 * opposite;
}

export interface MarginVerdict {
  readonly accepted: boolean;
  readonly requiredAfterVnd: Vnd;
  /** Opening and closing fees for all lots of the order. */
  readonly feesVnd: Vnd;
  /** Negative: the shortfall. */
  readonly availableAfterVnd: Vnd;
}

/** The acceptance check: a risk-increasing order must leave available margin at 0 or more, fees included. */
export function judgeMargin(situation: MarginSituation, side: Side, lots: Lots): MarginVerdict {
  const { exposure } = situation;
  const after: Exposure = {
    netLots: exposure.netLots,
    workingBuyLots: exposure.workingBuyLots + (side === 'BUY' ? lots : 0),
    workingSellLots: exposure.workingSellLots + (side === 'SELL' ? lots : 0),
  };
  const change =
    requiredMarginVnd(after, situation.marginPerLotVnd) - requiredMarginVnd(exposure, situation.marginPerLotVnd);
  const requiredAfterVnd = situation.requiredVnd + change;
  const feesVnd = 2n * BigInt(lots) * situation.feeVnd;
  const availableAfterVnd = situation.equityVnd - requiredAfterVnd - feesVnd;
  const reducing = isRiskReducing(side, lots, exposure.netLots, situation.earlierLots);
  return { accepted: reducing || availableAfterVnd >= 0n, requiredAfterVnd, feesVnd, availableAfterVnd };
}

/** The acceptance inputs of both legs of a spread; `equityVnd` and `requiredVnd` are the account's in each. */
export interface SpreadSituation {
  readonly near: MarginSituation;
  readonly far: MarginSituation;
}

/** Whether an order in a spread only reduces the positions in both legs. `side` is the spread's. */
export function reducesBoth({ near, far }: SpreadSituation, side: Side, lots: Lots): boolean {
  return (
    isRiskReducing(side, lots, near.exposure.netLots, near.earlierLots) &&
    isRiskReducing(oppositeSide(side), lots, far.exposure.netLots, far.earlierLots)
  );
}

/** The acceptance check of an order in a spread: each leg at its own worst case, and no credit between them. */
export function judgeSpreadMargin({ near, far }: SpreadSituation, side: Side, lots: Lots): MarginVerdict {
  const ofNear = judgeMargin(near, side, lots);
  const equityLeft = far.equityVnd - ofNear.feesVnd;
  const left = { ...far, requiredVnd: ofNear.requiredAfterVnd, equityVnd: equityLeft };
  const { requiredAfterVnd, feesVnd, availableAfterVnd } = judgeMargin(left, oppositeSide(side), lots);
  const accepted = reducesBoth({ near, far }, side, lots) || availableAfterVnd >= 0n;
  return { accepted, requiredAfterVnd, feesVnd: ofNear.feesVnd + feesVnd, availableAfterVnd };
}

/**
 * The largest quantity that the acceptance check accepts, at most `cap` lots, found by bisection: acceptance is
 * monotone, since required margin and fees only grow with quantity.
 */
export function maxLots(situation: MarginSituation, side: Side, cap: Lots): Lots {
  return largestAccepted(cap, (lots) => judgeMargin(situation, side, lots).accepted);
}

/** As of one contract. */
export function maxSpreadLots(situation: SpreadSituation, side: Side, cap: Lots): Lots {
  return largestAccepted(cap, (lots) => judgeSpreadMargin(situation, side, lots).accepted);
}

/** The largest quantity up to `cap` that `accepts` takes, which takes every smaller one too. */
export function largestAccepted(cap: Lots, accepts: (lots: Lots) => boolean): Lots {
  let accepted = 0;
  let refused = Math.max(0, cap) + 1;
  while (refused - accepted > 1) {
    const lots = Math.floor((accepted + refused) / 2);
    if (accepts(lots)) accepted = lots;
    else refused = lots;
  }
  return accepted;
}

/** What closing lots of a position leaves free, and its fees: for what is to follow. Dong. */
export interface MarginFreed {
  readonly requiredVnd: Vnd;
  readonly feesVnd: Vnd;
}

/** `side` is that of the closing order, `feeVnd` of one lot. */
export function freedByClosing(
  { exposure, marginPerLotVnd, feeVnd }: Pick<MarginSituation, 'exposure' | 'marginPerLotVnd' | 'feeVnd'>,
  side: Side,
  lots: Lots,
): MarginFreed {
  const left = { ...exposure, netLots: exposure.netLots + (side === 'BUY' ? lots : -lots) };
  return {
    requiredVnd: requiredMarginVnd(exposure, marginPerLotVnd) - requiredMarginVnd(left, marginPerLotVnd),
    feesVnd: BigInt(lots) * feeVnd,
  };
}

/** Whether an order is filled or cancelled by the exchange when it arrives. */
export function isAtOnce(order: { readonly orderType: OrderType; readonly duration: Duration }): boolean {
  return order.orderType === 'MARKET' || order.duration === 'IOC' || order.duration === 'FOK';
}
