/**
 * Shared by the scenarios of a third-party exchange, which may report what the simulated one never would: excess, late,
 * duplicate or out-of-order fills, and fills of orders that were never sent. No report throws, none with lots is lost,
 * and an operator is notified of whatever no rule can settle.
 */
import type { CommandBody, EngineEvent, OrderDoubt } from '@mua/core/engine';
import { AN, Broker, CODE, FULL_RULES } from '#test/scenarios/broker.ts';

export const HALT: CommandBody = {
  kind: 'changeSession',
  contractCodes: [CODE],
  state: 'PAUSED',
  opensAtMs: null,
  isHalt: true,
};
export const OPEN: CommandBody = { kind: 'changeSession', contractCodes: [CODE], state: 'OPEN', opensAtMs: null };

export function full(cashVnd = 1_000_000_000n): Broker {
  return new Broker(cashVnd, FULL_RULES);
}

/** With five seconds to answer. */
export function waiting(): Broker {
  return new Broker(1_000_000_000n, { ...FULL_RULES, venueAnswerMs: 5_000 });
}

export function working(broker: Broker, text = 'BUY 10 @ 450', more = {}): string {
  const { orderId } = broker.place(text, more);
  broker.accept(orderId);
  return orderId;
}

export function statusAndLots(broker: Broker, orderId: string): string {
  const { status, filledLots, quantityLots } = broker.order(orderId);
  return `${status} ${filledLots}/${quantityLots}`;
}

export function doubts(events: readonly EngineEvent[]): Pick<OrderDoubt, 'why' | 'lots'>[] {
  return events.flatMap((event) =>
    event.kind === 'orderInDoubt' ? [{ why: event.doubt.why, lots: event.doubt.lots }] : [],
  );
}

export function modify(broker: Broker, orderId: string, quantityLots: number): EngineEvent[] {
  return broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots });
}

export function cancel(broker: Broker, orderId: string): EngineEvent[] {
  return broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
}

/** The ids under which the exchange was asked. */
export function idsOf(events: readonly EngineEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'venueRequested' ? [event.request.requestId ?? ''] : []));
}
