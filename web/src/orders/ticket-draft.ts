/**
 * Holds the order being written: one object for the ticket, the order book that fills it and the line on the chart. It
 * keeps what was typed, as text; `draftPrice` and the ticket read it.
 *
 * Until the price is touched it follows the market: best opposite price, else the last. It holds still while its field
 * has the focus. `revision` counts manual changes and those of the exits that go with an entry, so that an armed button
 * knows whether what it confirmed is still the same.
 */
import {
  type Duration,
  type Lots,
  type OrderType,
  type PriceGrid,
  type PriceReading,
  priceToDisplay,
  readTypedPrice,
  type Side,
  type Ticks,
} from '@mua/core/values';
import { create } from 'zustand';
import { fieldsOf, shownType } from '#orders/order-types.ts';
import type { AccountActor } from '#signed-in/actor.ts';

/** Unit of a trailing distance: the price unit, whole ticks, or a percentage of the price. */
export const TRAIL_UNITS = ['amount', 'ticks', 'percent'] as const;
export type TrailUnit = (typeof TRAIL_UNITS)[number];

/**
 * Unit of the exits: a price, or a distance from the entry in whole ticks, percent of the entry, or dong for one lot.
 */
export const EXIT_UNITS = ['price', 'ticks', 'percent', 'dong'] as const;
export type ExitUnit = (typeof EXIT_UNITS)[number];

/** Source of the limit price; `held` is the market's price at the moment the field got the focus. */
export type LimitSource = 'market' | 'held' | 'typed';

/** The texts beside the limit price. All of them stay when the type changes, so that nothing typed is lost. */
export type PriceTextName = 'stopText' | 'trailText' | 'takeProfitText' | 'stopLossText';

export interface DraftValues {
  readonly contractCode: string | null;
  /**
   * The sub-account it was opened with; null until the first change by hand, when it still follows the selected one.
   */
  readonly owner: AccountActor | null;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Null until one is chosen: then it is the usual one of the type. */
  readonly duration: Duration | null;
  readonly limitText: string;
  readonly stopText: string;
  readonly trailText: string;
  readonly trailUnit: TrailUnit;
  /** Both legs are in `exitUnit`. */
  readonly takeProfitText: string;
  readonly stopLossText: string;
  readonly exitUnit: ExitUnit;
  /** True when an entry brings its exits along. */
  readonly hasExits: boolean;
  /** The stop of an entry's exits at a distance follows the price. */
  readonly trailsStop: boolean;
  /** Whether somebody chose these exits, or none: those that go with each entry then leave them alone. */
  readonly hasOwnExits: boolean;
  readonly isReduceOnly: boolean;
  readonly lotsText: string;
  /** The most that may be lost at the stop, in dong: only the lots are made from it. */
  readonly riskText: string;
  /** A date such as `2026-12-31`, or empty. */
  readonly expirationDate: string;
  readonly limitSource: LimitSource;
  readonly revision: number;
  /** The revision at which the draft began: while the two are equal nothing was changed by hand. */
  readonly firstRevision: number;
  /** The id of an order whose fate is not known: sent again, it is the same order. */
  readonly clientOrderId: string | null;
  /** The revision that was sent under that id. */
  readonly sentRevision: number | null;
  /**
   * True when something filled the draft from elsewhere (close, duplicate) and wants it seen; a ticket of its contract
   * takes the focus (`useFocusRequest`).
   */
  readonly isFocusRequested: boolean;
  /** The revision at which an address filled it in: nobody here has chosen that order yet. */
  readonly askedRevision: number | null;
  /** What of the draft it is requested for: a ticket in another window takes this, and keeps the rest as typed there. */
  readonly picked: DraftPick | null;
}

/** What is picked where no ticket may be seen: on the board, in the book. */
export interface DraftPick {
  readonly side?: Side;
  readonly price?: { readonly ticks: Ticks; readonly grid: PriceGrid };
  readonly lots?: Lots;
}

type StartingTexts = Partial<Pick<DraftValues, PriceTextName | 'trailUnit' | 'hasExits' | 'isReduceOnly'>>;

/** Its exits, if it has any, are prices. */
export interface DraftOrder extends StartingTexts {
  readonly contractCode: string;
  /** Null for a visitor. */
  readonly owner: AccountActor | null;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly lots: Lots;
  readonly duration?: Duration;
  readonly expirationDate?: string;
  /** If omitted, a limit price follows the market. */
  readonly limitText?: string;
}

export interface TicketDraft extends DraftValues {
  setSide(side: Side): void;
  setOrderType(orderType: OrderType): void;
  setDuration(duration: Duration): void;
  setLimitText(text: string): void;
  setPriceText(field: PriceTextName, text: string): void;
  setTrailUnit(unit: TrailUnit): void;
  setHasExits(hasExits: boolean): void;
  setTrailsStop(trailsStop: boolean): void;
  /** Sets the unit of the exits, with both legs written in it. */
  setExitUnit(exitUnit: ExitUnit, texts: Record<ExitLeg, string>): void;
  /**
   * Sets the exits that go with each entry, or none, unless it has its own: another order than before, though not changed by
   * hand.
   */
  beginExits(exits: BegunExits | null): void;
  setReduceOnly(isReduceOnly: boolean): void;
  /** Sets a price picked in the book or on the chart: the stop price of a stop, else a limit order at that price. */
  setPriceTicks(ticks: Ticks, grid: PriceGrid): void;
  /** Begins an order at a price of the chart; the lots and everything else typed stay. */
  draftAt(at: DraftAt): void;
  /** Works like `fill`, for an order written on the chart itself: the ticket does not get the focus. */
  sketch(order: DraftOrder): void;
  /** Sets one leg of the exits, written in their unit; an empty text removes it, and removing the last one removes the exits. */
  setExit(leg: ExitLeg, text: string): void;
  /** Clears every price and the exits. */
  dropPrices(): void;
  /** Gives the price back to the market. */
  followMarket(): void;
  /** Shows a price that follows the market at this text until it is released; not a change by hand. */
  holdLimit(text: string): void;
  letLimitGo(): void;
  setLotsText(text: string): void;
  /** Changes no term of the order. */
  setRiskText(text: string): void;
  setLots(lots: Lots): void;
  setExpirationDate(date: string): void;
  /** Sets the owner of the draft from now on; the first change by hand does it. */
  keepOwner(owner: AccountActor | null): void;
  keepClientOrderId(clientOrderId: string): void;
  /**
   * Called when the fate of the order sent from this draft is known or given up. If it was accepted, the draft begins
   * anew, unless it was changed since; otherwise its id is used up and the next one sent is another order. A draft that
   * has moved on is left alone.
   */
  settle(clientOrderId: string, fate: 'taken' | 'refused' | 'dropped'): void;
  /** Fills the draft with an order to start from: closing a position, repeating an order. */
  fill(order: DraftOrder): void;
  reset(contractCode: string | null): void;
  /** Requests focus for the draft, wherever its ticket is on the desk. */
  requestFocus(): void;
  /** Puts what was picked into the draft and requests focus for that. */
  pick(picked: DraftPick): void;
  /** Begins a limit order as an address says, at the market's price without one, and requests focus for it. */
  ask(asked: DraftPick): void;
  /** Begins with the order of a template: its prices are the market's, and empty where there is none. */
  begin(order: BegunOrder): void;
}

/** What a template says of an order. */
export type BegunOrder = Pick<
  DraftValues,
  | 'side'
  | 'orderType'
  | 'duration'
  | 'lotsText'
  | 'trailText'
  | 'trailUnit'
  | 'exitUnit'
  | 'hasExits'
  | 'trailsStop'
  | 'isReduceOnly'
> &
  Readonly<Record<ExitLeg, string>>;

/** The text of one of the two exit legs. */
export type ExitLeg = 'takeProfitText' | 'stopLossText';

/** Exits that a draft begins with. */
export interface BegunExits extends Record<ExitLeg, string> {
  readonly unit: ExitUnit;
  readonly trailsStop?: boolean;
}

export interface DraftAt {
  readonly side: Side;
  readonly orderType: 'LIMIT' | 'STOP';
  readonly ticks: Ticks;
  readonly grid: PriceGrid;
  /** The owner the draft gets if it has none yet. */
  readonly owner: AccountActor | null;
}

const NO_EXITS = { takeProfitText: '', stopLossText: '', hasExits: false, trailsStop: false } as const;

const NO_PRICES = { limitText: '', limitSource: 'market', stopText: '', ...NO_EXITS } as const;

const NO_TEXTS = { ...NO_PRICES, hasOwnExits: false, trailText: '', trailUnit: 'amount', isReduceOnly: false } as const;

const OWN_EXITS = { hasOwnExits: true } as const;

export const EMPTY_DRAFT: DraftValues = {
  ...NO_TEXTS,
  contractCode: null,
  owner: null,
  exitUnit: 'price',
  side: 'BUY',
  orderType: 'LIMIT',
  duration: null,
  lotsText: '1',
  riskText: '',
  expirationDate: '',
  revision: 0,
  firstRevision: 0,
  clientOrderId: null,
  sentRevision: null,
  isFocusRequested: false,
  askedRevision: null,
  picked: null,
};

export const useTicketDraft = create<TicketDraft>()((set) => {
  const change = (part: Partial<DraftValues>) => set(({ revision }) => ({ ...part, revision: revision + 1 }));
  return {
    ...EMPTY_DRAFT,
    setSide: (side) => change({ side }),
    setOrderType: (orderType) => change({ orderType }),
    setDuration: (duration) => change({ duration }),
    setLimitText: (limitText) => change({ limitText, limitSource: 'typed' }),
    setPriceText: (field, text) =>
      change({ [field]: text, ...(field === 'takeProfitText' || field === 'stopLossText' ? OWN_EXITS : {}) }),
    setTrailUnit: (trailUnit) => change({ trailUnit }),
    setHasExits: (hasExits) => change({ hasExits, ...OWN_EXITS }),
    setTrailsStop: (trailsStop) => change({ trailsStop, ...OWN_EXITS }),
    setExitUnit: (exitUnit, texts) => change({ exitUnit, ...texts, ...OWN_EXITS }),
    beginExits: (exits) =>
      set((draft) => {
        const begun: Partial<DraftValues> = exits === null ? NO_EXITS : draftExits(exits);
        const isSame = (Object.keys(begun) as (keyof DraftValues)[]).every((name) => begun[name] === draft[name]);
        if (draft.hasOwnExits || isSame) return {};
        const revision = draft.revision + 1;
        // Nobody has chosen the order of an address by that.
        const asked = draft.askedRevision === draft.revision ? { askedRevision: revision } : {};
        return { ...begun, ...asked, revision, firstRevision: draft.firstRevision + 1 };
      }),
    setReduceOnly: (isReduceOnly) => change({ isReduceOnly }),
    setPriceTicks: (ticks, grid) => set((draft) => withPicked(draft, { price: { ticks, grid } })),
    draftAt: ({ side, orderType, ticks, grid, owner: asked }) =>
      set(({ revision, owner }) => {
        const text = priceToDisplay(ticks, grid);
        const price = orderType === 'STOP' ? { stopText: text } : ({ limitText: text, limitSource: 'typed' } as const);
        return { side, orderType, ...price, owner: owner ?? asked, revision: revision + 1 };
      }),
    setExit: (leg, text) =>
      set((draft) => {
        const other = leg === 'takeProfitText' ? draft.stopLossText : draft.takeProfitText;
        return { [leg]: text, hasExits: text !== '' || other !== '', ...OWN_EXITS, revision: draft.revision + 1 };
      }),
    dropPrices: () => change({ ...NO_PRICES, ...OWN_EXITS }),
    followMarket: () => change({ limitText: '', limitSource: 'market' }),
    holdLimit: (limitText) =>
      set(({ limitSource }) => (limitSource === 'market' ? { limitText, limitSource: 'held' } : {})),
    letLimitGo: () =>
      set(({ limitSource }) => (limitSource === 'held' ? { limitText: '', limitSource: 'market' } : {})),
    setLotsText: (lotsText) => change({ lotsText }),
    setRiskText: (riskText) => set({ riskText }),
    setLots: (lots) => change({ lotsText: String(lots) }),
    setExpirationDate: (expirationDate) => change({ expirationDate }),
    keepOwner: (owner) => set({ owner }),
    keepClientOrderId: (clientOrderId) => set(({ revision }) => ({ clientOrderId, sentRevision: revision })),
    fill: (order) => set(({ revision }) => ({ ...begunFrom(order, revision), isFocusRequested: true })),
    sketch: (order) => set(({ revision }) => begunFrom(order, revision)),
    settle: (sentAs, fate) =>
      set(({ clientOrderId, revision, sentRevision }) => {
        if (clientOrderId !== sentAs) return {};
        if (fate !== 'taken' || revision !== sentRevision) return { clientOrderId: null };
        // The side, type and lots stay, nothing else.
        const begun = { revision: revision + 1, firstRevision: revision + 1 };
        return { ...NO_TEXTS, owner: null, clientOrderId: null, ...begun };
      }),
    reset: (contractCode) =>
      set(({ side, orderType, exitUnit, riskText, duration, revision }) => ({
        ...EMPTY_DRAFT,
        contractCode,
        side,
        orderType,
        exitUnit,
        riskText,
        duration: duration === 'GTD' ? null : duration,
        revision: revision + 1,
        firstRevision: revision + 1,
      })),
    requestFocus: () => set({ isFocusRequested: true, picked: null }),
    pick: (picked) => set((draft) => ({ ...withPicked(draft, picked), isFocusRequested: true, picked })),
    ask: (asked) => set(({ revision }) => askedDraft(asked, revision)),
    begin: (order) => change({ ...NO_TEXTS, ...order, ...OWN_EXITS }),
  };
});

function draftExits({ unit, takeProfitText, stopLossText, trailsStop = false }: BegunExits): Partial<DraftValues> {
  return { hasExits: true, exitUnit: unit, takeProfitText, stopLossText, trailsStop };
}

/** A price goes where a click on one does: into the stop price of a stop, else into a limit order. */
function withPicked({ orderType, revision }: DraftValues, { side, price, lots }: DraftPick): Partial<DraftValues> {
  const { clicked } = shownType(orderType);
  return {
    ...(side === undefined ? {} : { side }),
    ...(price === undefined
      ? {}
      : { orderType: clicked.orderType, [clicked.field]: priceToDisplay(price.ticks, price.grid) }),
    ...(price !== undefined && clicked.field === 'limitText' ? { limitSource: 'typed' } : {}),
    ...(lots === undefined ? {} : { lotsText: String(lots) }),
    revision: revision + 1,
  };
}

function askedDraft({ side, price, lots }: DraftPick, revision: number): Partial<DraftValues> {
  return {
    ...NO_TEXTS,
    ...(side === undefined ? {} : { side }),
    ...(lots === undefined ? {} : { lotsText: String(lots) }),
    ...(price === undefined ? {} : { limitText: priceToDisplay(price.ticks, price.grid), limitSource: 'typed' }),
    ...{ orderType: 'LIMIT', owner: null, isFocusRequested: true, picked: null },
    ...anotherOrder(revision, true),
  };
}

/**
 * The revisions of an order that comes from elsewhere in the place of the one before: another beginning, so that the exits
 * of each entry go with it, and already changed.
 */
export function anotherOrder(
  before: number,
  isAsked: boolean,
): Pick<DraftValues, 'revision' | 'firstRevision' | 'askedRevision'> {
  const revision = before + 2;
  return { revision, firstRevision: before + 1, askedRevision: isAsked ? revision : null };
}

function begunFrom(
  { lots, limitText = '', expirationDate = '', duration, ...order }: DraftOrder,
  revision: number,
): Partial<DraftValues> {
  const hasPrices = Boolean(order.takeProfitText || order.stopLossText);
  return {
    ...NO_TEXTS,
    ...order,
    ...OWN_EXITS,
    ...(hasPrices ? { exitUnit: 'price' } : {}),
    duration: duration ?? null,
    expirationDate,
    limitText,
    limitSource: limitText === '' ? 'market' : 'typed',
    lotsText: String(lots),
    clientOrderId: null,
    picked: null,
    revision: revision + 1,
  };
}

/** Lists the prices, in ticks, that a draft follows. */
export interface MarketPrices {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly last: number | null;
}

/** Returns the price of an untouched draft: the best opposite price, else the last trade. */
export function followedTicks(side: Side, market: MarketPrices): Ticks | null {
  return (side === 'BUY' ? market.ask : market.bid) ?? market.last;
}

export type DraftPrice = PriceReading | { readonly kind: 'empty' };

/** Returns the price the draft means now: typed, or the market's. */
export function draftPrice(
  draft: Pick<DraftValues, 'side' | 'limitText' | 'limitSource'>,
  market: MarketPrices,
  grid: PriceGrid,
): DraftPrice {
  if (draft.limitSource !== 'market') return typedPrice(draft.limitText, grid);
  const ticks = followedTicks(draft.side, market);
  return ticks === null ? { kind: 'empty' } : { kind: 'price', ticks };
}

export function typedPrice(text: string, grid: PriceGrid): DraftPrice {
  return text.trim() === '' ? { kind: 'empty' } : readTypedPrice(text, grid);
}

/** The prices of an order, as far as its type has them. */
export interface DraftPrices {
  readonly limit: DraftPrice | null;
  readonly stop: DraftPrice | null;
}

/** Until it is edited, a limit follows the market, and that of a stop limit follows its own stop. */
export function draftPrices(
  draft: Pick<DraftValues, 'side' | 'orderType' | 'limitText' | 'limitSource' | 'stopText'>,
  market: MarketPrices,
  grid: PriceGrid,
): DraftPrices {
  const { hasLimit, hasStop } = fieldsOf(draft.orderType);
  const stop = hasStop ? typedPrice(draft.stopText, grid) : null;
  if (!hasLimit) return { limit: null, stop };
  if (stop === null || draft.limitSource !== 'market') return { limit: draftPrice(draft, market, grid), stop };
  return { limit: stop.kind === 'price' ? stop : { kind: 'empty' }, stop };
}

export function ticksOf(price: DraftPrice | null): Ticks | null {
  return price?.kind === 'price' ? price.ticks : null;
}

/** Whether it has something written by hand that another contract's draft would not have. */
export function isTypedIn(draft: DraftValues): boolean {
  if (draft.revision === draft.firstRevision) return false;
  const { limitSource, lotsText, stopText, trailText, expirationDate, hasOwnExits } = draft;
  // What closes or protects a position, and a template's order, have exits or none by intent.
  if (hasOwnExits || limitSource === 'typed' || lotsText !== EMPTY_DRAFT.lotsText) return true;
  return stopText + trailText + expirationDate !== '';
}
