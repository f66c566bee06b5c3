/**
 * The investor feed `/investor/v1.0` (docs/rules/connections.md#feeds): changes of the sub-accounts of the investor
 * whose ticket opened the socket. Its seq is the journal's, so a client resumes exactly where it stopped, over any
 * disconnect.
 */
import { z } from 'zod';
import { conditionalOrder } from '#entities/conditional-order.ts';
import { fill } from '#entities/fill.ts';
import { mailboxMessage } from '#entities/mailbox-message.ts';
import { marginStatus } from '#entities/margin.ts';
import { order } from '#entities/order.ts';
import { openPosition, settledPosition } from '#entities/position.ts';
import type { Acknowledge, Heartbeat, KeepsakesChanged, UnauthorizedEvent } from '#feeds/messages.ts';
import { count, opaqueId, seq } from '#wire.ts';

export const INVESTOR_EVENTS = ['account'] as const;
export const investorEvent = z.enum(INVESTOR_EVENTS).meta({ id: 'InvestorEvent' });
export type InvestorEvent = z.infer<typeof investorEvent>;

/** With `afterSeq` the missed updates are sent, or a snapshot if they are too old or the seq is unknown. */
export const investorSubscribe = z
  .strictObject({ event: investorEvent, accountId: opaqueId, afterSeq: seq.optional() })
  .meta({ id: 'InvestorSubscribe' });
export type InvestorSubscribe = z.infer<typeof investorSubscribe>;

export const investorUnsubscribe = z
  .strictObject({ event: investorEvent, accountId: opaqueId })
  .meta({ id: 'InvestorUnsubscribe' });
export type InvestorUnsubscribe = z.infer<typeof investorUnsubscribe>;

/**
 * A new state of one entity, which replaces an older one with the same id. A position with netLots 0 is closed. A
 * message is new and unread; `unread` is their number, sent when the subscription begins or resumes. `exchangeLink`
 * says whether the exchange where the sub-account trades is connected: sent then too, and on changes. While it is down
 * new orders wait with the broker.
 */
export const accountItem = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('order'), order }),
    z.object({ kind: z.literal('fill'), fill }),
    z.object({ kind: z.literal('position'), position: openPosition }),
    z.object({ kind: z.literal('settled'), settled: settledPosition }),
    z.object({ kind: z.literal('margin'), margin: marginStatus }),
    z.object({ kind: z.literal('conditionalOrder'), conditionalOrder }),
    z.object({ kind: z.literal('message'), message: mailboxMessage }),
    z.object({ kind: z.literal('unread'), unread: count }),
    z.object({ kind: z.literal('exchangeLink'), isUp: z.boolean() }),
  ])
  .meta({ id: 'AccountItem' });
export type AccountItem = z.infer<typeof accountItem>;

/** At `seq`: every order that is not final, every waiting conditional order, every open position, the margin. */
export const investorSnapshot = z
  .object({ event: investorEvent, accountId: opaqueId, seq, items: z.array(accountItem) })
  .meta({ id: 'InvestorSnapshot' });
export type InvestorSnapshot = z.infer<typeof investorSnapshot>;

/**
 * The changes of one journal batch for this sub-account, in order. `previousSeq` is the seq of the previous message of
 * this subscription: if it is not the last one received, something is missing and the client subscribes again after the
 * last seq that it has.
 */
export const investorUpdate = z
  .object({ event: investorEvent, accountId: opaqueId, seq, previousSeq: seq, items: z.array(accountItem) })
  .meta({ id: 'InvestorUpdate' });
export type InvestorUpdate = z.infer<typeof investorUpdate>;

/** Event maps for socket.io's types. */
export interface InvestorClientEvents {
  subscribe: (request: InvestorSubscribe, acknowledge: Acknowledge) => void;
  unsubscribe: (request: InvestorUnsubscribe, acknowledge: Acknowledge) => void;
}
export interface InvestorServerEvents {
  snapshot: (message: InvestorSnapshot) => void;
  update: (message: InvestorUpdate) => void;
  heartbeat: (message: Heartbeat) => void;
  unauthorized: (message: UnauthorizedEvent) => void;
  keepsakes: (message: KeepsakesChanged) => void;
}
