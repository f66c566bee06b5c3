/**
 * One net position per sub-account and contract. Lots close first in, first out; each closed pair is one settled
 * row (trading rules, "Position and profit").
 */
import { profitMinor, toVnd } from '#values/money';
import type { Side } from '#values/trading-words';
import { assert } from '#values/whole-numbers';

/** Lots opened by one fill and not closed yet. */
export interface OpenLot {
  readonly fillId: string;
  readonly priceTicks: number;
  readonly timeMs: number;
  lots: number;
}

export interface Position {
  readonly contractCode: string;
  /** Signed: long above 0. */
  netLots: number;
  /** Sum of price x lots over the open lots, in tick-lots. */
  openNotional: number;
  /** Oldest first. */
  openLots: OpenLot[];
  /** Its estimated profit as last counted; absent when the position has changed since. Not a part of what it is. */
  valuation?: Valuation | undefined;
}

/** An estimated profit with what it was counted from: thousands of positions are looked at with every price. */
export interface Valuation {
  readonly markTicks: number;
  readonly terms: MoneyTerms;
  readonly vnd: bigint;
}

export interface Fill {
  readonly fillId: string;
  readonly side: Side;
  readonly priceTicks: number;
  readonly lots: number;
  readonly timeMs: number;
}

/** An opening and a closing fill part that met: one settled row. */
export interface SettledPair {
  readonly lots: number;
  readonly buyFillId: string;
  readonly buyPriceTicks: number;
  readonly buyTimeMs: number;
  readonly sellFillId: string;
  readonly sellPriceTicks: number;
  readonly sellTimeMs: number;
  readonly settleTimeMs: number;
  /** Actual profit in minor units of the contract's currency, exact. */
  readonly profitMinor: bigint;
  /** Rounded once per row, at the conversion rate of the closing time. */
  readonly profitVnd: bigint;
}

export interface MoneyTerms {
  readonly tickValueMinor: bigint;
  readonly rateE4: bigint;
}

export function emptyPosition(contractCode: string): Position {
  return { contractCode, netLots: 0, openNotional: 0, openLots: [] };
}

/** Books a fill: closes the oldest opposite lots first, opens what is left. Returns the pairs, oldest first. */
export function applyFill(position: Position, fill: Fill, terms: MoneyTerms): SettledPair[] {
  const pairs: SettledPair[] = [];
  position.valuation = undefined;
  const closes = fill.side === 'BUY' ? position.netLots < 0 : position.netLots > 0;
  let left = fill.lots;
  while (closes && left > 0) {
    const oldest = position.openLots[0];
    if (!oldest) break;
    const lots = Math.min(left, oldest.lots);
    pairs.push(settle(oldest, fill, lots, terms));
    left -= lots;
    oldest.lots -= lots;
    position.openNotional -= oldest.priceTicks * lots;
    if (oldest.lots === 0) position.openLots.shift();
  }
  if (left > 0) open(position, fill, left);
  position.netLots += fill.side === 'BUY' ? fill.lots : -fill.lots;
  assert(Number.isSafeInteger(position.openNotional), 'open notional is a safe integer');
  return pairs;
}

function open(position: Position, fill: Fill, lots: number): void {
  position.openLots.push({ fillId: fill.fillId, priceTicks: fill.priceTicks, timeMs: fill.timeMs, lots });
  position.openNotional += fill.priceTicks * lots;
}

function settle(opening: OpenLot, closing: Fill, lots: number, terms: MoneyTerms): SettledPair {
  const closingBuys = closing.side === 'BUY';
  const buy = closingBuys ? closing : opening;
  const sell = closingBuys ? opening : closing;
  const minor = profitMinor({
    buyTicks: buy.priceTicks,
    sellTicks: sell.priceTicks,
    lots,
    tickValueMinor: terms.tickValueMinor,
  });
  return {
    lots,
    buyFillId: buy.fillId,
    buyPriceTicks: buy.priceTicks,
    buyTimeMs: buy.timeMs,
    sellFillId: sell.fillId,
    sellPriceTicks: sell.priceTicks,
    sellTimeMs: sell.timeMs,
    settleTimeMs: closing.timeMs,
    profitMinor: minor,
    profitVnd: toVnd(minor, terms.rateE4),
  };
}

/** What the position would earn if closed at the mark: exact in minor units, rounded once in dong. */
export function estimatedProfit(
  position: { readonly netLots: number; readonly openNotional: number },
  markTicks: number,
  terms: MoneyTerms,
): { minor: bigint; vnd: bigint } {
  const sign = position.netLots < 0 ? -1 : 1;
  const difference = markTicks * position.netLots - sign * position.openNotional;
  assert(Number.isSafeInteger(difference), 'profit in ticks is a safe integer');
  const minor = BigInt(difference) * terms.tickValueMinor;
  return { minor, vnd: toVnd(minor, terms.rateE4) };
}

/** In dong, counted anew only when the mark or the terms have moved or the position has changed. */
export function valuedProfitVnd(position: Position, markTicks: number, terms: MoneyTerms): bigint {
  const known = position.valuation;
  if (known && known.markTicks === markTicks && known.terms === terms) return known.vnd;
  const { vnd } = estimatedProfit(position, markTicks, terms);
  position.valuation = { markTicks, terms, vnd };
  return vnd;
}
