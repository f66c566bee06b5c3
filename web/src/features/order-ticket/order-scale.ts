/**
 * A scale of limit orders, from one price to another in equal steps: every one of them is the ticket's own draft at
 * another price, judged like it, with the margin of all of them together. Pure.
 */
import {
  averagePriceText,
  GROUP_SIZES,
  type Lots,
  priceToDisplay,
  readTypedLots,
  readTypedPrice,
  type Ticks,
} from '@mua/core/values';
import { type GroupWarning, groupWarnings } from '#features/order-ticket/group-warnings.ts';
import { scalePrices } from '#features/order-ticket/scale-prices.ts';
import { type ReadOrder, readDraft } from '#features/order-ticket/ticket-draft.ts';
import { type TicketFigures, ticketFigures } from '#features/order-ticket/ticket-figures.ts';
import { type TicketError, ticketIssues } from '#features/order-ticket/ticket-issues.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';

export const MOST_STEPS = GROUP_SIZES.SCALE.most;

export interface TypedScale {
  readonly fromText: string;
  readonly toText: string;
  readonly stepsText: string;
  /** Of each order. */
  readonly lotsText: string;
}

export type ScaleField = keyof TypedScale;

export type OrderScale =
  /** What is missing, cannot be read or does not fit. */
  | { readonly kind: 'field'; readonly field: ScaleField }
  /** The orders, and what they would be refused for. */
  | { readonly kind: 'orders'; readonly orders: readonly ReadOrder[]; readonly all: ScaleTotal };

export interface ScaleTotal {
  readonly lots: Lots;
  /** Formatted like an average on the wire. */
  readonly averagePrice: string;
  readonly errors: readonly TicketError[];
  readonly warnings: readonly GroupWarning[];
  readonly figures: TicketFigures | null;
}

type ScaleTicket = Pick<Ticket, 'contract' | 'draft' | 'market' | 'markTicks' | 'held' | 'account' | 'ground'>;

export function readScale(typed: TypedScale, ticket: ScaleTicket): OrderScale {
  const grid = ticket.contract.decimalFormat;
  const [from, to] = [readTypedPrice(typed.fromText, grid), readTypedPrice(typed.toText, grid)];
  const steps = readTypedLots(typed.stepsText) ?? 0;
  const lots = readTypedLots(typed.lotsText) ?? 0;
  if (from.kind !== 'price') return { kind: 'field', field: 'fromText' };
  if (to.kind !== 'price') return { kind: 'field', field: 'toText' };
  const prices = scalePrices({ fromTicks: from.ticks, toTicks: to.ticks, steps: Number(steps) });
  if (!prices || prices.length > MOST_STEPS) return { kind: 'field', field: 'stepsText' };
  if (lots < 1) return { kind: 'field', field: 'lotsText' };
  const orders = prices.map((ticks) => orderAt(ticks, lots, ticket));
  return { kind: 'orders', orders, all: totalOf(orders, prices, ticket) };
}

function orderAt(ticks: Ticks, lots: Lots, { contract, draft, market, markTicks, held }: ScaleTicket): ReadOrder {
  const limitText = priceToDisplay(ticks, contract.decimalFormat);
  return readDraft(
    { ...draft, orderType: 'LIMIT', limitText, limitSource: 'typed', lotsText: String(lots) },
    { contract, terms: contract.terms, market, markTicks, held },
  );
}

/** Prices are judged one by one; margin, limits of the contract and what can be reduced for all lots together. */
function totalOf(orders: readonly ReadOrder[], prices: readonly Ticks[], ticket: ScaleTicket): ScaleTotal {
  const { account, contract, ground, market } = ticket;
  const lots = orders.reduce((sum, order) => sum + order.lots, 0);
  const notional = orders.reduce((sum, order, at) => sum + BigInt(prices[at] ?? 0) * BigInt(order.lots), 0n);
  const [first] = orders;
  const all = first && { ...first, lots };
  const figures = all && account && ground.terms ? ticketFigures(all, account, ground.terms) : null;
  const on = { ...ground, figures };
  const judged = orders.map((read) => ({ read, ...ticketIssues(read, on) }));
  const errors = [
    ...judged.flatMap((order) => order.errors),
    ...(all ? ticketIssues(all, on).errors.filter(({ code }) => code !== 'overMax') : []),
  ];
  const warnings = groupWarnings(judged, market);
  return { lots, averagePrice: averagePriceText(notional, lots, contract.decimalFormat), errors, warnings, figures };
}
