/**
 * Stores orders without an answer beyond the page: a reload, or a phone that closed the tab, must not lose an order
 * that may exist. They are stored before they are sent, separately for each investor, and removed when their fate is
 * known; signing out says nothing about it, so they stay for the next sign-in of the same investor. An order known not
 * to have arrived is stored as such until its owner sends it again or drops it: there is nothing left to ask.
 */
import {
  liquidationRequest,
  placeGroupRequest,
  placeOrderRequest,
  reversePositionRequest,
} from '@mua/contract/http/orders';
import { lots, side } from '@mua/contract/wire';
import { type SentOrder, type SentRequest, sentOrder } from '#orders/sent-order.ts';
import { isRecord, readKept, writeKept } from '#session/kept-value.ts';

/** Returns the stored orders; each is lost as far as this page knows, or absent. */
export function keptOrders(userId: string): readonly SentOrder[] {
  return keptEntries(userId).flatMap((entry) => orderFrom(entry, userId) ?? []);
}

export function keepOrder({ clientOrderId, actor, request, state }: SentOrder): void {
  const others = without(keptEntries(actor.userId), clientOrderId);
  const fate = state.kind === 'absent' ? { fate: state.kind } : {};
  writeEntries(actor.userId, [...others, { accountId: actor.accountId, request, ...fate }]);
}

export function dropKeptOrder({ clientOrderId, actor }: SentOrder): void {
  const entries = keptEntries(actor.userId);
  const others = without(entries, clientOrderId);
  if (others.length < entries.length) writeEntries(actor.userId, others);
}

function without(entries: readonly unknown[], clientOrderId: string): readonly unknown[] {
  return entries.filter((entry) => orderFrom(entry, '')?.clientOrderId !== clientOrderId);
}

function keyOf(userId: string): string {
  return `sent-orders ${userId}`;
}

function keptEntries(userId: string): readonly unknown[] {
  try {
    const entries: unknown = JSON.parse(readKept(keyOf(userId)) ?? '[]');
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}

function writeEntries(userId: string, entries: readonly unknown[]): void {
  writeKept(keyOf(userId), JSON.stringify(entries));
}

/** Returns undefined when the stored value no longer describes an order. */
function orderFrom(entry: unknown, userId: string): SentOrder | undefined {
  if (!isRecord(entry) || typeof entry.accountId !== 'string') return undefined;
  const request = requestFrom(entry.request);
  const kind = entry.fate === 'absent' ? 'absent' : 'lost';
  return request && sentOrder({ userId, accountId: entry.accountId }, request, { kind });
}

function requestFrom(kept: unknown): SentRequest | undefined {
  if (!isRecord(kept)) return undefined;
  if (kept.kind === 'place') {
    const body = placeOrderRequest.safeParse(kept.body);
    return body.success ? { kind: 'place', body: body.data } : undefined;
  }
  if (kept.kind === 'group') {
    const body = placeGroupRequest.safeParse(kept.body);
    return body.success ? { kind: 'group', body: body.data } : undefined;
  }
  const [ofSide, ofLots] = [side.safeParse(kept.side), lots.safeParse(kept.lots)];
  if (!ofSide.success || !ofLots.success) return undefined;
  const whole = { side: ofSide.data, lots: ofLots.data };
  if (kept.kind === 'liquidate') {
    const body = liquidationRequest.safeParse(kept.body);
    return body.success ? { kind: 'liquidate', body: body.data, ...whole } : undefined;
  }
  const body = reversePositionRequest.safeParse(kept.body);
  return kept.kind === 'reverse' && body.success ? { kind: 'reverse', body: body.data, ...whole } : undefined;
}
