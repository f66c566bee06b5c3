import { expect, test } from 'vitest';
import type { Actor } from '#http/actor.ts';
import { createOrderBounds } from '#oauth/order-bounds.ts';
import { replyError } from '#refusals/reply-error.ts';

const actor = { grant: { grantId: 'g' } } as Actor;
const order = { name: '1-01 x', contractCode: 'ZCEZ26', lots: 10, tradeDate: '2026-11-20' };
const place = async () => 'new';
const unanswered = () => Promise.reject(replyError('RpcTimeoutError', {}));

test.each<[string, 'given back' | 'kept', () => Promise<'new' | 'repeated'>]>([
  ['was placed', 'kept', async () => 'new'],
  ['was there already', 'given back', async () => 'repeated'],
  ['was refused', 'given back', () => Promise.reject(replyError('OrderTooLate', {}))],
  ['has not been carried', 'given back', () => Promise.reject(replyError('RpcRequestError', {}))],
  ['may have been executed', 'kept', unanswered],
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

test('an order that is sent again after it was not answered takes no more lots, and gives them back once', async () => {
  let taken = 0;
  const bounds = createOrderBounds({
    async reserve(_actor, { lots }) {
      taken += lots;
      return async () => {
        taken -= lots;
      };
    },
    actorOf: async () => ({ ...actor, isSuspended: false }),
  });
  const within = (act: () => Promise<string>, more = {}) =>
    bounds.within(actor, { ...order, ...more }, act, (done) => done === 'new').catch(() => 'failed');
  for (const _try of [1, 2]) await within(unanswered);
  expect(taken).toBe(10);
  // Another order is another one.
  await within(place, { name: '1-01 y' });
  expect(taken).toBe(20);
  await within(async () => 'repeated');
  expect(taken).toBe(10);
  await within(unanswered);
  await within(place);
  await within(async () => 'repeated');
  expect(taken).toBe(20);
});

test('lots whose giving back fails are not given back twice', async () => {
  let gaveBack = 0;
  const bounds = createOrderBounds({
    reserve: async () => async () => {
      gaveBack += 1;
      throw new Error('the connection is lost');
    },
    actorOf: async () => ({ ...actor, isSuspended: false }),
  });
  await expect(
    bounds.within(
      actor,
      order,
      async () => 'repeated',
      () => false,
    ),
  ).rejects.toThrow('lost');
  expect(gaveBack).toBe(1);
});
