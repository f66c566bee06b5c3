import { expect, test } from 'vitest';
import type { Actor } from '#http/actor.ts';
import { createOrderBounds } from '#oauth/order-bounds.ts';
import { replyError } from '#refusals/reply-error.ts';

const actor = { grant: { grantId: 'g' } } as Actor;
const order = { contractCode: 'ZCEZ26', lots: 10, tradeDate: '2026-11-20' };

test.each<[string, 'given back' | 'kept', () => Promise<'new' | 'repeated'>]>([
  ['was placed', 'kept', async () => 'new'],
  ['was there already', 'given back', async () => 'repeated'],
  ['was refused', 'given back', () => Promise.reject(replyError('OrderTooLate', {}))],
  ['has not been carried', 'given back', () => Promise.reject(replyError('RpcRequestError', {}))],
  ['may have been executed', 'kept', () => Promise.reject(replyError('RpcTimeoutError', {}))],
])('the lots of an order that %s are %s', async (_what, then, act) => {
  let isGivenBack = false;
  const bounds = createOrderBounds({
    reserve: async () => async () => {
      isGivenBack = true;
    },
    actorOf: async () => ({ ...actor, isSuspended: false }),
  });
  await bounds.within(actor, order, act, (done) => done === 'new').catch(() => {});
  expect(isGivenBack ? 'given back' : 'kept').toBe(then);
});
