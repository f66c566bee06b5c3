import { describe, expect, test } from 'vitest';
import type { Actor } from '#http/actor.ts';
import { createOrderBounds } from '#oauth/order-bounds.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { ReplyError, replyError } from '#refusals/reply-error.ts';

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

describe('an order that is sent again after it was not answered', () => {
  let taken = 0;
  const fresh = () => {
    taken = 0;
    const bounds = createOrderBounds({
      async reserve(_actor, { lots }) {
        taken += lots;
        return async () => {
          taken -= lots;
        };
      },
      actorOf: async () => ({ ...actor, isSuspended: false }),
    });
    return (act: () => Promise<string>, more = {}) =>
      bounds.within(actor, { ...order, ...more }, act, (done) => done === 'new').catch(() => 'failed');
  };

  test.each<[string, number, () => Promise<string>]>([
    ['and is not answered again', 10, unanswered],
    ['and is placed', 10, place],
    ['and was there already', 10, async () => 'repeated'],
    ['and is not taken', 10, () => Promise.reject(new JournalBusyError('the engine does not answer'))],
    ['and is not carried', 10, () => Promise.reject(replyError('RpcRequestError', {}))],
    ['and was there with other terms', 10, () => Promise.reject(new ReplyError('IDEMPOTENCY_MISMATCH', {}, 7))],
    ['and is refused by the engine', 0, () => Promise.reject(new ReplyError('InsufficientMargin', {}, 7))],
  ])('%s, has %i lots taken', async (_what, lots, act) => {
    const within = fresh();
    for (const one of [unanswered, act]) await within(one);
    expect(taken).toBe(lots);
  });

  test('takes none of another order', async () => {
    const within = fresh();
    await within(unanswered);
    for (const more of [{ name: '1-01 y' }, { contractCode: 'ZCEH27' }, { lots: 5 }]) await within(place, more);
    expect(taken).toBe(35);
  });

  test('takes them anew where each time counts, as of a change', async () => {
    const within = fresh();
    for (const act of [unanswered, place]) await within(act, { name: null });
    expect(taken).toBe(20);
  });
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
