/** Figures of copy trading through the front door: a leader with known trades and two followers, worked out by hand. */
import { randomUUID } from 'node:crypto';
import type { CommandBody, StrategyTerms } from '@mua/core/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebuildReadTables } from '#journal/rebuild-read-tables.ts';
import { emptyAccount, leadNew } from '#test/fixtures/copying.ts';
import { emptyReadTables } from '#test/fixtures/database.ts';
import { AN_1, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const STRATEGIES = '/api/copy-trade/strategies';
const HOUR_MS = 3_600_000;

let platform: Platform;
let chi: Browser;
let binh: Browser;
let an: Browser;
let leads: string;
let strategyId: string;

async function carryOut(body: CommandBody): Promise<void> {
  const { events } = await platform.sequencer.submit(body);
  for (const event of events) if (event.kind === 'commandRefused') throw new Error(event.refusal.code);
}

async function lead(side: 'BUY' | 'SELL', quantityLots: number, ticks: number): Promise<void> {
  platform.clock.advanceBy(HOUR_MS);
  platform.venue.fillAtTicks = ticks;
  await carryOut({
    ...{ kind: 'placeOrder', accountId: leads, orderId: randomUUID(), clientOrderId: randomUUID(), contractCode: CODE },
    ...{ side, orderType: 'LIMIT', duration: 'DAY', quantityLots, limitPrice: (ticks / 4).toFixed(2) },
  });
  await platform.sequencer.settled();
  platform.venue.fillAtTicks = null;
}

async function mark(lastTicks: number): Promise<void> {
  const prices = [{ contractCode: CODE, lastTicks, highTicks: lastTicks, lowTicks: lastTicks }];
  await carryOut({ kind: 'markPrices', prices });
}

async function follow(investorId: string, ratioBasisPoints: number): Promise<string> {
  const accountId = await emptyAccount(platform, investorId);
  const terms = { ratioBasisPoints, maxLossVnd: 100_000_000n, copiesOpenPositions: false };
  await carryOut({ kind: 'followStrategy', accountId, strategyId, copyId: randomUUID(), ...terms });
  return accountId;
}

/**
 * 500 million each. On the 20th the leader buys 3 lots at 1800 ticks and the followers 3 and 1, two ticks worse; the date
 * ends at 1810. On the 21st the second follower puts in 100 million, the leader sells 2 at 1820, the followers 2 and 1,
 * two ticks worse again; the price is 1790. A tick of a lot is 326,250 dong, a lot's fee 350,000.
 */
beforeAll(async () => {
  platform = await startPlatform();
  chi = await signedIn(platform, 'chi@mua.demo');
  binh = await signedIn(platform, 'binh@mua.demo');
  an = await signedIn(platform, 'an@mua.demo');
  leads = await emptyAccount(platform, '108C000003');
  strategyId = randomUUID();
  const terms: StrategyTerms = {
    ...{ name: 'Ngô theo xu hướng', description: 'Theo xu hướng.', maxFollowers: 10, copyFeeVnd: 200_000n },
    ...{ performanceFeeBasisPoints: 1_000, minFollowVnd: 50_000_000n, slippageTicks: 10 },
    feePeriod: 'MONTHLY',
  };
  await carryOut({ kind: 'publishStrategy', accountId: leads, strategyId, terms });
  const verdict = { verdict: 'APPROVED', reason: 'read', operatorId: 'lan' } as const;
  await carryOut({ kind: 'reviewStrategy', strategyId, ...verdict });
  platform.clock.advanceBy(HOUR_MS);
  await carryOut({ kind: 'runStrategy', accountId: leads, strategyId });
  platform.clock.advanceBy(HOUR_MS);
  await follow('108C000002', 10_000);
  const ansAccount = await follow('108C000001', 5_000);
  platform.venue.slippageTicks = 2;
  await lead('BUY', 3, 1800);
  await mark(1810);
  platform.clock.advanceBy(HOUR_MS);
  await carryOut({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
  platform.clock.advanceBy(HOUR_MS);
  await carryOut({ kind: 'deposit', accountId: ansAccount, amountVnd: 100_000_000n, reference: 'more' });
  await lead('SELL', 2, 1820);
  await mark(1790);
});

afterAll(() => platform.close());

const read = async (who: Browser, path: string) => (await who.get(`/api/copy-trade${path}`)).json();
const readOf = (path = '') => read(binh, `/strategies/${strategyId}${path}`);

describe('a strategy', () => {
  test('shows what its leader made with what followers made of it', async () => {
    expect(await readOf()).toMatchObject({
      strategyId,
      leaderName: 'Công ty TNHH Nông sản Chi',
      isSimulated: false,
      followers: 2,
      figures: {
        days: 2,
        // 8,737,500 on 500,400,000 (copy fees earned are money put in), then -700,000 on 509,137,500.
        leader: { returnPercent: '1.61', maxDrawdown: '-0.14' },
        followers: {
          // 6,580,000 + 2,060,000 on 1,000,000,000, then -2,005,000 + 2,260,000 on 1,108,640,000.
          ...{ returnPercent: '0.89', maxDrawdown: '0.00', medianPercent: '0.85', inProfit: 2, inLoss: 0 },
          realised: String(8_490_000 + 4_320_000),
        },
        ...{ completedTrades: 1, winRate: '100.00', profitFactor: null, averageHoldingMs: 3 * HOUR_MS },
        ...{ averageSlippageTicks: '2.00', commodities: ['ZCE'] },
      },
      trend: ['0.86', '0.89'],
    });
  });

  test('shows its returns by trade date, each follower’s, and why they differ', async () => {
    expect(await readOf('/pnl')).toEqual({
      days: [
        {
          ...{ tradeDate: '2026-11-20', isRunning: false, leaderPercent: '1.75', leaderDrawdown: '0.00' },
          ...{ followersPercent: '0.86', followersDrawdown: '0.00' },
        },
        {
          ...{ tradeDate: '2026-11-21', isRunning: true, leaderPercent: '1.61', leaderDrawdown: '-0.14' },
          ...{ followersPercent: '0.89', followersDrawdown: '0.00' },
        },
      ],
      followerReturns: ['0.79', '0.92'],
      difference: { leader: '1.61', fees: '0.27', slippage: '0.44', rest: '0.01', followers: '0.89' },
    });
    expect(await readOf('/pnl?from=2026-11-21')).toMatchObject({
      days: [{ tradeDate: '2026-11-21', leaderPercent: '-0.14', followersPercent: '0.02' }],
    });
  });

  test('lists its life and its leader’s fills with what followers made of them', async () => {
    const { items } = await readOf('/events');
    expect(items).toMatchObject([
      { kind: 'FILL', side: 'SELL', lots: 2, price: '455.00', copied: 2, notCopied: 0 },
      { kind: 'FILL', side: 'BUY', lots: 3, price: '450.00', copied: 2, notCopied: 0 },
      { kind: 'STARTED' },
      { kind: 'CREATED' },
    ]);
    const paged = [];
    let page = await readOf('/events?limit=1');
    for (; page.nextCursor; page = await readOf(`/events?limit=1&cursor=${page.nextCursor}`)) paged.push(...page.items);
    expect([...paged, ...page.items]).toEqual(items);
    const forged = Buffer.from('event 1 1 \0').toString('base64url');
    const refused = await binh.get(`${STRATEGIES}/${strategyId}/events?cursor=${forged}`);
    expect([refused.statusCode, refused.json().facts]).toEqual([400, { field: 'cursor' }]);
  });

  test('lists open positions and round turns of its leader', async () => {
    expect((await readOf('/positions')).items).toMatchObject([
      {
        ...{ contractCode: CODE, side: 'BUY', lots: 1, averagePrice: '450.0000', marketPrice: '447.50' },
        estimatedProfit: '-3262500',
      },
    ]);
    expect(await readOf('/profit-loss')).toMatchObject({
      total: 1,
      items: [{ side: 'BUY', lots: 2, openPrice: '450.00', closePrice: '455.00', profit: '13050000' }],
    });
  });

  test('that never ran is nobody else’s', async () => {
    const hidden = await leadNew(platform, AN_1, 'approved');
    for (const path of ['', '/pnl', '/events', '/positions', '/profit-loss'])
      expect(await read(binh, `/strategies/${hidden}${path}`)).toMatchObject({ code: 'StrategyNotFound' });
    const asked = { capital: '1', ratio: '1', since: '2026-11-20' };
    expect((await binh.post(`${STRATEGIES}/${hidden}/simulate`, asked)).statusCode).toBe(404);
    expect(await read(an, `/strategies/${hidden}`)).toMatchObject({ figures: { days: 0, followers: null }, trend: [] });
  });
});

describe('a simulation', () => {
  const simulate = async (asked: object) =>
    (
      await an.post(`${STRATEGIES}/${strategyId}/simulate`, { capital: '500000000', since: '2026-11-20', ...asked })
    ).json();

  test('copies whole lots at today’s fees with the slippage that followers had', async () => {
    expect(await simulate({ ratio: '0.5' })).toMatchObject({
      trades: [{ contractCode: CODE, side: 'BUY', leaderLots: 3, lots: 1, skip: null, profit: '6525000' }],
      ...{ copied: 1, total: 1, copyFeePeriods: 1, paymentPeriod: 'MONTHLY' },
      ...{ grossProfit: '6525000', tradeFees: '700000', slippage: '1305000', copyFees: '200000' },
      // A tenth of what is above the 499,800,000 that are left after the copy fee.
      ...{ performanceFee: '452000', net: '3868000', maxDrawdown: '-1202500', maxMarginUse: '7.23' },
      copiesAll: null,
    });
  });

  test('says why nothing is copied, and what would have been enough', async () => {
    // Margin 36,174,600, fee 350,000, slippage 652,500 and the copy fee, in whole millions; at least the least amount.
    const copiesAll = { ratio: '0.5000', capital: '50000000' };
    const nothing = { copied: 0, total: 1, grossProfit: '0', net: '-200000', copiesAll };
    expect(await simulate({ ratio: '0.1' })).toMatchObject({
      ...nothing,
      trades: [{ leaderLots: 3, lots: 0, skip: 'RoundedToZero', profit: null }],
    });
    expect(await simulate({ ratio: '1', capital: '37000000' })).toMatchObject({
      ...nothing,
      trades: [{ skip: 'TooLittleMargin' }],
    });
  });
});

describe('a follower', () => {
  test('reads what happened over all copies, newest first', async () => {
    const { items } = await read(an, '/events');
    expect(items).toMatchObject([
      { kind: 'DECIDED', decision: { leader: { side: 'SELL' }, target: 0 } },
      { kind: 'FUNDS', amount: '100000000' },
      { kind: 'DECIDED', decision: { leader: { side: 'BUY' }, target: 1 } },
      { kind: 'COPY_FEE', amount: '-200000' },
      { kind: 'FOLLOWED', strategyName: 'Ngô theo xu hướng' },
    ]);
    const paged = [];
    let page = await read(an, '/events?limit=2');
    for (; page.nextCursor; page = await read(an, `/events?limit=2&cursor=${page.nextCursor}`))
      paged.push(...page.items);
    expect([...paged, ...page.items]).toEqual(items);
    expect((await read(chi, '/events')).items).toEqual([]);
  });

  test('reads what the copies have given, day by day', async () => {
    expect(await read(binh, '/profit')).toMatchObject({
      copies: [{ profit: '4575000', fees: '1950000', returnPercent: '0.92' }],
      ...{ profit: '4575000', fees: '1950000' },
      days: [
        { tradeDate: '2026-11-20', isRunning: false, profit: '6580000' },
        { tradeDate: '2026-11-21', isRunning: true, profit: '4575000' },
      ],
    });
    expect(await read(chi, '/profit')).toEqual({ copies: [], profit: '0', fees: '0', days: [] });
  });
});

describe('the list', () => {
  let other: string;
  beforeAll(async () => {
    other = await leadNew(platform, AN_1, 'running');
  });
  const list = (query = '') => read(binh, `/strategies${query}`);
  const ids = async (query: string) => (await list(query)).items.map((item: { strategyId: string }) => item.strategyId);

  test('sorts over all pages, those without a value last', async () => {
    expect(await ids('')).toEqual([strategyId, other]);
    expect(await ids('?sort=drawdown')).toEqual([other, strategyId]);
    expect(await ids('?sort=newest')).toEqual([other, strategyId]);
    expect(await ids('?sort=winRate')).toEqual([strategyId, other]);
    const first = await list('?limit=1');
    expect(first).toMatchObject({ total: 2, hidden: 0, items: [{ strategyId }] });
    expect(await list(`?limit=1&cursor=${first.nextCursor}`)).toMatchObject({
      items: [{ strategyId: other }],
      nextCursor: null,
    });
    const elsewhere = await binh.get(`${STRATEGIES}?sort=newest&cursor=${first.nextCursor}`);
    expect(elsewhere.json()).toMatchObject({ code: 'BadRequest', facts: { field: 'cursor' } });
  });

  test.each([
    ['search=ngo%20THEO', 1, 1],
    ['search=nong%20san', 1, 1],
    ['search=zce', 1, 1],
    ['search=zc', 0, 2],
    ['market=grain', 1, 1],
    ['market=metal', 0, 2],
    ['maxDrawdown=0.14', 2, 0],
    ['maxDrawdown=0.1', 1, 1],
    ['capital=49999999', 1, 1],
    ['capital=50000000', 2, 0],
  ])('finds by %s and says how many are hidden', async (query, total, hidden) => {
    expect(await list(`?${query}`)).toMatchObject({ total, hidden });
  });

  test('is at most some seconds behind', async () => {
    const days = async () => (await list('')).items[0].figures.leader.returnPercent;
    expect(await days()).toBe('1.61');
    await mark(1800);
    platform.clock.advanceBy(10_001);
    expect(await days()).toBe('2.26');
    await mark(1790);
    platform.clock.advanceBy(10_001);
  });
});

test('a sub-account says what it leads and what it follows', async () => {
  const roles = async (who: Browser) =>
    (await who.get('/api/investor/accounts')).json().items.flatMap((item: { copying: unknown }) => item.copying ?? []);
  const strategy = { strategyId, strategyName: 'Ngô theo xu hướng' };
  expect(await roles(chi)).toEqual([{ role: 'LEADS', ...strategy }]);
  expect(await roles(binh)).toEqual([{ role: 'FOLLOWS', ...strategy }]);
});

test('replies are the same after the read tables were rebuilt from the journal', async () => {
  const paths = ['', '/pnl', '/events', '/positions', '/profit-loss'].map((path) => `/strategies/${strategyId}${path}`);
  const all = () => Promise.all(['/strategies', '/events', '/profit', ...paths].map((path) => read(binh, path)));
  const before = await all();
  await emptyReadTables(platform.database);
  await rebuildReadTables(platform.database);
  expect(await all()).toEqual(before);
  const again = await platform.startAgain();
  try {
    const cookie = { cookie: binh.cookie ?? '', 'x-account-slot': binh.slot ?? '' };
    const url = `${STRATEGIES}/${strategyId}`;
    expect((await again.app.inject({ method: 'GET', url, headers: cookie })).json()).toEqual(before[3]);
  } finally {
    await again.close();
  }
});
