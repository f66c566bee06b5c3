/**
 * Decides what moving an order line to another price requests from the server, or why it can't be moved. The bounds are
 * the engine's (core/engine/order-checks, exit-pairs), so that a line snaps back at once if the move would be refused.
 * Pure.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import type { Facts } from '@mua/contract/errors';
import type { ModifyConditionalRequest } from '@mua/contract/http/conditional-orders';
import type { ModifyOrderRequest } from '@mua/contract/http/orders';
import { type PriceGrid, priceToText, type Ticks } from '@mua/core/values';
import type { DraftLeg, ExitName, OrderLeg, OrderLine } from '#features/chart/trading/order-line.ts';
import { waitsForItsStop } from '#features/chart/trading/order-lines-of.ts';
import type { AlertChange, AlertLine } from '#lists/price-alerts.ts';
import { bandDistanceTicks } from '#market/price-band.ts';
import { isBeyond, limitTicksOf } from '#market/price-state.ts';
import { legMovedTo } from '#orders/conditional-legs.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface AmendGround {
  readonly contract: Pick<Contract, 'decimalFormat' | 'terms' | 'dailyLimits'>;
  /** Reference of a limit order's price band: settlement, else the last trade. */
  readonly referenceTicks: Ticks | null;
  /** Reference of exits: last trade, else settlement. */
  readonly markTicks: Ticks | null;
  /** Live ones in the contract: exits and their entry are judged against each other until something is filled. */
  readonly orders: readonly Order[];
  readonly conditionals: readonly ConditionalOrder[];
}

export type Amendment =
  | { readonly kind: 'fault'; readonly code: string; readonly facts: Facts }
  | { readonly kind: 'order'; readonly request: ModifyOrderRequest }
  | { readonly kind: 'conditional'; readonly request: ModifyConditionalRequest }
  | { readonly kind: 'draft'; readonly leg: DraftLeg; readonly ticks: Ticks }
  | { readonly kind: 'alert'; readonly alertId: string; readonly change: AlertChange }
  | { readonly kind: 'nothing' };

const NOTHING = { kind: 'nothing' } as const;

export function amendmentOf({ subject, ticks: fromTicks }: OrderLine, ticks: Ticks, ground: AmendGround): Amendment {
  if (ticks === fromTicks) return NOTHING;
  switch (subject.kind) {
    case 'position':
      return NOTHING;
    case 'alert':
      return movedAlert(subject.alert, ticks, ground);
    case 'draft':
      return { kind: 'draft', leg: subject.leg, ticks };
    case 'order':
      return amendedOrder(subject.order, { leg: subject.leg, ticks }, ground);
    case 'conditional': {
      const { order, leg } = subject;
      const fault = leg === 'trail' ? undefined : wrongSideFault(order, { leg, ticks }, ground);
      const { contract, markTicks } = ground;
      return fault ?? movedLeg(order, { leg, ticks: fromTicks }, { ticks, grid: contract.decimalFormat, markTicks });
    }
  }
}

/** It waits on the side that the market comes from. */
function movedAlert({ alertId }: AlertLine, ticks: Ticks, { contract, markTicks }: AmendGround): Amendment {
  const price = priceToText(ticks, contract.decimalFormat);
  const direction =
    markTicks === null ? {} : { direction: ticks > markTicks ? ('ABOVE' as const) : ('BELOW' as const) };
  return { kind: 'alert', alertId, change: { price, ...direction } };
}

function amendedOrder(order: Order, to: { leg: OrderLeg; ticks: Ticks }, ground: AmendGround): Amendment {
  const grid = ground.contract.decimalFormat;
  const isWaiting = waitsForItsStop(order);
  const stopTicks = !isWaiting ? null : to.leg === 'stop' ? to.ticks : ticksFromWire(order.stopPrice, grid);
  const limitTicks = to.leg === 'limit' ? to.ticks : ticksFromWire(order.limitPrice, grid);
  const fault =
    bandFault(order, { limitTicks, stopTicks }, ground) ??
    dailyLimitFault([limitTicks, stopTicks], ground) ??
    passedExitFault(order, limitTicks ?? stopTicks, ground);
  if (fault) return fault;
  const text = priceToText(to.ticks, grid);
  const price = to.leg === 'stop' ? { stopPrice: text } : { limitPrice: text };
  return { kind: 'order', request: { orderId: order.orderId, ...price } };
}

/** Refuses a buy too high or a sell too low; the limit of a stop limit is compared with its own stop. */
function bandFault(
  { side }: Order,
  { limitTicks, stopTicks }: { limitTicks: Ticks | null; stopTicks: Ticks | null },
  { contract, referenceTicks }: AmendGround,
): Amendment | undefined {
  const { terms, decimalFormat: grid } = contract;
  const reference = stopTicks ?? referenceTicks;
  if (limitTicks === null || reference === null || !terms) return undefined;
  const distance = bandDistanceTicks(reference, terms.bandPercent, terms.bandMinTicks);
  const bound = side === 'BUY' ? reference + distance : reference - distance;
  const isOutside = side === 'BUY' ? limitTicks > bound : limitTicks < bound;
  if (!isOutside) return undefined;
  const text = (ticks: Ticks) => priceToText(ticks, grid);
  const facts = { percent: terms.bandPercent, reference: text(reference), bound: text(bound), price: text(limitTicks) };
  return { kind: 'fault', code: stopTicks === null ? 'PriceOutsideBand' : 'StopLimitTooFar', facts };
}

function dailyLimitFault(prices: readonly (number | null)[], { contract }: AmendGround): Amendment | undefined {
  const limits = limitTicksOf(contract);
  const outside = limits === null ? null : (prices.find((price) => isBeyond(price, limits)) ?? null);
  if (limits === null || outside === null) return undefined;
  const text = (ticks: Ticks) => priceToText(ticks, contract.decimalFormat);
  const facts = { floor: text(limits.lower), ceiling: text(limits.upper), price: text(outside) };
  return { kind: 'fault', code: 'PriceOutsideDailyLimit', facts };
}

/** An entry that has filled nothing passes no exit that has a price of its own. */
function passedExitFault(order: Order, entryTicks: Ticks | null, ground: AmendGround): Amendment | undefined {
  const grid = ground.contract.decimalFormat;
  const exits = ground.conditionals.find(({ conditionalOrderId: id }) => id === order.exitOrderId);
  if (!exits || exits.armedQuantity > 0) return undefined;
  const { side, takeProfit, stopLoss, takeProfitDistance, stopLossDistance } = exits;
  const profitTicks = takeProfitDistance === null ? ticksFromWire(takeProfit, grid) : null;
  const lossTicks = stopLossDistance === null ? ticksFromWire(stopLoss, grid) : null;
  return (
    exitFault(side, { leg: 'takeProfit', ticks: profitTicks, reference: entryTicks }, grid) ??
    exitFault(side, { leg: 'stopLoss', ticks: lossTicks, reference: entryTicks }, grid)
  );
}

function wrongSideFault(
  order: ConditionalOrder,
  { leg, ticks }: { leg: ExitName; ticks: Ticks },
  ground: AmendGround,
): Amendment | undefined {
  for (const reference of referencesOf(order, ground)) {
    const fault = exitFault(order.side, { leg, ticks, reference }, ground.contract.decimalFormat);
    if (fault) return fault;
  }
  return undefined;
}

/** Where the entry should fill, now and as it is being changed to; the market where nothing waits for a fill. */
function referencesOf(
  { parentOrderCode, armedQuantity }: ConditionalOrder,
  { contract, orders, markTicks }: AmendGround,
): readonly (Ticks | null)[] {
  const entry = armedQuantity > 0 ? undefined : orders.find(({ orderId }) => orderId === parentOrderCode);
  const prices = [entry, entry?.pendingModify].flatMap((terms) => terms?.limitPrice ?? terms?.stopPrice ?? []);
  return prices.length > 0 ? prices.map((price) => ticksFromWire(price, contract.decimalFormat)) : [markTicks];
}

/** A take profit belongs on the gaining side of the reference, a stop loss on the losing one. */
function exitFault(
  side: ConditionalOrder['side'],
  { leg, ticks, reference }: { leg: ExitName; ticks: Ticks | null; reference: Ticks | null },
  grid: PriceGrid,
): Amendment | undefined {
  if (ticks === null || reference === null) return undefined;
  const gain = side === 'SELL' ? ticks - reference : reference - ticks;
  const isRight = leg === 'takeProfit' ? gain > 0 : gain < 0;
  if (isRight) return undefined;
  const code = leg === 'takeProfit' ? 'TakeProfitWrongSide' : 'StopLossWrongSide';
  return { kind: 'fault', code, facts: { price: priceToText(reference, grid) } };
}

function movedLeg(...moved: Parameters<typeof legMovedTo>): Amendment {
  const request = legMovedTo(...moved);
  return 'code' in request ? { kind: 'fault', ...request } : { kind: 'conditional', request };
}
