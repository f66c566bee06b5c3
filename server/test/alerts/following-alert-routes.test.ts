/**
 * Checks alerts on lines and averages over HTTP: what can be set, what is refused, what is notified, and that they go
 * with their drawings, whichever device writes those.
 */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { LIMITS } from '@mua/contract/limits';
import { MINUTE_MS } from '@mua/core/values';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AN_1, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;
let nowMs: number;
let trades = 0;
let writes = 0;

const path = `/api/notification/${AN_1}/alerts`;
const minute = (ago: number): string => new Date(nowMs - ago * MINUTE_MS).toISOString();

beforeAll(async () => {
  platform = await startPlatform({ limits: { requestsPerMinute: 1e6 } });
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(() => platform.close());
beforeEach(async () => {
  nowMs = platform.clock.nowMs();
  platform.market.bars.length = 0;
  for (let ago = 60; ago >= 0; ago -= 1) {
    const prices = { openTicks: 1800, highTicks: 1800, lowTicks: 1800, closeTicks: 1800 };
    platform.market.bars.push({ openMs: nowMs - ago * MINUTE_MS, volumeLots: 1, ...prices });
  }
  await trade(1800);
  for (const { alertId } of await alerts()) await an.send({ method: 'DELETE', url: `${path}/${alertId}` });
});

async function trade(priceTicks: number, laterMinutes = 0): Promise<void> {
  trades += 1;
  const timeMs = nowMs + laterMinutes * MINUTE_MS;
  platform.market.trade(CODE, { tradeId: `f-${trades}`, priceTicks, lots: 1, timeMs, aggressor: 'BUY' });
  await platform.sequencer.settled();
}

async function alerts(): Promise<PriceAlert[]> {
  return (await an.get(path)).json().items;
}

/** Up a tick a minute; 457.50 now. */
const rising = () => ({
  kind: 'line',
  interval: '1m',
  from: { time: minute(10), price: '455.00' },
  to: { time: minute(8), price: '455.50' },
  isExtended: true,
});
const average = (of: object = {}) => ({ kind: 'average', average: 'MA', period: 20, interval: '1m', ...of });

const create = (terms: object) => an.post(path, { contractCode: CODE, ...terms });

async function draw(id: string, value: object | null) {
  writes += 1;
  const stamp = `${String(writes).padStart(15, '0')}.device-one`;
  const items = [{ kind: 'drawing', key: `ZCE ${id}`, stamp, before: null, value }];
  expect((await an.post('/api/investor/keepsakes', { after: 0, items })).statusCode).toBe(200);
}

const ray = (from: string, to: string) => ({
  tool: 'ray',
  slot: 0,
  text: '',
  points: [
    { timeMs: nowMs - 10 * MINUTE_MS, price: from },
    { timeMs: nowMs - 8 * MINUTE_MS, price: to },
  ],
});

test('a line is set once, with the price where it is now, and told of where it is met', async () => {
  const made = await create({ follows: rising(), drawingId: 'told' });
  expect(made.statusCode).toBe(201);
  const { alertId } = made.json();
  expect(made.json()).toMatchObject({
    ...{ direction: 'ABOVE', price: '457.50', follows: rising(), drawingId: 'told', isActive: true },
  });
  const again = await create({ follows: { ...rising(), isExtended: false }, drawingId: 'told' });
  expect([again.statusCode, again.json().alertId]).toEqual([200, alertId]);
  await trade(1830, 1);
  expect(await alerts()).toMatchObject([{ isActive: true }]);
  await trade(1835, 1);
  await trade(1700, 1);
  await trade(1900, 2);
  const { items }: { items: MailboxMessage[] } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
  const told = items.filter(({ code }) => code === 'PriceAlert');
  expect(told.map(({ facts }) => facts)).toMatchObject([{ direction: 'ABOVE', price: '457.75', last: '458.75' }]);
  expect(await alerts()).toMatchObject([{ alertId, isActive: false, reachedAt: told[0]?.createdAt }]);
});

test('a line whose bars could not be read is watched from the next round on, also by a process that is alone', async () => {
  const candles = vi.spyOn(platform.market, 'candles');
  candles.mockImplementationOnce(async () => platform.market.bars.slice()).mockRejectedValueOnce(new Error('down'));
  await create({ follows: rising(), drawingId: 'unread' });
  await trade(1835, 1);
  expect(await alerts()).toMatchObject([{ isActive: true }]);
  platform.clock.advanceBy(MINUTE_MS);
  await vi.waitFor(async () => expect(await alerts()).toMatchObject([{ isActive: false }]));
});

test('an average is set once for each period and interval', async () => {
  const prices = platform.market.bars;
  for (const [place, bar] of prices.entries()) prices[place] = { ...bar, closeTicks: 1700 };
  const made = await create({ follows: average() });
  expect(made.json()).toMatchObject({ direction: 'BELOW', follows: average(), drawingId: null });
  expect((await create({ follows: average() })).json().alertId).toBe(made.json().alertId);
  expect((await create({ follows: average({ period: 21 }) })).statusCode).toBe(201);
  expect((await create({ follows: average({ average: 'EMA' }) })).statusCode).toBe(201);
});

test.each([
  ['neither a price nor what to follow', () => ({}), 400, 'BadRequest', { field: 'price' }],
  ['both', () => ({ price: '460.00', follows: average() }), 400, 'BadRequest', { field: 'price' }],
  ['a line without a drawing', () => ({ follows: rising() }), 400, 'BadRequest', { field: 'drawingId' }],
  ['an average with one', () => ({ follows: average(), drawingId: 'd' }), 400, 'BadRequest', { field: 'drawingId' }],
  ['a period of one', () => ({ follows: average({ period: 1 }) }), 400, 'BadRequest', { field: 'follows.period' }],
  [
    'too few bars',
    () => ({ follows: average({ period: 300 }) }),
    422,
    'AlertAverageTooShort',
    { period: 300, bars: 61 },
  ],
  [
    'both points in one bar',
    () => ({ follows: { ...rising(), to: { time: minute(10), price: '456.00' } }, drawingId: 'd' }),
    422,
    'AlertLineNoPrice',
    {},
  ],
  [
    'a line that has ended',
    () => ({ follows: { ...rising(), isExtended: false }, drawingId: 'd' }),
    422,
    'AlertLineNoPrice',
    {},
  ],
  [
    'a point between two prices',
    () => ({ follows: { ...rising(), to: { time: minute(8), price: '455.10' } }, drawingId: 'd' }),
    422,
    'WrongTick',
    { price: '455.10' },
  ],
  [
    'a line that the market has passed',
    () => ({ follows: rising(), drawingId: 'd', direction: 'BELOW' }),
    422,
    'PriceAlertReached',
    { price: '457.50', last: '450.00' },
  ],
] as const)('%s is refused', async (_name, terms, status, code, facts) => {
  const refused = await create(terms());
  expect([refused.statusCode, refused.json()]).toMatchObject([status, { code, facts }]);
});

test('a line that begins more bars ago than are counted is refused', async () => {
  const bars = platform.market.bars;
  const [oldest] = bars;
  if (!oldest) throw new Error('no bars');
  for (let ago = 61; ago <= LIMITS.alertLineBars + 5; ago += 1)
    bars.unshift({ ...oldest, openMs: nowMs - ago * MINUTE_MS });
  const from = { time: minute(LIMITS.alertLineBars + 2), price: '455.00' };
  const refused = await create({ follows: { ...rising(), from }, drawingId: 'd' });
  expect(refused.json()).toMatchObject({ code: 'AlertLineTooOld', facts: { max: LIMITS.alertLineBars } });
});

test('where it is, is the drawing’s: its price can’t be changed, the rest can', async () => {
  const { alertId } = (await create({ follows: rising(), drawingId: 'rest' })).json();
  const refused = await an.post(`${path}/${alertId}`, { price: '470.00' });
  expect(refused.json()).toMatchObject({ code: 'BadRequest', facts: { field: 'price' } });
  const changed = await an.post(`${path}/${alertId}`, { note: 'mine', isRepeating: true });
  expect(changed.json()).toMatchObject({ note: 'mine', isRepeating: true, price: '457.50' });
});

test('an alert is moved with its drawing, ended with it, and waits again when it is brought back', async () => {
  await draw('moved', ray('455.00', '455.50'));
  const { alertId } = (await create({ follows: rising(), drawingId: 'moved', note: 'up' })).json();
  await draw('moved', ray('445.00', '445.50'));
  expect(await alerts()).toMatchObject([{ alertId, price: '447.50', direction: 'BELOW', isActive: true, note: 'up' }]);
  await trade(1830);
  expect(await alerts()).toMatchObject([{ isActive: true }]);

  await draw('moved', null);
  expect(await alerts()).toMatchObject([{ alertId, isActive: false, endReason: { code: 'AlertLineDeleted' } }]);
  const resumed = await an.post(`${path}/${alertId}`, { isActive: true });
  expect([resumed.statusCode, resumed.json().code]).toEqual([409, 'AlertLineGone']);

  // A line that is where the market is would be told of at once.
  await trade(1800);
  await draw('moved', ray('455.00', '455.50'));
  const again = { alertId, isActive: true, endReason: null, price: '457.50', direction: 'ABOVE' };
  expect(await alerts()).toMatchObject([again]);
  await trade(1830);
  expect(await alerts()).toMatchObject([{ isActive: false, endReason: null }]);
});

test('a ray that is turned round ends its alert: it no longer reaches the present', async () => {
  await draw('turned', ray('455.00', '455.50'));
  const { alertId } = (await create({ follows: rising(), drawingId: 'turned' })).json();
  const { points, ...turned } = ray('455.00', '455.50');
  await draw('turned', { ...turned, points: points.toReversed() });
  await vi.waitFor(async () =>
    expect(await alerts()).toMatchObject([{ alertId, isActive: false, endReason: { code: 'AlertLineEnded' } }]),
  );
  await draw('turned', { ...turned, points: points.toReversed(), extend: 'line' });
  expect(await alerts()).toMatchObject([{ alertId, isActive: true, endReason: null }]);
});

test('one at a horizontal line takes its price; one that was paused stays so', async () => {
  const horizontal = (price: string) => ({ ...ray(price, price), tool: 'horizontal', points: [{ timeMs: 0, price }] });
  await draw('flat', horizontal('460.00'));
  const { alertId } = (await create({ price: '460.00', drawingId: 'flat' })).json();
  await an.post(`${path}/${alertId}`, { isActive: false });
  await draw('flat', horizontal('462.00'));
  expect(await alerts()).toMatchObject([{ alertId, price: '462.00', isActive: false, endReason: null }]);
  // Between two prices of this contract there is nothing to wait for.
  await draw('flat', horizontal('462.10'));
  expect(await alerts()).toMatchObject([{ price: '462.00' }]);
});
