/** Checks what is told of an order that is sent again while the read tables can't be written. */
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Projector } from '#journal/projector.ts';
import { ownerPool } from '#test/fixtures/database.ts';
import { whileHeld } from '#test/fixtures/held-rows.ts';
import { OAuthHarness, order } from '#test/fixtures/oauth-harness.ts';
import { limitOrder, openOrderHarness } from '#test/fixtures/order-harness.ts';
import { CODE, type Platform } from '#test/fixtures/platform.ts';

type Reply = Promise<LightMyRequestResponse>;

/** Sends each twice before rows can be written again, and returns the statuses, those of the first ones first. */
async function sentTwice(platform: Platform, sendings: readonly (() => Reply)[]): Promise<number[]> {
  const isStuck = vi.spyOn(Projector.prototype, 'isStuck', 'get').mockReturnValue(true);
  const reached = vi.spyOn(Projector.prototype, 'reached');
  onTestFinished(() => {
    isStuck.mockRestore();
    reached.mockRestore();
  });
  const answers = await whileHeld(
    ownerPool(platform.database),
    'lock table projected in exclusive mode',
    async (): Promise<readonly [LightMyRequestResponse[], Reply[]]> => {
      const first: LightMyRequestResponse[] = [];
      for (const send of sendings) first.push(await send());
      reached.mockClear();
      const again = sendings.map((send) => send());
      await vi.waitUntil(() => reached.mock.calls.length >= again.length);
      return [first, again];
    },
  );
  const replies = [...answers[0], ...(await Promise.all(answers[1]))];
  return replies.map(({ statusCode }) => statusCode);
}

test('an order or group that is sent again is answered once its rows are written', async () => {
  const harness = await openOrderHarness();
  const { clientOrderId: _own, contractCode: _shared, ...member } = limitOrder({ quantity: 1 });
  const orders = [1, 2].map(() => ({ ...member, clientOrderId: randomUUID() }));
  const [single, group] = [limitOrder(), { kind: 'SCALE', contractCode: CODE, orders }];
  const sendings = [() => harness.place(single), () => harness.post('place-group', group)];
  expect(await sentTwice(harness.platform, sendings)).toEqual([201, 201, 200, 200]);
  await harness.close();
});

test('so is a program’s order', async () => {
  const programs = await OAuthHarness.open();
  await programs.beginTest();
  const { access } = await programs.tokensFor();
  const sendings = [order(1), order(1)].map((terms) => () => programs.place(access, terms));
  expect(await sentTwice(programs.platform, sendings)).toEqual([201, 201, 200, 200]);
  await programs.close();
});
