/**
 * Calculates what an order line means at a price, in dong: the profit or loss of what it closes, otherwise the margin
 * it holds. Uses the engine's own calculations (core/preview). Pure.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { MarginStatus } from '@mua/contract/entities/margin';
import type { Order } from '@mua/contract/entities/order';
import type { OpenPosition } from '@mua/contract/entities/position';
import { requiredMarginVnd, stopIsReached } from '@mua/core/preview';
import type { Ticks, Vnd } from '@mua/core/values';
import type { OrderLine } from '#features/chart/trading/order-line.ts';
import { sideOf, waitsForItsStop } from '#features/chart/trading/order-lines-of.ts';
import { exitProfitVnd } from '#market/exit-profit.ts';
import { entryTicksOf } from '#orders/conditional-legs.ts';
import { isMarketable } from '#orders/marketable.ts';

export interface EffectGround {
  readonly contract: Contract;
  readonly position: OpenPosition | null;
  /** Live orders of this contract: an exit that waits for its entry closes that. */
  readonly orders: readonly Order[];
  /** The draft's own entry, which its exits close. */
  readonly draftEntryTicks: Ticks | null;
  readonly margin: MarginStatus | undefined;
  readonly marginPerLotVnd: Vnd | null;
  readonly market: { readonly bid: number | null; readonly ask: number | null; readonly last: number | null };
}

export type Effect =
  | { readonly kind: 'profit'; readonly vnd: Vnd }
  | { readonly kind: 'margin'; readonly beforeVnd: Vnd; readonly afterVnd: Vnd };

export function effectAt(line: OrderLine, ticks: Ticks, ground: EffectGround): Effect | null {
  const { subject, side, lots } = line;
  const { contract, position } = ground;
  if (subject.kind === 'position' || subject.kind === 'alert') return null;
  const entryTicks = entryTicksOfLine(line, ground);
  const vnd = exitProfitVnd({ side, lots, ticks }, { contract, entryTicks, held: position });
  if (vnd !== null) return { kind: 'profit', vnd };
  if (entryTicks !== null || (position && sideOf(position) !== side)) return null;
  if (subject.kind === 'conditional') return null;
  if (subject.kind === 'draft' && (subject.leg === 'takeProfit' || subject.leg === 'stopLoss')) return null;
  return marginOf(line, ground);
}

/** If what it closes is still to be opened: the price of its entry. */
function entryTicksOfLine({ subject }: OrderLine, { orders, draftEntryTicks, contract }: EffectGround): number | null {
  if (subject.kind === 'draft') {
    return subject.leg === 'takeProfit' || subject.leg === 'stopLoss' ? draftEntryTicks : null;
  }
  return subject.kind === 'conditional' ? entryTicksOf(subject.order, orders, contract.decimalFormat) : null;
}

/** The margin of an order depends on its lots, not its price; a draft's lots come on top. */
function marginOf({ subject, side, lots }: OrderLine, ground: EffectGround): Effect | null {
  const { margin, contract, marginPerLotVnd } = ground;
  if (!margin) return null;
  const beforeVnd = BigInt(margin.requiredMargin);
  if (subject.kind !== 'draft') return { kind: 'margin', beforeVnd, afterVnd: beforeVnd };
  const held = margin.contracts.find(({ contractCode }) => contractCode === contract.code);
  const perLot = held ? BigInt(held.marginPerLot) : marginPerLotVnd;
  if (perLot === null) return null;
  const { netLots = 0, workingBuyLots = 0, workingSellLots = 0 } = held ?? {};
  const before = { netLots, workingBuyLots, workingSellLots };
  const after =
    side === 'BUY'
      ? { ...before, workingBuyLots: workingBuyLots + lots }
      : { ...before, workingSellLots: workingSellLots + lots };
  const more = requiredMarginVnd(after, perLot) - requiredMarginVnd(before, perLot);
  return { kind: 'margin', beforeVnd, afterVnd: beforeVnd + more };
}

/** A limit that meets the other side, or a stop already reached, would trade at once. */
export function tradesAtOnce(
  { subject, side }: OrderLine,
  ticks: Ticks,
  { market }: Pick<EffectGround, 'market'>,
): boolean {
  if (subject.kind !== 'order' && subject.kind !== 'draft') return false;
  if (subject.leg === 'stop') return market.last !== null && stopIsReached(side, ticks, market.last);
  const waitsForStop = subject.kind === 'order' && waitsForItsStop(subject.order);
  if (subject.leg !== 'limit' || waitsForStop) return false;
  return isMarketable(side, ticks, market);
}
