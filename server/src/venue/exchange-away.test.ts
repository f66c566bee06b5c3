/** Checks that requests left unanswered by a crash don't put their orders in doubt while the exchange is down. */
import type { CommandBody, EngineEvent } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { awayUntilUp } from '#venue/exchange-away.ts';
import { AN, Broker, CODE, FULL_RULES, requestsOf } from '../../../core/test/scenarios/broker.ts';

/** The engine after a recovery, and a way to submit commands to it. */
function recovered() {
  const broker = new Broker(1_000_000_000n, { ...FULL_RULES, venueAnswerMs: 5_000 });
  const events: EngineEvent[] = [];
  const submit = async (body: CommandBody): Promise<void> => void events.push(...broker.do(body));
  return { broker, events, sequencer: { state: broker.state, submit } };
}

test('an order in transit at the crash is sent again, and no operator is notified in the meantime', async () => {
  const { broker, events, sequencer } = recovered();
  const { orderId } = broker.place('BUY 10 @ 450');
  await awayUntilUp(sequencer);
  // Reference data, sessions and dates are entered before the exchange is up, which may take a while.
  events.push(...broker.wait(60_000), ...broker.wait(60_000));
  expect(events.map(({ kind }) => kind)).not.toContain('orderInDoubt');
  expect(requestsOf(events)).toEqual([]);
  expect(requestsOf(broker.do({ kind: 'restartVenue', epoch: 'e2' }))).toMatchObject([{ kind: 'submit' }]);
  expect(broker.order(orderId).status).toBe('DISCONNECTED');
  broker.accept(orderId);
  expect(broker.order(orderId).status).toBe('WORKING');
});

test('a start without unanswered requests enters nothing', async () => {
  const { broker, events, sequencer } = recovered();
  broker.trade('BUY 2 @ 450', 1800);
  await awayUntilUp(sequencer);
  expect(events).toEqual([]);
  expect(broker.account(AN).positions.get(CODE)?.netLots).toBe(2);
});
