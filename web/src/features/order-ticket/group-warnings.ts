/**
 * What is to be known of orders placed together before they are confirmed: the ticket's own warnings, and how many of them
 * would not rest. Pure.
 */
import type { ReadOrder } from '#features/order-ticket/ticket-draft.ts';
import type { TicketWarning } from '#features/order-ticket/ticket-issues.ts';
import { isMarketable } from '#orders/marketable.ts';
import type { MarketPrices } from '#orders/ticket-draft.ts';

export type GroupWarning =
  | TicketWarning
  | { readonly code: 'fillsAtOnce'; readonly orders: number; readonly of: number };

interface WarnedOrder {
  readonly read: ReadOrder;
  readonly warnings: readonly TicketWarning[];
}

/** Each kind once: of far prices the farthest. */
export function groupWarnings(orders: readonly WarnedOrder[], market: MarketPrices): readonly GroupWarning[] {
  const atOnce = orders.filter(({ read }) => fillsAtOnce(read, market)).length;
  const kinds = new Map<TicketWarning['code'], TicketWarning>();
  for (const warning of orders.flatMap(({ warnings }) => warnings)) {
    const known = kinds.get(warning.code);
    if (!known || distanceOf(warning) > distanceOf(known)) kinds.set(warning.code, warning);
  }
  const more: GroupWarning[] = atOnce > 0 ? [{ code: 'fillsAtOnce', orders: atOnce, of: orders.length }] : [];
  return [...more, ...kinds.values()];
}

/** A stop limit waits for its stop, whatever its limit is. */
function fillsAtOnce({ orderType, side, priceTicks }: ReadOrder, market: MarketPrices): boolean {
  return orderType === 'LIMIT' && priceTicks !== null && isMarketable(side, priceTicks, market);
}

function distanceOf(warning: TicketWarning): number {
  return warning.code === 'far' ? Math.abs(warning.differenceTicks) : 0;
}
