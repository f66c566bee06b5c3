/**
 * One net position per sub-account and contract. Lots close first in, first out; each matched opening and closing part
 * is one round turn (docs/rules/margin-and-money.md#positions-and-profit).
 */
import { type OpenLot, OpenLots } from '#positions/open-lots.ts';
import { MICRO_PER_DONG, profitMinor, toVnd } from '#values/money.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';
import { assert, roundHalfEven } from '#values/whole-numbers.ts';

export interface Position {
  readonly contractCode: string;
  /** Signed: positive is long. */
  netLots: Lots;
  /** Sum of price x lots over the open lots, in tick-lots. */
  openNotional: number;
  openLots: OpenLots;
}

export interface Fill {
  readonly fillId: string;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly timeMs: number;
}

/** An opening and a closing fill part, matched: one settled row (`pair` in events and tables). */
export interface RoundTurn {
  readonly lots: Lots;
  readonly buyFillId: string;
  readonly buyPriceTicks: Ticks;
  readonly buyTimeMs: number;
  readonly sellFillId: string;
  readonly sellPriceTicks: Ticks;
  readonly sellTimeMs: number;
  readonly settleTimeMs: number;
  /** Realised profit in minor units of the contract's currency, exact. */
  readonly profitMinor: bigint;
  /** Rounded once per row, at the conversion rate of the closing time. */
  readonly profitVnd: Vnd;
}

export interface MoneyTerms {
  readonly tickValueMinor: bigint;
  readonly rateE4: bigint;
}

export function emptyPosition(contractCode: string): Position {
  return { contractCode, netLots: 0, openNotional: 0, openLots: OpenLots.NONE };
}

/** Books a fill: closes the oldest opposite lots first, opens the rest. Returns the round turns, oldest first. */
export function applyFill(position: Position, fill: Fill, terms: MoneyTerms): RoundTurn[] {
  const roundTurns: RoundTurn[] = [];
  const closes = fill.side === 'BUY' ? position.netLots < 0 : position.netLots > 0;
  let left = fill.lots;
  while (closes && left > 0) {
    const { oldest } = position.openLots;
    if (!oldest) break;
    const lots = Math.min(left, oldest.lots);
    roundTurns.push(closeLots(oldest, fill, lots, terms));
    left -= lots;
    position.openLots = position.openLots.closed(lots);
    position.openNotional -= oldest.priceTicks * lots;
  }
  if (left > 0) open(position, fill, left);
  position.netLots += fill.side === 'BUY' ? fill.lots : -fill.lots;
  assert(Number.isSafeInteger(position.openNotional), 'open notional is a safe integer');
  return roundTurns;
}

function open(position: Position, fill: Fill, lots: Lots): void {
  const { fillId, priceTicks, timeMs } = fill;
  position.openLots = position.openLots.opened({ fillId, priceTicks, timeMs, lots });
  position.openNotional += fill.priceTicks * lots;
}

function closeLots(opening: OpenLot, closing: Fill, lots: Lots, terms: MoneyTerms): RoundTurn {
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

/** The profit of closing the position at the mark: exact in minor units, rounded once in dong. */
export function estimatedProfit(
  position: { readonly netLots: Lots; readonly openNotional: number },
  markTicks: Ticks,
  terms: MoneyTerms,
): { minor: bigint; vnd: Vnd } {
  const minor = BigInt(profitTicks(position, markTicks)) * terms.tickValueMinor;
  return { minor, vnd: toVnd(minor, terms.rateE4) };
}

/** The profit in ticks of one lot. */
export function profitTicks(
  { netLots, openNotional }: { readonly netLots: Lots; readonly openNotional: number },
  markTicks: Ticks,
): Ticks {
  const ticks = markTicks * netLots - (netLots < 0 ? -openNotional : openNotional);
  assert(Number.isSafeInteger(ticks), 'profit in ticks is a safe integer');
  return ticks;
}

/** The value of a tick of one lot, exactly and as a number, besides the money terms it is made from. */
export interface TickTerms extends MoneyTerms {
  /** In millionths of a dong; not a safe integer if too large. */
  readonly tickMicroVnd: number;
}

/**
 * The dong of an estimated profit: computed as a number where it fits one, as it nearly always does, because each price
 * revalues thousands of positions and bigints are ten times as slow.
 */
export function ticksToVnd(ticks: Ticks, { tickMicroVnd, tickValueMinor, rateE4 }: TickTerms): number | bigint {
  const microVnd = ticks * tickMicroVnd;
  if (Number.isSafeInteger(tickMicroVnd) && Number.isSafeInteger(microVnd))
    return roundHalfEven(microVnd, MICRO_PER_DONG);
  return toVnd(BigInt(ticks) * tickValueMinor, rateE4);
}
