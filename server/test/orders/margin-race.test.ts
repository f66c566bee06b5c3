/** Orders that come at the same moment share one margin: what one has taken the next has not (reliability, O4). */
import { accountEquityVnd } from '@mua/core/engine';
import { expect, onTestFinished, test } from 'vitest';
import { limitOrder, openOrderHarness } from '#test/fixtures/order-harness.ts';
import { AN_1 } from '#test/fixtures/platform.ts';

const AT_ONCE = 50;

test('of fifty orders that each need sixty percent of the margin one is taken', async () => {
  const harness = await openOrderHarness({ limits: { ordersBurst: 2 * AT_ONCE } });
  onTestFinished(() => harness.close());
  const { state } = harness.platform.sequencer;
  const required = () => state.accounts.get(AN_1)?.requiredVnd ?? 0n;
  const available = () => {
    const account = state.accounts.get(AN_1);
    return account ? accountEquityVnd(state, account) - account.requiredVnd : 0n;
  };
  const one = limitOrder({ quantity: 1 });
  expect((await harness.place(one)).statusCode).toBe(201);
  const lotVnd = required();
  expect((await harness.post('cancel', { clientOrderId: one.clientOrderId })).statusCode).toBe(200);
  await harness.platform.sequencer.settled();
  expect(required()).toBe(0n);

  const quantity = Number((available() * 6n) / 10n / lotVnd) + 1;
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => harness.place(limitOrder({ quantity }))));
  const answers = replies.map((reply) => [reply.statusCode, reply.json().code ?? reply.json().reason?.code ?? null]);
  expect(answers.filter(([status]) => status === 201)).toHaveLength(1);
  expect(new Set(answers.filter(([status]) => status !== 201).map(([, code]) => code))).toEqual(
    new Set(['InsufficientMargin']),
  );
  expect(available()).toBeGreaterThanOrEqual(0n);
});
