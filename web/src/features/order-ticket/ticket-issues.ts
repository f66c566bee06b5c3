/**
 * What is wrong with the order: codes with their numbers, errors before warnings, the first error being the button's
 * text. The third of the ticket's three pure steps. The bounds are the engine's (core/engine/order-checks), so that
 * nothing is let through that will be refused; whatever only reduces risk is never held back for margin.
 */
import type { TradingTerms } from '@mua/contract/entities/contract';
import { parseDecimal, rescale, type SessionState } from '@mua/core/values';
import type { ReadOrder } from './ticket-draft.ts';
import type { TicketFigures } from './ticket-figures.ts';

export type TicketField = 'price' | 'quantity' | 'expiration';

export type TicketError =
  | { readonly code: 'signIn' | 'account' | 'loading' | 'margins' | 'lost' | 'feed' | 'noTerms' }
  | { readonly code: 'price' | 'quantity' | 'date' }
  | { readonly code: 'notActivated' }
  | { readonly code: 'sending' }
  | { readonly code: 'closed'; readonly opensAt: string | null }
  | { readonly code: 'tick'; readonly lowerTicks: number; readonly upperTicks: number }
  | { readonly code: 'dateRange'; readonly from: string; readonly to: string }
  | { readonly code: 'overMax' | 'overContract'; readonly max: number }
  | { readonly code: 'band'; readonly boundTicks: number; readonly referenceTicks: number; readonly percent: string }
  | { readonly code: 'margin'; readonly missingVnd: bigint };

export type TicketWarning =
  | { readonly code: 'far'; readonly differenceTicks: number; readonly referenceTicks: number }
  | { readonly code: 'noReference' }
  | { readonly code: 'oldPrice'; readonly seconds: number };

/** Who would order, as far as it is known. */
export type TicketOwner = 'visitor' | 'loading' | 'none' | 'notActivated' | 'ready';

export interface IssueGround {
  readonly owner: TicketOwner;
  /** An earlier order of this ticket whose fate is not known. */
  readonly unresolved: 'sending' | 'lost' | null;
  readonly isFeedConnected: boolean;
  readonly terms: TradingTerms | null;
  readonly session: SessionState;
  readonly opensAt: string | null;
  readonly referenceTicks: number | null;
  /** Of the quote in an open session; null when it is fresh. */
  readonly quoteAgeSeconds: number | null;
  readonly tradeDate: string;
  readonly lastTradeDay: string;
  readonly figures: TicketFigures | null;
  /** The figures were asked for and did not come. */
  readonly isMarginMissing: boolean;
}

export interface TicketIssues {
  readonly errors: readonly TicketError[];
  readonly warnings: readonly TicketWarning[];
}

export function ticketIssues(read: ReadOrder, ground: IssueGround): TicketIssues {
  const errors = [...placeErrors(ground), ...fieldErrors(read, ground), ...limitErrors(read, ground)];
  return { errors, warnings: priceWarnings(read, ground) };
}

/** The field an error is about: it gets the outline, and the focus when the button asks for it. */
export function fieldOf(error: TicketError): TicketField | null {
  switch (error.code) {
    case 'price':
    case 'tick':
    case 'band':
      return 'price';
    case 'quantity':
    case 'overMax':
    case 'overContract':
    case 'margin':
      return 'quantity';
    case 'date':
    case 'dateRange':
      return 'expiration';
    default:
      return null;
  }
}

/** Nothing typed can mend these. */
function placeErrors(ground: IssueGround): TicketError[] {
  const errors: TicketError[] = [];
  if (ground.owner === 'visitor') errors.push({ code: 'signIn' });
  if (ground.owner === 'none') errors.push({ code: 'account' });
  if (ground.owner === 'notActivated') errors.push({ code: 'notActivated' });
  if (ground.unresolved !== null) errors.push({ code: ground.unresolved });
  if (ground.terms === null) errors.push({ code: 'noTerms' });
  if (!ground.isFeedConnected) errors.push({ code: 'feed' });
  return errors;
}

function fieldErrors(read: ReadOrder, ground: IssueGround): TicketError[] {
  const errors: TicketError[] = [];
  const { price } = read;
  if (price === null && ground.session !== 'OPEN') errors.push({ code: 'closed', opensAt: ground.opensAt });
  if (price?.kind === 'empty' || price?.kind === 'notANumber') errors.push({ code: 'price' });
  if (price?.kind === 'offGrid') {
    errors.push({ code: 'tick', lowerTicks: price.lowerTicks, upperTicks: price.upperTicks });
  }
  if (read.lots < 1) errors.push({ code: 'quantity' });
  if (read.duration === 'GTD') errors.push(...dateErrors(read, ground));
  return errors;
}

function dateErrors(read: ReadOrder, { tradeDate, lastTradeDay }: IssueGround): TicketError[] {
  const { expirationDate } = read;
  if (expirationDate === null) return [{ code: 'date' }];
  const isInside = expirationDate >= tradeDate && expirationDate <= lastTradeDay;
  return isInside ? [] : [{ code: 'dateRange', from: tradeDate, to: lastTradeDay }];
}

function limitErrors(read: ReadOrder, ground: IssueGround): TicketError[] {
  const { terms, figures, owner } = ground;
  if (!terms) return [];
  const errors: TicketError[] = [];
  if (read.lots > terms.maxLotsPerOrder) errors.push({ code: 'overMax', max: terms.maxLotsPerOrder });
  const band = bandError(read, ground, terms);
  if (band) errors.push(band);
  if (owner !== 'ready' && owner !== 'loading') return errors;
  if (!figures) return [...errors, { code: ground.isMarginMissing ? 'margins' : 'loading' }];
  const { preview, roomLots } = figures;
  if (read.lots < 1 || preview.isRiskReducing) return errors;
  if (read.lots > roomLots) errors.push({ code: 'overContract', max: terms.maxLotsPerContract });
  if (!preview.isAccepted) errors.push({ code: 'margin', missingVnd: preview.missingVnd });
  return errors;
}

/** Hard bound on the aggressive side: a buy too high, a sell too low. */
function bandError(read: ReadOrder, { referenceTicks }: IssueGround, terms: TradingTerms): TicketError | undefined {
  if (read.priceTicks === null || referenceTicks === null) return undefined;
  const distance = distanceTicks(referenceTicks, terms.bandPercent, terms.bandMinTicks);
  const boundTicks = read.side === 'BUY' ? referenceTicks + distance : referenceTicks - distance;
  const isOutside = read.side === 'BUY' ? read.priceTicks > boundTicks : read.priceTicks < boundTicks;
  return isOutside ? { code: 'band', boundTicks, referenceTicks, percent: terms.bandPercent } : undefined;
}

function priceWarnings(read: ReadOrder, ground: IssueGround): TicketWarning[] {
  const { terms, referenceTicks, quoteAgeSeconds } = ground;
  const warnings: TicketWarning[] = [];
  if (terms && read.price !== null && referenceTicks === null) warnings.push({ code: 'noReference' });
  if (terms && read.priceTicks !== null && referenceTicks !== null) {
    const differenceTicks = read.priceTicks - referenceTicks;
    const distance = distanceTicks(referenceTicks, terms.warnPercent, terms.warnMinTicks);
    if (Math.abs(differenceTicks) > distance) warnings.push({ code: 'far', differenceTicks, referenceTicks });
  }
  if (quoteAgeSeconds !== null) warnings.push({ code: 'oldPrice', seconds: quoteAgeSeconds });
  return warnings;
}

/** The engine's rounding: the share of the absolute reference, down to whole ticks, but no less than so many ticks. */
function distanceTicks(referenceTicks: number, percent: string, minTicks: number): number {
  const decimal = parseDecimal(percent);
  const basisPoints = Number((decimal && rescale(decimal, 2)) ?? 0n);
  return Math.max(Math.floor((Math.abs(referenceTicks) * basisPoints) / 10_000), minTicks);
}
