/**
 * Who waits for an order and until when, and whether one is taken at all: that is asked as soon as the body is there,
 * because a refusal must cost little when more comes than can be done.
 */
import { LIMITS } from '@mua/contract/limits';
import { uuidFromWire } from '@mua/contract/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, timeOfDayMs } from '#ground/clock.ts';
import type { Load } from '#ground/load.ts';
import type { RouteOptions } from '#http/bind-route.ts';
import type { Admission, UncheckedRequest } from '#http/crowd-door.ts';
import type { Sender, Sequencer } from '#journal/sequencer.ts';
import type { Urgency } from '#journal/urgency.ts';

type Admitted = Required<Pick<RouteOptions, 'admission'>>;

export interface Senders {
  of(call: { readonly request: FastifyRequest; readonly reply: FastifyReply }, validUntil: string | undefined): Sender;
  readonly placing: Admitted;
  readonly modifying: Admitted;
  readonly reversing: Admitted;
  readonly liquidating: Admitted;
}

export function createSenders(deps: {
  readonly sequencer: Pick<Sequencer, 'isCrowded' | 'refusal' | 'knows'>;
  readonly load: Load;
  readonly clock: Clock;
}): Senders {
  const { sequencer, load, clock } = deps;

  /** An order that is there already, or on its way, is answered: nobody may be told of it that nothing was taken. */
  function isRepeated({ params, body }: UncheckedRequest): boolean {
    const { accountId = '' } = params as { accountId?: string };
    const clientOrderId = unchecked(body).clientOrderId ?? unchecked(ordersOf(body)[0]).clientOrderId;
    if (typeof clientOrderId !== 'string') return false;
    return sequencer.knows({ accountId, clientOrderId: uuidFromWire(clientOrderId) });
  }

  const admitting = (refusal: Admission['refusal']): Admitted => ({
    admission: { isCrowded: () => sequencer.isCrowded, refusal },
  });
  const unlessKnown = (urgencyOf: (body: unknown) => Urgency): Admitted =>
    admitting((request) => (isRepeated(request) ? undefined : sequencer.refusal(urgencyOf(request.body))));
  /** A page goes by our time, which it is told; a program by its own, which is right where ours is ahead. */
  const nowOf = ({ actor }: FastifyRequest): number => (actor?.grant ? timeOfDayMs(clock) : clock.nowMs());

  return {
    of({ request, reply }, validUntil) {
      const { cameMs } = request;
      const validMs = validUntil === undefined ? undefined : Date.parse(validUntil) - nowOf(request);
      const untilMs = validMs === undefined ? cameMs + LIMITS.orderValidMs : load.nowMs() + validMs;
      return { untilMs, isGone: () => reply.raw.destroyed };
    },
    placing: unlessKnown((body) => (onlyReduces(body) ? 'reducing' : 'opening')),
    modifying: admitting(() => sequencer.refusal('opening')),
    reversing: unlessKnown(() => 'opening'),
    liquidating: unlessKnown(() => 'reducing'),
  };
}

function onlyReduces(body: unknown): boolean {
  const orders = ordersOf(body);
  if (orders.length > 0) return orders.every(onlyReduces);
  const { isReduceOnly, orderType, rollInto } = unchecked(body);
  // A roll closes one month and opens another.
  return (isReduceOnly === true && rollInto === undefined) || orderType === 'TPSL';
}

/** Of a group. */
function ordersOf(body: unknown): readonly unknown[] {
  const { orders } = unchecked(body);
  return Array.isArray(orders) ? orders : [];
}

/** No schema has seen the body yet. */
function unchecked(body: unknown): {
  clientOrderId?: unknown;
  isReduceOnly?: unknown;
  orderType?: unknown;
  rollInto?: unknown;
  orders?: unknown;
} {
  return typeof body === 'object' && body !== null ? body : {};
}
