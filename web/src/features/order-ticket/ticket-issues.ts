/**
 * Lists what is wrong with the order: codes with their numbers, errors before warnings, the first error being the
 * button's text. The third of the ticket's three pure steps. The bounds are the engine's (core/engine/order-checks), so
 * that nothing passes that would be refused; an order that only reduces risk is never blocked for margin.
 */
import type { TradingTerms } from '@mua/contract/entities/contract';
import { type Exposure, isAtOnce, isCoveredByPosition, stopIsReached } from '@mua/core/preview';
import { oppositeSide, type SessionState, type Side, type Ticks, type Vnd } from '@mua/core/values';
import type { SelfLimit } from '#accounts/self-limit-rules.ts';
import type { ReadExits, ReadOrder } from '#features/order-ticket/ticket-draft.ts';
import type { TicketFigures } from '#features/order-ticket/ticket-figures.ts';
import type { CloseOut } from '#market/close-out.ts';
import { bandDistanceTicks } from '#market/price-band.ts';
import { isBeyond, type LimitTicks } from '#market/price-state.ts';
import { fieldsOf, isConditionalType } from '#orders/order-types.ts';
import { type DraftPrice, type TrailUnit, ticksOf } from '#orders/ticket-draft.ts';

export type PriceFieldName = 'price' | 'stop' | 'takeProfit' | 'stopLoss';
export type TicketField = PriceFieldName | 'trail' | 'quantity' | 'expiration';

export type TicketError =
  | { readonly code: 'signIn' | 'account' | 'loading' | 'margins' | 'lost' | 'feed' | 'noTerms' }
  | { readonly code: 'quantity' | 'date' | 'trail' | 'exits' }
  | { readonly code: 'nothingOpen' }
  /** The position is on the order's own side; this side would reduce it. */
  | { readonly code: 'reducingSide'; readonly side: Side }
  | { readonly code: 'notActivated' }
  | { readonly code: 'sending' }
  | { readonly code: 'closed'; readonly session: SessionState }
  | { readonly code: 'price'; readonly field: PriceFieldName }
  | { readonly code: 'tick'; readonly field: PriceFieldName; readonly lowerTicks: Ticks; readonly upperTicks: Ticks }
  | { readonly code: 'trailRange'; readonly unit: TrailUnit }
  | { readonly code: 'takeProfitSide' | 'stopLossSide'; readonly referenceTicks: Ticks }
  | { readonly code: 'dateRange'; readonly from: string; readonly to: string }
  | { readonly code: 'overMax' | 'overContract' | 'reduceOnly'; readonly max: number }
  | {
      readonly code: 'band' | 'stopBand';
      readonly boundTicks: Ticks;
      readonly referenceTicks: Ticks;
      readonly percent: string;
    }
  | {
      readonly code: 'dailyLimit';
      readonly field: 'price' | 'stop';
      readonly floorTicks: Ticks;
      readonly ceilingTicks: Ticks;
    }
  /** Near its close-out deadline a contract accepts no opening order. */
  | { readonly code: 'closeOut'; readonly at: string | null }
  | { readonly code: 'margin'; readonly shortfallVnd: Vnd }
  | { readonly code: 'selfLimit'; readonly selfLimit: SelfLimit };

export type TicketWarning =
  | {
      readonly code: 'far';
      readonly field: 'price' | 'stop';
      readonly differenceTicks: Ticks;
      readonly referenceTicks: Ticks;
    }
  | { readonly code: 'stopReached' | 'noReference' }
  | { readonly code: 'oldPrice'; readonly seconds: number }
  /** A trailing stop adds no risk yet: the order it sends is checked when it triggers, and would be refused now. */
  | { readonly code: 'whenTriggered'; readonly error: TicketError };

/** Who would send the order, as far as is known. */
export type TicketOwner = 'visitor' | 'loading' | 'none' | 'notActivated' | 'ready';

export interface IssueGround {
  readonly owner: TicketOwner;
  /** An earlier order of this ticket whose fate is not known. */
  readonly unresolved: 'sending' | 'lost' | null;
  readonly isFeedConnected: boolean;
  readonly terms: TradingTerms | null;
  readonly session: SessionState;
  readonly referenceTicks: Ticks | null;
  /** The engine's mark, which stops and exits are compared with: last trade, else settlement. */
  readonly markTicks: Ticks | null;
  /** The exchange's limits, both included; null if there are none, or while those of a new settlement are not known. */
  readonly dailyLimits: LimitTicks | null;
  /** Age of the quote in an open session; null when it is fresh. */
  readonly quoteAgeSeconds: number | null;
  readonly tradeDate: string;
  readonly lastTradeDay: string;
  /** The close-out deadline of the positions that the order would open, once opening is no longer allowed. */
  readonly reduceOnly: CloseOut | null;
  readonly figures: TicketFigures | null;
  /** The investor's own limit that currently blocks an order adding risk. */
  readonly selfLimit: SelfLimit | null;
  /** The figures were requested but failed to load. */
  readonly isMarginMissing: boolean;
}

export interface TicketIssues {
  readonly errors: readonly TicketError[];
  readonly warnings: readonly TicketWarning[];
}

export function ticketIssues(read: ReadOrder, ground: IssueGround): TicketIssues {
  const errors = [
    ...placeErrors(read, ground),
    ...positionErrors(read, ground),
    ...fieldErrors(read, ground),
    ...limitErrors(read, ground),
  ];
  return { errors, warnings: [...priceWarnings(read, ground), ...laterWarnings(read, ground)] };
}

/** The field an error is about: it is outlined, and gets the focus when the button requests it. */
export function fieldOf(error: TicketError): TicketField | null {
  switch (error.code) {
    case 'price':
    case 'tick':
    case 'dailyLimit':
      return error.field;
    case 'band':
    case 'stopBand':
      return 'price';
    case 'trail':
    case 'trailRange':
      return 'trail';
    case 'exits':
    case 'takeProfitSide':
      return 'takeProfit';
    case 'stopLossSide':
      return 'stopLoss';
    case 'quantity':
    case 'overMax':
    case 'overContract':
    case 'reduceOnly':
    case 'reducingSide':
    case 'nothingOpen':
    case 'margin':
      return 'quantity';
    case 'selfLimit':
      return error.selfLimit.code === 'BrakeMaxLots' ? 'quantity' : null;
    case 'date':
    case 'dateRange':
      return 'expiration';
    default:
      return null;
  }
}

/** Errors that nothing typed can correct. */
function placeErrors({ isReduceOnly }: ReadOrder, ground: IssueGround): TicketError[] {
  const errors: TicketError[] = [];
  if (ground.owner === 'visitor') errors.push({ code: 'signIn' });
  if (ground.owner === 'none') errors.push({ code: 'account' });
  if (ground.owner === 'notActivated') errors.push({ code: 'notActivated' });
  // Even if sent twice, a reduce-only order closes no more than the position: getting out is not blocked.
  const mayDouble = !isReduceOnly || ground.unresolved === 'sending';
  if (ground.unresolved !== null && mayDouble) errors.push({ code: ground.unresolved });
  if (ground.terms === null) errors.push({ code: 'noTerms' });
  if (!ground.isFeedConnected) errors.push({ code: 'feed' });
  return errors;
}

/** Without a position on the other side there is nothing to reduce, whatever else is typed. */
function positionErrors(read: ReadOrder, { figures, owner }: IssueGround): TicketError[] {
  if (owner !== 'ready' || !read.isReduceOnly || figures?.closableLots !== 0) return [];
  const isFlat = figures.preview.netLots.before === 0;
  return [isFlat ? { code: 'nothingOpen' } : { code: 'reducingSide', side: oppositeSide(read.side) }];
}

/** In the order of the fields. */
function fieldErrors(read: ReadOrder, ground: IssueGround): TicketError[] {
  const errors: TicketError[] = [];
  if (read.orderType === 'MARKET' && ground.session !== 'OPEN') {
    errors.push({ code: 'closed', session: ground.session });
  }
  if (read.stop) errors.push(...priceErrors('stop', read.stop));
  // A limit that follows an empty stop adds no error of its own.
  if (read.price && !(read.price.kind === 'empty' && read.stop?.kind === 'empty')) {
    errors.push(...priceErrors('price', read.price));
  }
  errors.push(...trailErrors(read));
  if (read.exits) errors.push(...exitErrors(read, read.exits, ground));
  if (read.lots < 1) errors.push({ code: 'quantity' });
  if (read.duration === 'GTD') errors.push(...dateErrors(read, ground));
  return errors;
}

function priceErrors(field: PriceFieldName, price: DraftPrice): TicketError[] {
  if (price.kind === 'price') return [];
  if (price.kind !== 'offGrid') return [{ code: 'price', field }];
  return [{ code: 'tick', field, lowerTicks: price.lowerTicks, upperTicks: price.upperTicks }];
}

function trailErrors({ trail }: ReadOrder): TicketError[] {
  if (trail === null || trail.kind === 'trail') return [];
  return [trail.kind === 'outOfRange' ? { code: 'trailRange', unit: trail.unit } : { code: 'trail' }];
}

/** A take profit belongs on the gaining side of the price, a stop loss on the losing one, as the engine checks it. */
function exitErrors(read: ReadOrder, { takeProfit, stopLoss }: ReadExits, { markTicks }: IssueGround): TicketError[] {
  if (takeProfit.kind === 'empty' && stopLoss.kind === 'empty') return [{ code: 'exits' }];
  const errors = [
    ...(takeProfit.kind === 'empty' ? [] : priceErrors('takeProfit', takeProfit)),
    ...(stopLoss.kind === 'empty' ? [] : priceErrors('stopLoss', stopLoss)),
  ];
  const referenceTicks = exitReference(read, markTicks);
  if (errors.length > 0 || referenceTicks === null) return errors;
  const side = fieldsOf(read.orderType).exits === 'own' ? read.side : oppositeSide(read.side);
  const gain = (ticks: Ticks) => (side === 'SELL' ? ticks - referenceTicks : referenceTicks - ticks);
  const [profitTicks, lossTicks] = [ticksOf(takeProfit), ticksOf(stopLoss)];
  if (profitTicks !== null && gain(profitTicks) <= 0) errors.push({ code: 'takeProfitSide', referenceTicks });
  if (lossTicks !== null && gain(lossTicks) >= 0) errors.push({ code: 'stopLossSide', referenceTicks });
  return errors;
}

/** The price that exits are compared with: the price of the entry, otherwise the mark. */
export function exitReference(read: ReadOrder, markTicks: Ticks | null): number | null {
  return fieldsOf(read.orderType).exits === 'own' ? markTicks : (read.priceTicks ?? read.stopTicks ?? markTicks);
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
  // What only reduces has no size but the position’s.
  if (read.lots > terms.maxLotsPerOrder && !read.isReduceOnly)
    errors.push({ code: 'overMax', max: terms.maxLotsPerOrder });
  const band = bandError(read, ground, terms);
  if (band) errors.push(band);
  errors.push(...dailyLimitErrors(read, ground));
  if (owner !== 'ready' && owner !== 'loading') return errors;
  if (!figures) return [...errors, { code: ground.isMarginMissing ? 'margins' : 'loading' }];
  return read.lots < 1 ? errors : [...errors, ...accountErrors(read, ground, figures, terms)];
}

/** A conditional order holds no margin and adds no risk yet, so what is checked for added risk does not refuse it. */
function accountErrors(
  read: ReadOrder,
  ground: IssueGround,
  figures: TicketFigures,
  terms: TradingTerms,
): TicketError[] {
  const { closableLots } = figures;
  if (read.isReduceOnly && read.lots > closableLots && closableLots > 0) {
    return [{ code: 'reduceOnly', max: closableLots }];
  }
  return isConditionalType(read.orderType) ? [] : addedRiskErrors(read, ground, figures, terms);
}

/** Margin, the contract's limits and the investor's own ones; of what only reduces the margin alone. */
function addedRiskErrors(
  read: ReadOrder,
  { selfLimit, reduceOnly }: IssueGround,
  { preview, roomLots, exposure }: TicketFigures,
  terms: TradingTerms,
): TicketError[] {
  if (preview.isRiskReducing || needsNoMargin(read, exposure.before)) return [];
  const lacking: TicketError[] = preview.isAccepted ? [] : [{ code: 'margin', shortfallVnd: preview.shortfallVnd }];
  if (read.isReduceOnly) return lacking;
  const errors: TicketError[] = [];
  if (reduceOnly) errors.push({ code: 'closeOut', at: reduceOnly.at });
  if (read.lots > roomLots) errors.push({ code: 'overContract', max: terms.maxLotsPerContract });
  errors.push(...lacking);
  if (selfLimit && read.lots > selfLimit.maxLots) errors.push({ code: 'selfLimit', selfLimit });
  return errors;
}

/** As the engine judges an order that may only reduce (docs/rules/orders.md#risk-reducing-orders). */
function needsNoMargin(read: ReadOrder, before: Exposure): boolean {
  const { isReduceOnly, side, lots } = read;
  if (!isReduceOnly) return false;
  const working = side === 'BUY' ? before.workingBuyLots : before.workingSellLots;
  return isAtOnce(read) || isCoveredByPosition(side, lots, before.netLots, working);
}

/**
 * Hard limit on the aggressive side: a buy too high, a sell too low. A limit is compared with the reference, that of a
 * stop limit with its own stop.
 */
function bandError(read: ReadOrder, ground: IssueGround, terms: TradingTerms): TicketError | undefined {
  const referenceTicks = read.stop === null ? ground.referenceTicks : read.stopTicks;
  if (read.priceTicks === null || referenceTicks === null) return undefined;
  const distance = bandDistanceTicks(referenceTicks, terms.bandPercent, terms.bandMinTicks);
  const boundTicks = read.side === 'BUY' ? referenceTicks + distance : referenceTicks - distance;
  const isOutside = read.side === 'BUY' ? read.priceTicks > boundTicks : read.priceTicks < boundTicks;
  const code = read.stop === null ? 'band' : 'stopBand';
  return isOutside ? { code, boundTicks, referenceTicks, percent: terms.bandPercent } : undefined;
}

/** The exchange's limits on every price, on either side and for any purpose. Exits are not checked against them. */
function dailyLimitErrors({ priceTicks, stopTicks }: ReadOrder, { dailyLimits }: IssueGround): TicketError[] {
  if (dailyLimits === null) return [];
  const { lower: floorTicks, upper: ceilingTicks } = dailyLimits;
  const errors: TicketError[] = [];
  if (isBeyond(priceTicks, dailyLimits)) errors.push({ code: 'dailyLimit', field: 'price', floorTicks, ceilingTicks });
  if (isBeyond(stopTicks, dailyLimits)) errors.push({ code: 'dailyLimit', field: 'stop', floorTicks, ceilingTicks });
  return errors;
}

function priceWarnings(read: ReadOrder, ground: IssueGround): TicketWarning[] {
  const { terms, referenceTicks, quoteAgeSeconds, markTicks } = ground;
  const { side, stopTicks } = read;
  const warnings: TicketWarning[] = [];
  if (stopTicks !== null && markTicks !== null && stopIsReached(side, stopTicks, markTicks)) {
    warnings.push({ code: 'stopReached' });
  }
  const isPriced = read.price !== null || read.stop !== null;
  if (terms && isPriced && referenceTicks === null) warnings.push({ code: 'noReference' });
  const field = read.stop === null ? 'price' : 'stop';
  const ticks = read.stop === null ? read.priceTicks : stopTicks;
  if (terms && ticks !== null && referenceTicks !== null) {
    const differenceTicks = ticks - referenceTicks;
    const distance = bandDistanceTicks(referenceTicks, terms.warnPercent, terms.warnMinTicks);
    if (Math.abs(differenceTicks) > distance) warnings.push({ code: 'far', field, differenceTicks, referenceTicks });
  }
  if (quoteAgeSeconds !== null) warnings.push({ code: 'oldPrice', seconds: quoteAgeSeconds });
  return warnings;
}

/** What the order of a conditional one would be refused for if it were sent now. */
function laterWarnings(read: ReadOrder, ground: IssueGround): TicketWarning[] {
  const { figures, terms } = ground;
  if (!isConditionalType(read.orderType) || read.isReduceOnly || !figures || !terms) return [];
  return addedRiskErrors(read, ground, figures, terms).map((error) => ({ code: 'whenTriggered', error }));
}
