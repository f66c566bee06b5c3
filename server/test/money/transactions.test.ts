/**
 * Checks the changes of a sub-account's cash: every posting once, each with the cash after it, over days, filters and
 * pages.
 */
import { randomUUID } from 'node:crypto';
import type { Transaction } from '@mua/contract/entities/transaction';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AN_1, BINH_1, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;

async function buy(side: 'BUY' | 'SELL', ticks: number): Promise<void> {
  platform.venue.fillAtTicks = ticks;
  const order = { clientOrderId: randomUUID(), contractCode: CODE, side, orderType: 'LIMIT', duration: 'DAY' };
  await an.post(`/api/order/${AN_1}/place`, { ...order, quantity: 1, limitPrice: (ticks / 4).toFixed(2) });
  await platform.sequencer.settled();
  platform.venue.fillAtTicks = null;
}

const roll = (nextTradeDate: string) => platform.sequencer.submit({ kind: 'endTradeDate', nextTradeDate });

/** The account gets deposits, a trade and a payment, over three trade dates. */
beforeAll(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
  await buy('BUY', 1800);
  await roll('2026-11-21');
  await buy('SELL', 1810);
  await platform.sequencer.submit({ kind: 'deposit', accountId: AN_1, amountVnd: 5_000_000n, reference: 'NAP 5T2H8W' });
  await roll('2026-11-23');
  const named = { accountId: AN_1, withdrawalId: 'w1' };
  await platform.sequencer.submit({ kind: 'holdWithdrawal', ...named, amountVnd: 2_000_000n });
  await platform.sequencer.submit({ kind: 'approveWithdrawal', ...named });
  await platform.sequencer.submit({ kind: 'payWithdrawal', ...named, reference: 'FT26328-1' });
});

afterAll(() => platform.close());

async function list(query = ''): Promise<{ items: Transaction[]; nextCursor: string | null }> {
  const response = await an.get(`/api/investor/accounts/${AN_1}/transactions${query}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

test('each change is listed once, newest first, by its kind, and each balance follows from the one before', async () => {
  const { items, nextCursor } = await list();
  expect(nextCursor).toBeNull();
  expect(items.map(({ type }) => type)).toEqual([
    'WITHDRAW',
    'DEPOSIT',
    ...['ACTUAL_PROFIT', 'TRANSACTION_FEE'].sort(),
    'TRANSACTION_FEE',
    'DEPOSIT',
  ]);
  expect(items[0]).toMatchObject({ amount: '-2000000', note: 'FT26328-1', accountId: AN_1 });
  expect(items.map(({ fill }) => fill && `${fill.side} ${fill.lots} ${fill.contractCode} @ ${fill.price}`)).toEqual([
    ...[null, null],
    ...[`SELL 1 ${CODE} @ 452.50`, `SELL 1 ${CODE} @ 452.50`],
    ...[`BUY 1 ${CODE} @ 450.00`, null],
  ]);
  let balance = 0n;
  for (const item of items.toReversed()) {
    balance += BigInt(item.amount);
    expect(item.balance).toBe(balance.toString());
  }
  expect(balance).toBe(platform.sequencer.state.balances.get(`cash:${AN_1}`));
});

test('the list is the same page by page', async () => {
  const { items } = await list();
  const paged: Transaction[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    paged.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(items);
});

describe('filters', () => {
  test.each([
    ['DEPOSIT', 2],
    ['WITHDRAW', 1],
    ['TRANSACTION_FEE', 2],
    ['ACTUAL_PROFIT', 1],
    ['COPY_FEE', 0],
  ])('by type %s: %i, with the balances of the whole list', async (type, count) => {
    const { items } = await list();
    const found = await list(`?type=${type}`);
    expect(found.items).toHaveLength(count);
    expect(found.items).toEqual(items.filter((item) => item.type === type));
  });

  test('by days in Vietnam, both included', async () => {
    const { items } = await list();
    const days = items.map(({ timestamp }) =>
      new Date(Date.parse(timestamp) + 7 * 3_600_000).toISOString().slice(0, 10),
    );
    const [day] = days;
    const found = await list(`?from=${day}&to=${day}`);
    expect(found.items).toEqual(items.filter((_item, at) => days[at] === day));
    expect((await list('?to=2020-01-01')).items).toEqual([]);
    expect((await list('?from=2099-01-01')).items).toEqual([]);
  });

  test('an invalid type, date or cursor is refused by its name', async () => {
    for (const query of ['?type=TAX', '?from=yesterday', '?cursor=bm8']) {
      const response = await an.get(`/api/investor/accounts/${AN_1}/transactions${query}`);
      expect(response.statusCode).toBe(400);
    }
  });
});

test('another investor can’t read the list', async () => {
  const response = await an.get(`/api/investor/accounts/${BINH_1}/transactions`);
  expect(response.statusCode).toBe(404);
});
