/**
 * A pair of orders of which one cancels the other: each is the ticket's own draft with another side, type and price, and
 * is judged like it; the margin and the fees are those of both together, by core's own sums. Pure.
 */
import { type GroupPreview, previewGroup } from '@mua/core/preview/group';
import { type Duration, type OrderType, priceToDisplay, type Side } from '@mua/core/values';
import { type GroupWarning, groupWarnings } from '#features/order-ticket/group-warnings.ts';
import { type ReadOrder, readDraft } from '#features/order-ticket/ticket-draft.ts';
import { ticketFigures } from '#features/order-ticket/ticket-figures.ts';
import {
  type IssueGround,
  type TicketError,
  type TicketIssues,
  ticketIssues,
} from '#features/order-ticket/ticket-issues.ts';
import { offeredDurations, offeredTypes } from '#features/order-ticket/ticket-types.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { reduceOnlyOf } from '#market/close-out.ts';
import type { OrderAccount } from '#orders/order-account.ts';

/** Only what rests can wait for the other. */
const PAIR_TYPES = ['STOP', 'LIMIT', 'STOP_LIMIT'] as const satisfies readonly OrderType[];
export type PairType = (typeof PAIR_TYPES)[number];

/** What fills at once or ends can't wait for the other. */
const PAIR_DURATIONS = ['DAY', 'GTC', 'GTD'] as const satisfies readonly Duration[];
export type PairDuration = (typeof PAIR_DURATIONS)[number];

export interface TypedLeg {
  readonly side: Side;
  readonly orderType: PairType;
  /** The price that its side and type begin at. */
  readonly begunText: string;
  /** The prices that were typed. */
  readonly own: Partial<LegPrices>;
  readonly lotsText: string;
}

export type LegPrices = Readonly<Record<'stopText' | 'limitText', string>>;

export interface TypedPair {
  readonly legs: readonly [TypedLeg, TypedLeg];
  readonly duration: PairDuration;
  /** Of both: a date such as `2026-12-31`, or empty. */
  readonly expirationDate: string;
}

export interface ReadPair {
  readonly legs: readonly ReadLeg[];
  /** Null while margins are not known. */
  readonly preview: GroupPreview | null;
  /** What stops both, the first one's first. */
  readonly errors: readonly TicketError[];
}

export interface ReadLeg {
  readonly read: ReadOrder;
  readonly errors: readonly TicketError[];
  readonly warnings: readonly GroupWarning[];
}

type PairTicket = Pick<Ticket, 'contract' | 'draft' | 'market' | 'markTicks' | 'held' | 'account' | 'ground'>;

/** How far from the market the two stand at first. */
const FIRST_TICKS = 20;

export function offeredPairTypes({ ground }: Pick<Ticket, 'ground'>): readonly PairType[] {
  const offered = offeredTypes(ground.terms);
  return PAIR_TYPES.filter((type) => offered.includes(type));
}

export function offeredPairDurations({ ground }: Pick<Ticket, 'ground'>, types: readonly PairType[]): PairDuration[] {
  return PAIR_DURATIONS.filter((duration) =>
    types.every((type) => offeredDurations(ground.terms, type).includes(duration)),
  );
}

/** A way out of a range on either side: stops above and below the market, or limits where there are no stops. */
export function begunPair(ticket: Pick<Ticket, 'contract' | 'draft' | 'market' | 'ground'>): TypedPair {
  const { draft } = ticket;
  const types = offeredPairTypes(ticket);
  const orderType = types[0] ?? 'LIMIT';
  const leg = (side: Side): TypedLeg => {
    const turn = { side, orderType };
    return { ...turn, begunText: begunText(turn, ticket), own: {}, lotsText: draft.lotsText };
  };
  const [first = 'DAY'] = offeredPairDurations(ticket, [orderType]);
  const duration = PAIR_DURATIONS.find((one) => one === draft.duration) ?? first;
  return { legs: [leg('BUY'), leg('SELL')], duration, expirationDate: draft.expirationDate };
}

type Turn = Pick<TypedLeg, 'side' | 'orderType'>;

/** Another side or type begins at its own price: the one before might be met at once. What was typed stays. */
export function turnedLeg(leg: TypedLeg, turn: Partial<Turn>, ticket: Pick<Ticket, 'contract' | 'market'>): TypedLeg {
  const turned = { ...leg, ...turn };
  return { ...turned, begunText: begunText(turned, ticket) };
}

/** Where it rests: a limit on its own side of the market, a stop beyond the other. */
function begunText({ side, orderType }: Turn, { contract, market }: Pick<Ticket, 'contract' | 'market'>): string {
  const isAbove = (side === 'BUY') === (orderType !== 'LIMIT');
  const from = (isAbove ? market.ask : market.bid) ?? market.last;
  return from === null ? '' : priceToDisplay(from + (isAbove ? FIRST_TICKS : -FIRST_TICKS), contract.decimalFormat);
}

/** As in the ticket, the limit of a stop limit follows its stop until it is typed. */
export function legPrices({ orderType, begunText: begun, own }: TypedLeg): LegPrices {
  const stopText = own.stopText ?? begun;
  return { stopText, limitText: own.limitText ?? (orderType === 'STOP_LIMIT' ? stopText : begun) };
}

export function readPair(typed: TypedPair, ticket: PairTicket): ReadPair {
  const reads = typed.legs.map((leg) => readLeg(leg, typed, ticket));
  const preview = previewOf(reads, ticket);
  const judged = reads.map((read, at) => {
    const { errors, warnings } = issuesOf(read, reads.slice(0, at), ticket);
    return { read, errors, warnings: groupWarnings([{ read, warnings }], ticket.market) };
  });
  const shortfallVnd = preview?.shortfallVnd ?? 0n;
  const lacking: TicketError[] = shortfallVnd > 0n ? [{ code: 'margin', shortfallVnd }] : [];
  return { legs: judged, preview, errors: [...judged.flatMap(({ errors }) => errors), ...lacking] };
}

/** Exits at prices of their own fit one of the two at most: they do not go along, which the dialog says. */
export function leavesExits({ hasExits, exitUnit }: Ticket['draft']): boolean {
  return hasExits && exitUnit === 'price';
}

function readLeg(leg: TypedLeg, { duration, expirationDate }: TypedPair, ticket: PairTicket): ReadOrder {
  const { contract, draft, market, markTicks, held } = ticket;
  const hasExits = draft.hasExits && !leavesExits(draft);
  // Two ways in: what only reduces is no entry.
  const entry = { hasExits, isReduceOnly: false, limitSource: 'typed' } as const;
  const { side, orderType, lotsText } = leg;
  const typed = { ...draft, side, orderType, ...legPrices(leg), lotsText, ...entry, duration, expirationDate };
  return readDraft(typed, { contract, terms: contract.terms, market, markTicks, held });
}

/** The margin of one is not asked for: that of both is. */
function issuesOf(
  read: ReadOrder,
  before: readonly ReadOrder[],
  { contract, account, ground }: PairTicket,
): TicketIssues {
  const beside = account && withLots(account, before);
  const figures = beside && ground.terms ? ticketFigures(read, beside, ground.terms) : null;
  const reduceOnly = reduceOnlyOf(contract, read.side === 'BUY' ? 'long' : 'short');
  const on: IssueGround = { ...ground, figures, reduceOnly };
  const { errors, warnings } = ticketIssues(read, on);
  return { errors: errors.filter(({ code }) => code !== 'margin'), warnings };
}

function withLots(account: OrderAccount, orders: readonly ReadOrder[]): OrderAccount {
  let { workingBuyLots, workingSellLots } = account.exposure;
  for (const { side, lots } of orders) {
    if (side === 'BUY') workingBuyLots += lots;
    else workingSellLots += lots;
  }
  return { ...account, exposure: { ...account.exposure, workingBuyLots, workingSellLots } };
}

function previewOf(orders: readonly ReadOrder[], { account, ground }: PairTicket): GroupPreview | null {
  if (!account || !ground.terms || orders.some(({ lots }) => lots < 1)) return null;
  const { equityVnd, requiredVnd, exposure, marginPerLotVnd } = account;
  const feeVnd = BigInt(ground.terms.feePerLot);
  return previewGroup({ equityVnd, requiredVnd, exposure, marginPerLotVnd, feeVnd }, orders);
}
