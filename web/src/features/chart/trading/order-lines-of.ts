/** Derives order lines from positions, orders and the ticket's draft. Pure. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import type { OpenPosition } from '@mua/contract/entities/position';
import { oppositeSide, type PriceGrid, parseDecimal, readTypedLots, type Side, type Ticks } from '@mua/core/values';
import type { DraftLeg, OrderLeg, OrderLine } from '#features/chart/trading/order-line.ts';
import type { AlertLine } from '#lists/price-alerts.ts';
import { legsOf } from '#orders/conditional-legs.ts';
import { type EntryGround, exitEntryOf, readExit } from '#orders/draft-exits.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { type DraftPrice, type DraftValues, type ExitLeg, typedPrice } from '#orders/ticket-draft.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

/** Actions that an order's status allows. */
export interface OrderRights {
  readonly canModify: boolean;
  readonly canCancel: boolean;
}

export function sideOf({ netLots }: Pick<OpenPosition, 'netLots'>): Side {
  return netLots > 0 ? 'BUY' : 'SELL';
}

export function lineOfPosition(position: OpenPosition, { scale, tickUnits }: PriceGrid): OrderLine | null {
  const average = parseDecimal(position.averagePrice);
  if (!average || position.netLots === 0) return null;
  return {
    id: `position ${position.contractCode}`,
    subject: { kind: 'position', position },
    side: sideOf(position),
    lots: Math.abs(position.netLots),
    ticks: (Number(average.units) / 10 ** average.scale) * (10 ** scale / tickUnits),
    isChanging: false,
    canMove: false,
    canEnd: true,
  };
}

/** A triggered stop is shown as the order it became. */
export function waitsForItsStop({ stopPrice, triggeredAt }: Order): boolean {
  return stopPrice !== null && triggeredAt === null;
}

/** Lines of its stop, its limit, or both; requested terms are shown at once, and marked as being changed. */
export function linesOfOrder(order: Order, grid: PriceGrid, { canModify, canCancel }: OrderRights): OrderLine[] {
  const asked = order.pendingModify ?? order;
  const isWaiting = waitsForItsStop(order);
  const legs: readonly (readonly [OrderLeg, string | null])[] = [
    ['stop', isWaiting ? asked.stopPrice : null],
    ['limit', asked.limitPrice],
  ];
  return legs.flatMap(([leg, price]): OrderLine[] => {
    const ticks = ticksFromWire(price, grid);
    if (ticks === null) return [];
    return [
      {
        id: `order ${order.orderId} ${leg}`,
        subject: { kind: 'order', order, leg },
        side: order.side,
        lots: order.quantity - order.filledQuantity,
        ticks,
        isChanging: order.isCancelRequested || order.status === 'IN_MODIFY' || order.status === 'IN_CANCEL',
        canMove: canModify && !order.isForceSell,
        canEnd: canCancel,
      },
    ];
  });
}

/** Lines of its take profit, its stop loss, and its trailing stop at the current price. */
export function linesOfConditional(order: ConditionalOrder, grid: PriceGrid, markTicks: Ticks | null): OrderLine[] {
  const isWaiting = order.state === 'PENDING_ACTIVATION';
  return legsOf(order, grid, markTicks).map(
    ({ leg, ticks }): OrderLine => ({
      id: `conditional ${order.conditionalOrderId} ${leg}`,
      subject: { kind: 'conditional', order, leg },
      side: order.side,
      lots: order.quantity,
      ticks,
      isChanging: false,
      canMove: isWaiting,
      canEnd: isWaiting,
    }),
  );
}

/** An alert trades nothing: it has a price and no size. */
export function lineOfAlert(alert: AlertLine): OrderLine {
  return {
    id: `alert ${alert.alertId}`,
    subject: { kind: 'alert', alert },
    side: alert.direction === 'ABOVE' ? 'BUY' : 'SELL',
    lots: 0,
    ticks: alert.ticks,
    isChanging: false,
    canMove: true,
    canEnd: true,
  };
}

/** Until a price is edited the draft follows the market and has no line; exits at a distance follow their entry. */
export function linesOfDraft(draft: DraftValues, on: EntryGround): OrderLine[] {
  if (draft.contractCode !== on.contract.code) return [];
  const { orderType, side, isReduceOnly, exitUnit: unit } = draft;
  const fields = fieldsOf(orderType);
  const isPair = fields.exits === 'own';
  const hasExits = isPair || (fields.exits === 'optional' && draft.hasExits && !isReduceOnly);
  const grid = on.contract.decimalFormat;
  const entry = exitEntryOf(draft, on);
  const exitOf = (leg: ExitLeg) => (hasExits ? readExit(draft[leg], { leg, unit }, entry) : null);
  const prices: readonly (readonly [DraftLeg, DraftPrice | null])[] = [
    ['stop', fields.hasStop ? typedPrice(draft.stopText, grid) : null],
    ['limit', fields.hasLimit && draft.limitSource === 'typed' ? typedPrice(draft.limitText, grid) : null],
    ['takeProfit', exitOf('takeProfitText')],
    ['stopLoss', exitOf('stopLossText')],
  ];
  const lots = readTypedLots(draft.lotsText) ?? 0;
  return prices.flatMap(([leg, price]): OrderLine[] => {
    if (price?.kind !== 'price') return [];
    const isExit = leg === 'takeProfit' || leg === 'stopLoss';
    return [
      {
        id: `draft ${leg}`,
        subject: { kind: 'draft', leg },
        side: isExit && !isPair ? oppositeSide(side) : side,
        lots,
        ticks: price.ticks,
        isChanging: false,
        canMove: true,
        canEnd: true,
      },
    ];
  });
}

/** The line that represents the whole draft and has the buttons. */
export function mainDraftLeg(lines: readonly OrderLine[]): DraftLeg | null {
  const legs = lines.flatMap(({ subject }) => (subject.kind === 'draft' ? [subject.leg] : []));
  return legs[0] ?? null;
}
