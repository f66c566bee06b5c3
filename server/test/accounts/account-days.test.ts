/** Checks a sub-account over several trade dates: its account days and results, compared with the rows they sum. */
import { randomUUID } from 'node:crypto';
import type { AccountDay } from '@mua/contract/entities/account-day';
import type { SettledPosition } from '@mua/contract/entities/position';
import type { AccountProfit } from '@mua/contract/http/account-days';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { READ_TABLES } from '#journal/projections/read-tables.ts';
import { rebuildReadTables } from '#journal/rebuild-read-tables.ts';
import { asOwner } from '#test/fixtures/database.ts';
import {
  AN_1,
  AN_2,
  BINH_1,
  type Browser,
  CODE,
  DUNG_1,
  NANO,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';
import { CORN } from '../../../core/test/scenarios/broker.ts';

let platform: Platform;
let an: Browser;

/** Trades at a price in ticks; corn and its nano are both quoted in quarters of a cent. */
async function trade(
  side: 'BUY' | 'SELL',
  quantity: number,
  ticks: number,
  { contractCode = CODE, accountId = AN_1 } = {},
): Promise<void> {
  platform.venue.fillAtTicks = ticks;
  const response = await an.post(`/api/order/${accountId}/place`, {
    clientOrderId: randomUUID(),
    contractCode,
    side,
    orderType: 'LIMIT',
    duration: 'DAY',
    quantity,
    limitPrice: (ticks / 4).toFixed(2),
  });
  expect(response.statusCode).toBe(201);
  await platform.sequencer.settled();
  platform.venue.fillAtTicks = null;
}

async function mark(lastTicks: number): Promise<void> {
  const prices = [{ contractCode: CODE, lastTicks, highTicks: lastTicks, lowTicks: lastTicks }];
  await platform.sequencer.submit({ kind: 'markPrices', prices });
}

const session = (state: 'OPEN' | 'CLOSED') =>
  platform.sequencer.submit({ kind: 'changeSession', contractCodes: [CODE], state, opensAtMs: null });
const roll = (nextTradeDate: string) => platform.sequencer.submit({ kind: 'endTradeDate', nextTradeDate });
const deposit = (amountVnd: bigint) =>
  platform.sequencer.submit({ kind: 'deposit', accountId: AN_1, amountVnd, reference: 'more' });

/** The days are 20, 21, 23 and 24 November; no date ended on the 22nd, and on the 24th a position is only opened. */
beforeAll(async () => {
  platform = await startPlatform({ limits: { ordersPerSecond: 1e6, ordersBurst: 1e6 } });
  an = await signedIn(platform, 'an@mua.demo');
  await trade('BUY', 3, 1800);
  await trade('SELL', 1, 1804);
  await mark(1806);
  await roll('2026-11-21');
  await trade('SELL', 1, 1790);
  await trade('BUY', 2, 1800, { contractCode: NANO });
  await trade('SELL', 2, 1801, { contractCode: NANO });
  await deposit(500_000_000n);
  await mark(1796);
  // An exchange's own date is not an account day, though orders expire at its end.
  await session('CLOSED');
  await trade('BUY', 1, 1790);
  await platform.sequencer.submit({ kind: 'endTradeDate', nextTradeDate: '2026-11-23', exchanges: [CORN.exchange] });
  await session('OPEN');
  await roll('2026-11-23');
  await trade('SELL', 1, 1800);
  await roll('2026-11-24');
  await trade('BUY', 1, 1800);
  await mark(1810);
});
afterAll(() => platform.close());

async function daysOf(query = '', accountId = AN_1): Promise<{ items: AccountDay[]; nextCursor: string | null }> {
  const response = await an.get(`/api/investor/accounts/${accountId}/days${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

async function profitOf(query: string): Promise<AccountProfit> {
  const response = await an.get(`/api/investor/accounts/${AN_1}/profit?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

async function settled(): Promise<SettledPosition[]> {
  return (await an.get(`/api/order/${AN_1}/settle-positions?limit=500`)).json().items;
}

const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + BigInt(text), 0n);

describe('the days of a sub-account', () => {
  test('are one for each trade date since its first deposit, the current one last', async () => {
    const { items, nextCursor } = await daysOf();
    expect(nextCursor).toBeNull();
    expect(items.map(({ tradeDate, isRunning }) => [tradeDate, isRunning])).toEqual([
      ['2026-11-20', false],
      ['2026-11-21', false],
      ['2026-11-23', false],
      ['2026-11-24', true],
    ]);
    // Two lots were bought at 450.00 and marked at 451.50: 75 dollars each, converted at 26,100.
    expect(items[0]).toEqual({
      tradeDate: '2026-11-20',
      isRunning: false,
      equity: '1003820000',
      cash: '999905000',
      netDeposits: '1000000000',
      actualProfit: '1305000',
      fees: '1400000',
      estimatedProfit: '3915000',
      estimatedChange: '3915000',
      deficit: '0',
    });
    expect(items[1]).toMatchObject({
      netDeposits: '1500000000',
      estimatedProfit: '-1305000',
      estimatedChange: '-5220000',
    });
    const margin = (await an.get(`/api/investor/margin-status/${AN_1}`)).json();
    expect(items[3]).toMatchObject({
      equity: margin.equity,
      cash: margin.cash,
      fees: margin.transactionFee,
      estimatedProfit: margin.estimatedProfit,
    });
  });

  test('show an equity made up of deposits, results, fees and estimated profit', async () => {
    const { items } = await daysOf();
    let booked = 0n;
    for (const day of items) {
      booked += BigInt(day.actualProfit) - BigInt(day.fees);
      const equity = BigInt(day.netDeposits) + booked + BigInt(day.estimatedProfit) + BigInt(day.deficit);
      expect(BigInt(day.equity)).toBe(equity);
      expect(BigInt(day.cash)).toBe(equity - BigInt(day.estimatedProfit));
    }
    const overview = (await an.get(`/api/investor/accounts/${AN_1}`)).json();
    expect(sum(items.map(({ actualProfit }) => actualProfit)).toString()).toBe(overview.realizedProfitLoss);
  });

  test('are the same in a range and page by page', async () => {
    const { items } = await daysOf();
    expect((await daysOf('?from=2026-11-21')).items).toEqual(items.slice(1));
    expect((await daysOf('?to=2026-11-21')).items).toEqual(items.slice(0, 2));
    expect((await daysOf('?from=2026-11-22&to=2026-11-22')).items).toEqual([]);
    const first = await daysOf('?limit=2');
    expect(first.items).toEqual(items.slice(0, 2));
    expect((await daysOf(`?limit=2&cursor=${first.nextCursor}`)).items).toEqual(items.slice(2));
    expect((await an.get(`/api/investor/accounts/${AN_1}/days?cursor=x`)).statusCode).toBe(400);
  });

  test('are none without a deposit', async () => {
    const dung = await signedIn(platform, 'dung@mua.demo');
    const response = await dung.get(`/api/investor/accounts/${DUNG_1}/days`);
    expect([response.statusCode, response.json().items]).toEqual([200, []]);
  });
});

describe('the results of a sub-account', () => {
  test('are, by commodity and by date, the same sums as the settled rows, to the dong', async () => {
    const rows = await settled();
    const profit = sum(rows.map(({ actualProfitVnd }) => actualProfitVnd)).toString();
    for (const by of ['commodity', 'date'] as const) {
      const { items, total } = await profitOf(`by=${by}`);
      expect(total).toMatchObject({ actualProfit: profit, settledCount: rows.length, settledLots: 5 });
      expect(sum(items.map(({ actualProfit }) => actualProfit)).toString()).toBe(profit);
      expect(sum(items.map(({ fees }) => fees)).toString()).toBe(total.fees);
      expect(items.reduce((lots, { tradedLots }) => lots + tradedLots, 0)).toBe(total.tradedLots);
    }
    const { items: days } = await daysOf();
    const { items: dates, from, to } = await profitOf('by=date');
    expect([from, to]).toEqual(['2026-11-20', '2026-11-24']);
    expect(dates.at(-1)).toMatchObject({ settledCount: 0, tradedLots: 1, currency: null, currencyProfit: null });
    expect(dates.map(({ tradeDate, actualProfit, fees }) => ({ tradeDate, actualProfit, fees }))).toEqual(
      days.map(({ tradeDate, actualProfit, fees }) => ({ tradeDate, actualProfit, fees })),
    );
  });

  test('count, by commodity, lots, rows, wins and losses', async () => {
    const { items, total } = await profitOf('by=commodity');
    expect(items).toMatchObject([
      { commodityCode: 'SI5CO', tradedLots: 4, settledLots: 2, settledCount: 1, wonCount: 1, lostCount: 0 },
      // One was won at 451.00, one was lost at 447.50, one broke even at 450.00.
      { commodityCode: 'ZCE', currency: 'USD', currencyProfit: '-75.00', tradedLots: 7, settledLots: 3 },
    ]);
    expect(items[1]).toMatchObject({ settledCount: 3, wonCount: 1, lostCount: 1, actualProfit: '-1957500' });
    expect(total).toMatchObject({ tradedLots: 11, currency: 'USD', wonCount: 2, lostCount: 1 });
  });

  test('cover the dates of a range and nothing else', async () => {
    const { items, total, from, to } = await profitOf('by=commodity&from=2026-11-20&to=2026-11-20');
    expect([from, to]).toEqual(['2026-11-20', '2026-11-20']);
    expect(items).toMatchObject([{ commodityCode: 'ZCE', actualProfit: '1305000', fees: '1400000', tradedLots: 4 }]);
    expect(total.actualProfit).toBe('1305000');
    expect(await profitOf('by=date&from=2027-01-01')).toMatchObject({
      items: [],
      from: null,
      total: { currency: null },
    });
  });

  test('are not found for another investor', async () => {
    for (const path of ['days', 'profit?by=date']) {
      const foreign = await an.get(`/api/investor/accounts/${BINH_1}/${path}`);
      expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'NotFound']);
      const nobody = await an.get(`/api/investor/accounts/108C000099-01/${path}`);
      expect(nobody.json().code).toBe('NotFound');
    }
    const both = await signedIn(platform, 'an@mua.demo');
    await both.signIn('binh@mua.demo');
    expect((await both.get(`/api/investor/accounts/${AN_1}/days`)).json().code).toBe('ACCOUNT_MISMATCH');
  });
});

test('stay the same when their rows are rebuilt from the journal', async () => {
  const [days, profit] = [await daysOf(), await profitOf('by=date')];
  await asOwner(platform.database, `truncate ${READ_TABLES.join(', ')}`);
  await rebuildReadTables(platform.database);
  expect(await daysOf()).toEqual(days);
  expect(await profitOf('by=date')).toEqual(profit);
});

test('show a debt separately from the cash that it balances', async () => {
  await trade('BUY', 27, 1800, { accountId: AN_2 });
  // A liquidation closes it far below: it loses more than the account holds.
  platform.venue.fillAtTicks = 1600;
  await mark(1600);
  await platform.sequencer.settled();
  const [day, ...others] = (await daysOf('', AN_2)).items.slice(-1);
  expect(others).toEqual([]);
  if (!day) throw new Error('the account has a day');
  // The loss is 27 lots times 200 ticks of 12.50 dollars, at 26,100, plus fees both ways.
  expect(day).toMatchObject({ actualProfit: '-1761750000', fees: '18900000', cash: '0', equity: '0' });
  expect(day).toMatchObject({ netDeposits: '1000000000', deficit: '780650000' });
});
