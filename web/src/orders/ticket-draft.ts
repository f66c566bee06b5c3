/**
 * The order being written: one object for the ticket, the order book that fills it and the line on the chart. What is
 * kept is what was typed, as text; reading it is `draftPrice`'s and the ticket's matter.
 *
 * Until the price is touched it follows the market: best opposite price, else the last. It holds still while somebody is
 * in its field. `revision` counts manual changes and nothing else, so that an armed button knows whether what it
 * confirmed still stands.
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
import { shownType } from '#orders/order-types.ts';
import type { AccountActor } from '#signed-in/actor.ts';

/** How far a trailing stop keeps: a distance in the price unit, or a share of the price. */
export type TrailUnit = 'amount' | 'percent';

/** Where the limit price comes from: held, it is the market's at the moment somebody came to change it. */
export type LimitSource = 'market' | 'held' | 'typed';

/** The texts beside the limit price. All of them stay when the type changes, so that nothing typed is lost. */
export type PriceTextName = 'stopText' | 'trailText' | 'takeProfitText' | 'stopLossText';

export interface DraftValues {
  readonly contractCode: string | null;
  /** The sub-account it was opened with; null while nothing was changed by hand, then it follows the chosen one. */
  readonly owner: AccountActor | null;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly duration: Duration;
  readonly limitText: string;
  readonly stopText: string;
  readonly trailText: string;
  readonly trailUnit: TrailUnit;
  readonly takeProfitText: string;
  readonly stopLossText: string;
  /** An entry brings its exits along. */
  readonly hasExits: boolean;
  readonly isReduceOnly: boolean;
  readonly lotsText: string;
  /** `2026-12-31`, or empty. */
  readonly expirationDate: string;
  readonly limitSource: LimitSource;
  readonly revision: number;
  /** The revision at which it was begun: while they are equal nothing was changed by hand. */
  readonly firstRevision: number;
  /** The id of an order whose fate is not known: sent again, it is the same order. */
  readonly clientOrderId: string | null;
  /** The revision that was sent as it. */
  readonly sentRevision: number | null;
  /**
   * Whoever filled the draft from elsewhere (close, duplicate) wants it seen; a ticket of its contract comes
   * (`useFocusRequest`).
   */
  readonly isFocusRequested: boolean;
}

type StartingTexts = Partial<Pick<DraftValues, PriceTextName | 'trailUnit' | 'hasExits' | 'isReduceOnly'>>;

export interface DraftOrder extends StartingTexts {
  readonly contractCode: string;
  readonly owner: AccountActor;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly lots: Lots;
  readonly duration?: Duration;
  readonly expirationDate?: string;
  /** Left out, a limit price follows the market. */
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
  setReduceOnly(isReduceOnly: boolean): void;
  /** A price picked in the book or on the chart: the stop price of a stop, else a limit order at that price. */
  setPriceTicks(ticks: Ticks, grid: PriceGrid): void;
  /** An order begun at a price of the chart: it keeps the lots and whatever else is typed. */
  draftAt(at: DraftAt): void;
  /** As `fill`, on the chart itself: nobody is called to look at the ticket. */
  sketch(order: DraftOrder): void;
  /** One leg of the exits; an empty text takes it away, and the last one takes them all. */
  setExit(leg: ExitLeg, text: string): void;
  /** Nothing has a price any more, and there are no exits. */
  dropPrices(): void;
  /** Gives the price back to the market. */
  followMarket(): void;
  /** No change by hand: a price that follows the market stands at this text until it is let go. */
  holdLimit(text: string): void;
  letLimitGo(): void;
  setLotsText(text: string): void;
  setLots(lots: Lots): void;
  setExpirationDate(date: string): void;
  /** Whose draft it is from now on; the first change by hand does it. */
  keepOwner(owner: AccountActor | null): void;
  keepClientOrderId(clientOrderId: string): void;
  /**
   * The order that the draft was sent as is known or given up: taken, the draft begins anew, unless it was changed since;
   * else its id is used up and whatever is sent next is another order. A draft that has moved on is left alone.
   */
  settle(clientOrderId: string, fate: 'taken' | 'refused' | 'dropped'): void;
  /** An order to start from: closing a position, doing an order again. */
  fill(order: DraftOrder): void;
  reset(contractCode: string | null): void;
  /** The draft is to be seen, wherever on the desk its ticket is. */
  requestFocus(): void;
}

/** One of the two legs of the exits, by its text. */
export type ExitLeg = 'takeProfitText' | 'stopLossText';

export interface DraftAt {
  readonly side: Side;
  readonly orderType: 'LIMIT' | 'STOP';
  readonly ticks: Ticks;
  readonly grid: PriceGrid;
  /** Whose it becomes while it is nobody's yet. */
  readonly owner: AccountActor | null;
}

const NO_TEXTS = {
  limitText: '',
  stopText: '',
  trailText: '',
  trailUnit: 'amount',
  takeProfitText: '',
  stopLossText: '',
  hasExits: false,
  isReduceOnly: false,
  limitSource: 'market',
} as const;

export const EMPTY_DRAFT: DraftValues = {
  ...NO_TEXTS,
  contractCode: null,
  owner: null,
  side: 'BUY',
  orderType: 'LIMIT',
  duration: 'DAY',
  lotsText: '1',
  expirationDate: '',
  revision: 0,
  firstRevision: 0,
  clientOrderId: null,
  sentRevision: null,
  isFocusRequested: false,
};

export const useTicketDraft = create<TicketDraft>()((set) => {
  const change = (part: Partial<DraftValues>) => set(({ revision }) => ({ ...part, revision: revision + 1 }));
  return {
    ...EMPTY_DRAFT,
    setSide: (side) => change({ side }),
    setOrderType: (orderType) => change({ orderType }),
    setDuration: (duration) => change({ duration }),
    setLimitText: (limitText) => change({ limitText, limitSource: 'typed' }),
    setPriceText: (field, text) => change({ [field]: text }),
    setTrailUnit: (trailUnit) => change({ trailUnit }),
    setHasExits: (hasExits) => change({ hasExits }),
    setReduceOnly: (isReduceOnly) => change({ isReduceOnly }),
    setPriceTicks: (ticks, grid) =>
      set(({ orderType, revision }) => {
        const text = priceToDisplay(ticks, grid);
        const { clicked } = shownType(orderType);
        const source = clicked.field === 'limitText' ? ({ limitSource: 'typed' } as const) : {};
        return { orderType: clicked.orderType, [clicked.field]: text, ...source, revision: revision + 1 };
      }),
    draftAt: ({ side, orderType, ticks, grid, owner: asked }) =>
      set(({ revision, owner }) => {
        const text = priceToDisplay(ticks, grid);
        const price = orderType === 'STOP' ? { stopText: text } : ({ limitText: text, limitSource: 'typed' } as const);
        return { side, orderType, ...price, owner: owner ?? asked, revision: revision + 1 };
      }),
    setExit: (leg, text) =>
      set((draft) => {
        const other = leg === 'takeProfitText' ? draft.stopLossText : draft.takeProfitText;
        return { [leg]: text, hasExits: text !== '' || other !== '', revision: draft.revision + 1 };
      }),
    dropPrices: () =>
      change({
        limitText: '',
        limitSource: 'market',
        stopText: '',
        takeProfitText: '',
        stopLossText: '',
        hasExits: false,
      }),
    followMarket: () => change({ limitText: '', limitSource: 'market' }),
    holdLimit: (limitText) =>
      set(({ limitSource }) => (limitSource === 'market' ? { limitText, limitSource: 'held' } : {})),
    letLimitGo: () =>
      set(({ limitSource }) => (limitSource === 'held' ? { limitText: '', limitSource: 'market' } : {})),
    setLotsText: (lotsText) => change({ lotsText }),
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
        // The same side, type and lots, nothing else.
        const begun = { revision: revision + 1, firstRevision: revision + 1 };
        return { ...NO_TEXTS, owner: null, clientOrderId: null, ...begun };
      }),
    reset: (contractCode) =>
      set(({ side, orderType, duration, revision }) => ({
        ...EMPTY_DRAFT,
        contractCode,
        side,
        orderType,
        duration: duration === 'GTD' ? 'DAY' : duration,
        revision: revision + 1,
        firstRevision: revision + 1,
      })),
    requestFocus: () => set({ isFocusRequested: true }),
  };
});

function begunFrom(
  { lots, limitText = '', expirationDate = '', duration = 'DAY', ...order }: DraftOrder,
  revision: number,
): Partial<DraftValues> {
  return {
    ...NO_TEXTS,
    ...order,
    duration,
    expirationDate,
    limitText,
    limitSource: limitText === '' ? 'market' : 'typed',
    lotsText: String(lots),
    clientOrderId: null,
    revision: revision + 1,
  };
}

/** Ticks of the prices that a draft follows. */
export interface MarketPrices {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly last: number | null;
}

/** The price an untouched draft stands at: what the other side asks for, else the last trade. */
export function followedTicks(side: Side, market: MarketPrices): Ticks | null {
  return (side === 'BUY' ? market.ask : market.bid) ?? market.last;
}

export type DraftPrice = PriceReading | { readonly kind: 'empty' };

/** The price that the draft means now: typed, or the market's. */
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
