// @vitest-environment jsdom
/** What came of copying: events, profit, copies that have ended, and the fees of each sub-account. */
import type { CopyEvent } from '@mua/contract/entities/copy-event';
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { COPY, DECISION, OWN_STRATEGY, WEEK } from '#mock/sample-copying.ts';
import { ACCOUNT, CORN, MARGIN } from '#mock/sample-records.ts';
import { EventsPage } from '#pages/copy-trade/results/events-page.tsx';
import { FeesPage } from '#pages/copy-trade/results/fees-page.tsx';
import { HistoryPage } from '#pages/copy-trade/results/history-page.tsx';
import { ProfitPage } from '#pages/copy-trade/results/profit-page.tsx';
import { answer, fetched, preparePages, renderPage } from '#test/page.tsx';

const of = { copyTraderId: 'c1', strategyId: 's1', strategyName: COPY.strategyName, time: DECISION.time };
const EVENTS: readonly CopyEvent[] = [
  { kind: 'CLOSED', ...of, endReason: 'MaxLoss' },
  { kind: 'WEEK_ENDED', ...of, report: WEEK },
  { kind: 'DECIDED', ...of, decision: DECISION },
  { kind: 'COPY_FEE', ...of, amount: '-1200000' },
  { kind: 'FUNDS', ...of, amount: '20000000' },
  { kind: 'FOLLOWED', ...of },
];
const ENDED: OwnCopy = {
  ...{ ...COPY, copyTraderId: 'c0', strategyName: 'Ngũ cốc', state: 'CLOSED', endReason: 'MaxLoss' },
  ...{ profit: '-30100000', closedDate: '2026-11-10T02:00:00.000Z' },
};
const FEE = {
  ...{ transactionId: 't1', accountId: COPY.accountId, type: 'COPY_FEE', amount: '-1200000', balance: '317000000' },
  ...{ timestamp: '2026-11-02T02:00:00.000Z', note: 'c1', fill: null },
};

let copies: readonly OwnCopy[];
let led: readonly object[];
let askedTypes: (string | null)[];

const served: typeof fetch = async (address) => {
  const { pathname, searchParams } = new URL(String(address), 'http://localhost');
  const path = pathname.replace('/api', '');
  if (path === '/copy-trade/copies') return answer(200, { items: copies, nextCursor: null, total: copies.length });
  if (path === '/copy-trade/events') return answer(200, { items: EVENTS, nextCursor: null });
  if (path === '/copy-trade/profit') {
    const days = [
      { tradeDate: '2026-11-19', isRunning: false, profit: '-4000000' },
      { tradeDate: '2026-11-20', isRunning: true, profit: '8450000' },
    ];
    const items = copies.map((copy) => ({ ...copy, returnPercent: '2.66' }));
    return answer(200, { copies: items, profit: '8450000', fees: '3900000', days });
  }
  if (path === '/copy-trade/strategies/mine') return answer(200, { items: led, nextCursor: null });
  if (path.endsWith('/transactions')) {
    askedTypes.push(searchParams.get('type'));
    return answer(200, { items: [FEE], nextCursor: null });
  }
  if (path === '/investor/accounts') {
    const items = [ACCOUNT, { ...ACCOUNT, accountId: COPY.accountId, subAccountCode: COPY.accountId }];
    return answer(200, { items, nextCursor: null });
  }
  if (path.startsWith('/investor/margin-status/')) return answer(200, { ...MARGIN, contracts: [] });
  if (path.endsWith('/contracts')) return answer(200, { items: [CORN], nextCursor: null });
  return answer(200, { items: [], nextCursor: null, total: 0 });
};

preparePages();

beforeEach(() => {
  copies = [COPY, ENDED];
  led = [];
  askedTypes = [];
  fetched.mockImplementation(served);
});

test('each event says what happened, with its sum, its reason or its numbers', async () => {
  await renderPage(<EventsPage />);
  const text = async (kind: CopyEvent['kind']) => (await screen.findByTestId(`copy-event-${kind}`)).textContent;
  expect(await text('CLOSED')).toContain('Chạm lỗ tối đa');
  expect(await text('WEEK_ENDED')).toMatch(/10\/11–17\/11\/2026.*\+8\.750\.000/);
  await waitFor(async () => expect(await text('DECIDED')).toMatch(/Không chép.*ZCEZ26.*Dưới 1 lot: 1 lot × 0,5/));
  expect(await text('COPY_FEE')).toContain('−1.200.000');
  expect(await text('FUNDS')).toContain('+20.000.000');
  expect(await text('FOLLOWED')).toContain('Bắt đầu theo');
});

test('profit is together and copy by copy, also as a table', async () => {
  const { user } = await renderPage(<ProfitPage />);
  const page = await screen.findByTestId('copy-profit');
  await waitFor(() => expect(page.textContent).toMatch(/Lãi\/lỗ chung, sau phí\+8\.450\.000/));
  expect(screen.getAllByTestId('copy-row').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Mùa vụ Robusta.*Đang theo.*\+2,7%/),
    expect.stringMatching(/Ngũ cốc.*Đã dừng.*Chạm lỗ tối đa/),
  ]);
  await user.click(screen.getByRole('radio', { name: 'Bảng' }));
  expect(screen.getByRole('row', { name: /19\/11\/2026/ }).textContent).toContain('−4.000.000');
});

test('the history has those that ended only', async () => {
  await renderPage(<HistoryPage />);
  const rows = await screen.findAllByTestId('copy-row');
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/Ngũ cốc.*−30\.100\.000/)]);
  expect(screen.getByTestId('pager-total').textContent).toBe('Tổng 1 bản sao chép');
});

test('fees are those of the sub-accounts that copied or led, by type', async () => {
  await renderPage(<FeesPage />);
  expect((await screen.findByTestId('transaction-COPY_FEE')).textContent).toContain('−1.200.000');
  expect(askedTypes).toContain('COPY_FEE');
  expect(screen.getByTestId('fees-account').textContent).toContain(COPY.accountId);
});

test('who has copied and led nothing is led to the strategies', async () => {
  copies = [];
  await renderPage(<FeesPage />);
  expect(await screen.findByText('Chưa có phí hay biến động nào từ sao chép')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Xem danh sách chiến lược' })).toBeDefined();
});

test('a leader who copies nothing has fees too', async () => {
  copies = [];
  led = [{ ...OWN_STRATEGY, accountId: ACCOUNT.accountId }];
  await renderPage(<FeesPage />);
  expect((await screen.findByTestId('fees-account')).textContent).toContain(ACCOUNT.accountId);
});
