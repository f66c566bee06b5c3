/** Checks price alerts over HTTP, and their messages: what an investor can set, what is refused, what is notified. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { LIMITS } from '@mua/contract/limits';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { AN_1, BINH_1, Browser, CODE, NANO, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;
let trades = 0;

const path = `/api/notification/${AN_1}/alerts`;

beforeAll(async () => {
  platform = await startPlatform({ limits: { requestsPerMinute: 1e6 } });
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(() => platform.close());
beforeEach(async () => {
  await trade(1800);
  for (const { alertId } of await alerts()) await an.send({ method: 'DELETE', url: `${path}/${alertId}` });
});

async function trade(priceTicks: number): Promise<void> {
  trades += 1;
  const timeMs = platform.clock.nowMs();
  platform.market.trade(CODE, { tradeId: `t-${trades}`, priceTicks, lots: 1, timeMs, aggressor: 'BUY' });
  await platform.sequencer.settled();
}

async function alerts(): Promise<PriceAlert[]> {
  return (await an.get(path)).json().items;
}

async function reported(): Promise<MailboxMessage[]> {
  const { items }: { items: MailboxMessage[] } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
  return items.filter(({ code }) => code === 'PriceAlert');
}

function create(terms: object): Promise<LightMyRequestResponse> {
  return an.post(path, { contractCode: CODE, price: '460.00', ...terms });
}

describe('creating', () => {
  test('answers 201, and 200 with the existing alert if there is one at that price', async () => {
    const made = await create({ note: '  chốt lời  ', isRepeating: true });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({
      accountId: AN_1,
      contractCode: CODE,
      direction: 'ABOVE',
      price: '460.00',
      isRepeating: true,
      note: 'chốt lời',
      isActive: true,
      endReason: null,
      createdAt: '2026-11-20T05:00:00.000Z',
      reachedAt: null,
    });
    const again = await create({});
    expect([again.statusCode, again.json().alertId]).toEqual([200, made.json().alertId]);
    expect(await alerts()).toEqual([made.json()]);
    expect((await create({ price: '440.00' })).json()).toMatchObject({ direction: 'BELOW' });
  });

  test('returns, rather than refuses, a repeating alert requested again after its price was reached', async () => {
    const terms = { direction: 'ABOVE', isRepeating: true };
    const made = await create(terms);
    await trade(1850);
    const again = await create(terms);
    expect([again.statusCode, again.json().alertId]).toEqual([200, made.json().alertId]);
  });

  test.each([
    [{ contractCode: 'NOPE26' }, 404, { code: 'ContractNotFound', facts: { code: 'NOPE26' } }],
    [{ price: '460.10' }, 422, { code: 'WrongTick', facts: { lower: '460.00', upper: '460.25', price: '460.10' } }],
    [{ price: '450.00' }, 422, { code: 'PriceAlertReached', facts: { price: '450.00', last: '450.00' } }],
    [{ price: '460', direction: 'BELOW' }, 422, { code: 'PriceAlertReached', facts: { last: '450.00' } }],
    [
      { price: '45000' },
      422,
      { code: 'PriceAlertTooFar', facts: { price: '45000.00', lower: '-1350.00', upper: '2250.00' } },
    ],
    [{ price: '-1350.25' }, 422, { code: 'PriceAlertTooFar', facts: { price: '-1350.25' } }],
    [{ price: 'about 460' }, 400, { code: 'BadRequest', facts: { field: 'price' } }],
    [{ note: 'x'.repeat(81) }, 400, { code: 'BadRequest', facts: { field: 'note' } }],
    [{ note: 'a\u0000b' }, 400, { code: 'UnreadableText', facts: { field: 'note' } }],
    [{ direction: 'SIDEWAYS' }, 400, { code: 'BadRequest', facts: { field: 'direction' } }],
  ])('%j is refused with %i', async (terms, status, error) => {
    const refused = await create(terms);
    expect(refused.statusCode).toBe(status);
    expect(refused.json()).toMatchObject(error);
  });

  test('uses the settlement price of a contract before its first trade', async () => {
    expect((await create({ contractCode: NANO, price: '449.75' })).json()).toMatchObject({ direction: 'BELOW' });
    expect((await create({ contractCode: NANO, price: '450.00' })).json().code).toBe('PriceAlertReached');
  });

  test('is refused beyond the limit of active alerts of a sub-account', async () => {
    const prices = Array.from({ length: LIMITS.priceAlerts }, (_, index) => (460 + index / 4).toFixed(2));
    const made = await Promise.all([...prices, '600.00', '601.00'].map((price) => create({ price })));
    expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(LIMITS.priceAlerts);
    expect(made.at(-1)?.json()).toMatchObject({ code: 'TooManyPriceAlerts', facts: { max: LIMITS.priceAlerts } });
  });
});

describe('a notification', () => {
  test('is sent once, by mailbox and feed, and deactivates the alert', async () => {
    const address = await platform.listen();
    const { ticket } = (await an.post('/api/session/socket-ticket', {})).json();
    const feed = new FeedClient(address, '/investor/v1.0', { ticket });
    await feed.next('connect');
    await feed.ask('subscribe', { event: 'account', accountId: AN_1 });
    await feed.next('snapshot');
    const before = (await reported()).length;
    const { alertId } = (await create({ note: 'look' })).json();
    await trade(1839);
    expect(await reported()).toHaveLength(before);
    await trade(1842);
    await trade(1800);
    await trade(1842);
    const messages = await reported();
    expect(messages).toHaveLength(before + 1);
    expect(messages[0]).toMatchObject({
      accountId: AN_1,
      contractCode: CODE,
      facts: { contract: CODE, direction: 'ABOVE', price: '460.00', last: '460.50', note: 'look' },
    });
    expect(await alerts()).toMatchObject([{ alertId, isActive: false, reachedAt: messages[0]?.createdAt }]);
    const update = await feed.next('update');
    expect(update.seq).toBe(messages[0]?.seq);
    expect(update.items[0]).toEqual({ kind: 'message', message: messages[0] });
    feed.close();
  });

  test('is sent again for a repeating alert after a minute and a move back', async () => {
    const before = (await reported()).length;
    await create({ isRepeating: true });
    await trade(1840);
    await trade(1839);
    await trade(1840);
    expect(await reported()).toHaveLength(before + 1);
    platform.clock.advanceBy(60_000);
    await trade(1839);
    await trade(1841);
    expect(await reported()).toHaveLength(before + 2);
    expect(await alerts()).toMatchObject([{ isActive: true, isRepeating: true }]);
  });

  test('is not sent for a paused or deleted alert', async () => {
    const before = (await reported()).length;
    const { alertId } = (await create({})).json();
    const other = (await create({ price: '461.00' })).json().alertId;
    expect((await an.post(`${path}/${alertId}`, { isActive: false })).json().isActive).toBe(false);
    await an.send({ method: 'DELETE', url: `${path}/${other}` });
    await trade(1900);
    expect(await reported()).toHaveLength(before);
  });
});

describe('changing', () => {
  test('moves, renames, pauses and reactivates', async () => {
    const before = (await reported()).length;
    const { alertId } = (await create({})).json();
    const url = `${path}/${alertId}`;
    expect((await an.post(url, { price: '440.00', note: 'dip' })).json()).toMatchObject({
      direction: 'BELOW',
      price: '440.00',
      note: 'dip',
    });
    await trade(1760);
    expect(await reported()).toHaveLength(before + 1);
    expect((await an.post(url, { isActive: true })).json()).toMatchObject({
      code: 'PriceAlertReached',
      facts: { price: '440.00', last: '440.00' },
    });
    expect((await an.post(url, { note: 'done' })).json()).toMatchObject({ note: 'done', isActive: false });
    await trade(1800);
    expect((await an.post(url, { isActive: true, isRepeating: true })).json()).toMatchObject({ isActive: true });
    await trade(1750);
    expect((await alerts())[0]).toMatchObject({ isActive: true, reachedAt: expect.any(String) });
    expect((await an.post(url, { note: 'still' })).json()).toMatchObject({ reachedAt: expect.any(String) });
    expect((await an.post(url, { price: '430.00' })).json()).toMatchObject({ price: '430.00', reachedAt: null });
  });

  test('counts from now on once it is moved or set again, not once it has other words', async () => {
    const { alertId } = (await create({})).json();
    const change = async (terms: object): Promise<unknown> => {
      platform.clock.advanceBy(1_000);
      await an.post(`${path}/${alertId}`, terms);
      const found = await platform.database.pool.query('select since_ms from price_alert where alert_id = $1', [
        alertId,
      ]);
      return platform.clock.nowMs() - Number(found.rows[0].since_ms);
    };
    expect(await change({ price: '462.00' })).toBe(0);
    expect(await change({ note: 'mine' })).toBe(1_000);
    expect(await change({ isActive: false })).toBe(2_000);
    expect(await change({ isActive: true })).toBe(0);
  });

  test('is refused if another alert waits at that price', async () => {
    await create({});
    const { alertId } = (await create({ price: '470.00' })).json();
    const refused = await an.post(`${path}/${alertId}`, { price: '460.00' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'DatabaseDuplicateKey']);
    expect((await an.post(`${path}/never-was`, { note: 'x' })).json().code).toBe('PriceAlertNotFound');
  });

  test('is refused for another investor’s alert', async () => {
    const binh = await signedIn(platform, 'binh@mua.demo');
    const { alertId } = (await create({})).json();
    expect((await binh.get(path)).statusCode).toBe(404);
    expect((await binh.post(path, { contractCode: CODE, price: '460.00' })).statusCode).toBe(404);
    const own = `/api/notification/${BINH_1}/alerts/${alertId}`;
    expect((await binh.post(own, { note: 'mine' })).json().code).toBe('PriceAlertNotFound');
    expect((await binh.send({ method: 'DELETE', url: own })).statusCode).toBe(200);
    expect(await alerts()).toMatchObject([{ alertId, note: '' }]);
    await trade(1840);
    expect((await alerts())[0]?.isActive).toBe(false);
    const both = new Browser(platform);
    await both.signIn('binh@mua.demo');
    await both.signIn('an@mua.demo');
    const mismatch = await both.get(`/api/notification/${BINH_1}/alerts`);
    expect([mismatch.statusCode, mismatch.json().code]).toEqual([409, 'ACCOUNT_MISMATCH']);
  });
});
