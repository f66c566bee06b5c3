/**
 * Determines what an order's single toast says (docs/rules/words.md#toast-of-an-order), from what is known of the
 * order: how it was sent, its newest state, its fills' fees, and a refused cancel. A conditional order has one too,
 * which continues with the order it sends. Pure: the component only draws it.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Fill } from '@mua/contract/entities/fill';
import type { Order } from '@mua/contract/entities/order';
import type { Facts } from '@mua/contract/errors';
import {
  type ConditionalStatus,
  FINAL_STATUSES,
  type Lots,
  type OrderStatus,
  type Side,
  type Vnd,
} from '@mua/core/values';
import type { SentOrder, WirePrices } from '#orders/sent-order.ts';
import type { ToastedKind } from '#session/notice-store.ts';

/** The toast of an order in transit stays; in any other state it closes by itself. */
export interface ToastStory {
  readonly id: string;
  readonly icon: 'progress' | 'working' | 'filled' | 'refused' | 'ended' | 'changed';
  /** The sub-account it was sent in. */
  readonly accountId: string;
  readonly contractCode: string;
  readonly side: Side;
  readonly lots: Lots;
  /** Prices as ordered. */
  readonly prices: WirePrices;
  readonly line: ToastLine;
  readonly isLasting: boolean;
}

/** The kind of the news, by which its toast may be muted and its sound chosen. */
export function kindOfStory({ icon, line }: ToastStory): ToastedKind {
  switch (line.kind) {
    case 'filled':
    case 'partly':
      return 'filled';
    case 'triggered':
      return 'triggered';
    // An order whose fate is unknown is as urgent as a refused one.
    case 'lost':
    case 'absent':
      return 'refused';
    default:
      return KIND_OF_ICON[icon];
  }
}

const KIND_OF_ICON: Readonly<Record<ToastStory['icon'], ToastedKind>> = {
  progress: 'progress',
  working: 'progress',
  filled: 'filled',
  refused: 'refused',
  ended: 'ended',
  changed: 'changed',
};

type ToastLine =
  | { readonly kind: 'sending' | 'lost' | 'absent' }
  | { readonly kind: 'status'; readonly status: OrderStatus }
  | { readonly kind: 'conditional'; readonly state: ConditionalStatus }
  | { readonly kind: 'triggered'; readonly price: string | null }
  | { readonly kind: 'failed'; readonly code: string | null; readonly facts: Facts }
  | ({ readonly kind: 'partly' } & FilledPart)
  | { readonly kind: 'filled'; readonly lots: Lots; readonly price: string | null; readonly feeVnd: Vnd | null }
  | { readonly kind: 'refused'; readonly code: string; readonly facts: Facts }
  | { readonly kind: 'notModified' | 'notCancelled'; readonly code: string; readonly facts: Facts }
  | {
      readonly kind: 'ended';
      readonly status: OrderStatus;
      readonly code: string | null;
      readonly facts: Facts;
      /** What was filled before, if anything was. */
      readonly filled: FilledPart | null;
    }
  | { readonly kind: 'modified'; readonly old: ShownTerms; readonly wanted: ShownTerms };

export interface FilledPart {
  readonly filled: number;
  /** Average price of all its fills. */
  readonly price: string | null;
}

export interface ShownTerms {
  readonly lots: Lots;
  readonly prices: WirePrices;
}

/** Key of a toast: the client id, which is known before the server's. */
function toastIdOf({ clientOrderId, orderId }: Order): string {
  return clientOrderId ?? orderId;
}

/** Null once it was accepted: then the order itself has a toast. An order that never arrived waits for its owner. */
export function storyOfSent(sent: SentOrder): ToastStory | null {
  const { clientOrderId: id, actor, contractCode, side, lots, prices, state } = sent;
  const order = { id, accountId: actor.accountId, contractCode, side, lots, prices };
  switch (state.kind) {
    case 'sending':
    case 'lost':
      return { ...order, icon: 'progress', line: { kind: state.kind }, isLasting: true };
    case 'absent':
      return { ...order, icon: 'refused', line: { kind: 'absent' }, isLasting: true };
    case 'refused':
      return { ...order, icon: 'refused', line: { ...state, kind: 'refused' }, isLasting: false };
    case 'taken':
      return null;
  }
}

/** An answer is awaited, and its toast stays until it has arrived. */
const IS_ON_ITS_WAY = {
  NEW: true,
  NOT_SENT: false,
  PENDING: true,
  IN_TRANSIT: true,
  REJECTED: false,
  WORKING: false,
  EXPIRED: false,
  IN_CANCEL: true,
  IN_MODIFY: true,
  CANCELLED: false,
  FILLED: false,
  PARTIALLY_FILLED: false,
  SUSPENDED: false,
  DISCONNECTED: false,
  ACTIVEAT: false,
  UNKNOWN: false,
} as const satisfies Record<OrderStatus, boolean>;

/** A cancel that waits until the exchange has the order is described like a requested one. */
export function statusText({ status, isCancelRequested }: Pick<Order, 'status' | 'isCancelRequested'>): OrderStatus {
  return isCancelRequested && status === 'IN_TRANSIT' ? 'IN_CANCEL' : status;
}

/** `before` is the last state known to this page; without one, no change is visible here. */
export function storyOfOrder(order: Order, before: Order | undefined, fills: readonly Fill[]): ToastStory {
  const { accountId, contractCode, side, quantity: lots, status } = order;
  const id = toastIdOf(order);
  const story = { id, accountId, contractCode, side, lots, prices: order, isLasting: IS_ON_ITS_WAY[status] };
  if (order.rejection) return { ...story, icon: 'refused', line: { kind: 'refused', ...order.rejection } };
  if (status === 'FILLED') {
    return {
      ...story,
      icon: 'filled',
      line: { kind: 'filled', lots: order.filledQuantity, price: order.averagePrice, feeVnd: feeOf(order, fills) },
    };
  }
  if (FINAL_STATUSES.has(status)) {
    const reason = order.reason ?? { code: null, facts: {} };
    const icon = status === 'REJECTED' ? 'refused' : 'ended';
    return { ...story, icon, line: { kind: 'ended', status, ...reason, filled: filledPartOf(order) } };
  }
  const changed = before && !order.pendingModify ? changeOf(before, order) : null;
  if (changed) return { ...story, icon: 'changed', line: { kind: 'modified', ...changed } };
  const part = filledPartOf(order);
  if (part && status === 'PARTIALLY_FILLED') return { ...story, icon: 'working', line: { kind: 'partly', ...part } };
  return {
    ...story,
    icon: story.isLasting ? 'progress' : 'working',
    line: { kind: 'status', status: statusText(order) },
  };
}

function filledPartOf({ filledQuantity: filled, averagePrice: price }: Order): FilledPart | null {
  return filled === 0 ? null : { filled, price };
}

function changeOf(before: Order, order: Order): { old: ShownTerms; wanted: ShownTerms } | null {
  const old = { lots: before.quantity, prices: before };
  const wanted = { lots: order.quantity, prices: order };
  const isSame =
    before.quantity === order.quantity &&
    before.limitPrice === order.limitPrice &&
    before.stopPrice === order.stopPrice;
  return isSame ? null : { old, wanted };
}

/**
 * A pair that waits for its entry has no toast: the entry has its own. `before` as for orders; null when nothing worth
 * reporting happened.
 */
export function storyOfConditional(order: ConditionalOrder, before: ConditionalOrder | undefined): ToastStory | null {
  const { state } = order;
  const story = placedStory(order);
  switch (state) {
    case 'PENDING_ACTIVATION': {
      if (order.parentOrderCode !== null && before?.state !== state) return null;
      const changed = before && conditionalChange(before, order);
      if (changed) return { ...story, icon: 'changed', line: { kind: 'modified', ...changed } };
      return before ? null : story;
    }
    case 'TRIGGERED':
    case 'ACTIVE': {
      if (before && before.triggeredAt !== null) return null;
      const line = { kind: 'triggered', price: order.triggeredPrice } as const;
      return { ...story, lots: order.armedQuantity, icon: 'progress', line };
    }
    case 'FAILED': {
      const why = order.rejection ?? order.reason ?? { code: null, facts: {} };
      if (order.triggeredAt !== null) return { ...story, icon: 'refused', line: { kind: 'failed', ...why } };
      const { code, facts } = order.rejection ?? { code: 'DefaultError', facts: {} };
      return { ...story, icon: 'refused', line: { kind: 'refused', code, facts } };
    }
    case 'CANCELLED': {
      // A pair ends with its entry, whose own toast says why.
      if (order.parentOrderCode !== null && order.armedQuantity === 0) return null;
      const reason = order.reason ?? { code: null, facts: {} };
      return { ...story, icon: 'ended', line: { kind: 'ended', status: 'CANCELLED', ...reason, filled: null } };
    }
  }
}

/** The toast of a waiting conditional order, in place of the one shown while sending. */
export function placedStory(order: ConditionalOrder): ToastStory {
  const { accountId, contractCode, side, quantity: lots, state } = order;
  const id = order.clientOrderId ?? order.conditionalOrderId;
  const line = { kind: 'conditional', state } as const;
  return { id, accountId, contractCode, side, lots, prices: order, icon: 'working', line, isLasting: false };
}

const CONDITIONAL_PRICES = ['trailAmount', 'trailPercent', 'takeProfit', 'stopLoss'] as const;

function conditionalChange(before: ConditionalOrder, order: ConditionalOrder) {
  const isSame =
    before.quantity === order.quantity && CONDITIONAL_PRICES.every((field) => before[field] === order[field]);
  if (isSame) return null;
  return { old: { lots: before.quantity, prices: before }, wanted: { lots: order.quantity, prices: order } };
}

/** Null unless every fill was received: a partial fee would be wrong. */
function feeOf({ filledQuantity }: Order, fills: readonly Fill[]): bigint | null {
  const update = fills.reduce((sum, { lots }) => sum + lots, 0);
  return update < filledQuantity ? null : fills.reduce((sum, { fee }) => sum + BigInt(fee), 0n);
}
