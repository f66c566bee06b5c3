/** Checks lists of orders: each once over all pages, filtered, with valid cursors only. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limitOrder, type OrderHarness, openOrderHarness } from '#test/fixtures/order-harness.ts';
import { AN_1 } from '#test/fixtures/platform.ts';

interface Listed {
  readonly orderId: string;
  readonly status: string;
}

interface Page {
  readonly items: readonly { readonly orderId: string }[];
  readonly nextCursor: string | null;
}

let harness: OrderHarness;

async function open(): Promise<void> {
  harness = await openOrderHarness();
}
const close = () => harness.close();

describe('lists', () => {
  beforeEach(open);
  afterEach(close);

  test('page through every order once, whatever arrives in the meantime', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1)
      ids.push((await harness.place(limitOrder({ quantity: 1 }))).json().order.orderId);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await harness.read(`query?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map((order) => order.orderId));
      cursor = page.nextCursor;
      await harness.place(limitOrder({ quantity: 1 }));
    }
    expect(seen).toEqual(ids.reverse());
  });

  test('page orders of the same moment, as a liquidation sends them, like any others', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.push((await harness.place(limitOrder({ quantity: 1 }))).json().order.orderId);
    await harness.platform.sequencer.settled();
    await harness.platform.database.pool.query('update trading_order set received_seq = 1');
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await harness.read(`query?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map((order) => order.orderId));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids.sort().reverse());
  });

  test('filter as specified, and count what the filter hides', async () => {
    await harness.place(limitOrder());
    await harness.place(limitOrder({ quantity: 51 }));
    await harness.platform.sequencer.settled();
    const filter = { statusOrder: { nin: ['WORKING'] }, contractCode: { contains: 'zce' } };
    const byBody = (await harness.post('query', { queryTable: filter })).json();
    expect(byBody).toMatchObject({ total: 1, hidden: 1, items: [{ status: 'REJECTED' }] });
    const query = 'statusOrder%5Bnin%5D=WORKING&contractCode%5Bcontains%5D=zce';
    expect(await harness.read(`query?${query}`)).toEqual(byBody);
    const never = await harness.read('query?orderDateTime%5Blte%5D=2026-11-20T04:59:59.999Z');
    expect(never).toMatchObject({ total: 0, hidden: 2 });
  });

  test('counts, sums and tabs cover all of 77 orders, whichever page is read', async () => {
    const { platform } = harness;
    platform.venue.fillAtTicks = 1800;
    for (let index = 0; index < 10; index += 1) {
      await harness.place(limitOrder({ side: index % 2 === 0 ? 'BUY' : 'SELL', limitPrice: '450.00' }));
      await platform.sequencer.settled();
    }
    platform.venue.fillAtTicks = null;
    const live: string[] = [];
    for (let index = 0; index < 8; index += 1)
      live.unshift((await harness.place(limitOrder({ quantity: 1 }))).json().order.orderId);
    for (const orderId of live.splice(3)) await harness.post('cancel', { orderId });
    for (let index = 0; index < 59; index += 1) {
      // The clock advances as often as an account may order.
      platform.wall.advanceBy(1000);
      await harness.place(limitOrder({ quantity: 51 }));
    }
    await platform.sequencer.settled();
    const today = 'orderDateTime%5Bgte%5D=2026-11-19T17:00:00.000Z&statusOrder%5Bnin%5D=PENDING,WORKING,NOT_SENT';
    const tabs = { ALL: 77, PENDING: 3, CANCELLED: 5, FILLED: 10, REJECTED: 59 };
    const all = await harness.read(`query?${today}&tab=ALL&limit=50`);
    expect(all).toMatchObject({
      total: 77,
      hidden: 0,
      tabs,
      sums: { quantity: 28, filledQuantity: 20, fee: '7000000' },
    });
    expect(all.items.slice(0, 4).map(({ orderId, status }: Listed) => `${orderId} ${status}`)).toEqual([
      ...live.map((id) => `${id} WORKING`),
      expect.stringContaining('REJECTED'),
    ]);
    const rest = await harness.read(`query?${today}&tab=ALL&limit=50&cursor=${all.nextCursor}`);
    expect(rest).toMatchObject({ total: 77, tabs, sums: null, nextCursor: null });
    expect(new Set([...all.items, ...rest.items].map(({ orderId }: Listed) => orderId)).size).toBe(77);
    const filled = await harness.read(`query?${today}&tab=FILLED&limit=4`);
    expect(filled).toMatchObject({ total: 10, tabs, sums: { quantity: 20, filledQuantity: 20, fee: '7000000' } });
    const cancelled = await harness.post('query', { tab: 'CANCELLED', limit: 50 });
    expect(cancelled.json()).toMatchObject({ total: 5, sums: { quantity: 5, filledQuantity: 0, fee: '0' } });
    expect(cancelled.json().items).toHaveLength(5);
    expect(await harness.read('query?tab=ALL&contractCode=ZCEZ2')).toMatchObject({ total: 0, hidden: 77 });
    const settled = await harness.read('settle-positions?limit=2');
    expect(settled).toMatchObject({ total: 5, hidden: 0, sums: { actualProfitUsd: '0.00', actualProfitVnd: '0' } });
    expect(await harness.read('settle-positions?contractCode=KCEH27')).toMatchObject({
      items: [],
      total: 0,
      hidden: 5,
    });
  });

  test('a live order of an earlier day is in its tab and first in "all", whatever the filter’s days', async () => {
    await harness.place(limitOrder());
    await harness.place(limitOrder({ quantity: 51 }));
    await harness.platform.sequencer.settled();
    const never = 'orderDateTime%5Blte%5D=2026-11-20T04:59:59.999Z';
    const all = await harness.read(`query?tab=ALL&${never}`);
    expect(all).toMatchObject({ total: 1, hidden: 1, items: [{ status: 'WORKING' }] });
    expect(await harness.read(`query?tab=PENDING&${never}`)).toMatchObject({ total: 1, items: all.items });
  });

  test('histories and settled pairs page too', async () => {
    harness.platform.venue.fillAtTicks = 1800;
    for (let index = 0; index < 4; index += 1) {
      await harness.place(limitOrder({ side: index % 2 === 0 ? 'BUY' : 'SELL' }));
      await harness.platform.sequencer.settled();
    }
    for (const [list, key] of [
      ['histories', 'orderId'],
      ['settle-positions', 'settledId'],
    ] as const) {
      const all = (await harness.read(list)).items;
      const first = await harness.read(`${list}?limit=1`);
      const second = await harness.read(`${list}?limit=1&cursor=${first.nextCursor}`);
      expect([first.items[0][key], second.items[0][key]]).toEqual([all[0][key], all[1][key]]);
    }
  });

  test.each(['query', 'histories', 'settle-positions'])('a broken cursor of %s is 400', async (list) => {
    for (const cursor of ['x', 'AAAA', Buffer.from('received 1 or true').toString('base64url'), 'a'.repeat(200)]) {
      const response = await harness.an.get(`/api/order/${AN_1}/${list}?cursor=${cursor}`);
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { code: 'BadRequest', facts: { field: 'cursor' } },
      ]);
    }
  });
});
