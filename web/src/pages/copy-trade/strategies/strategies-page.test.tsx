// @vitest-environment jsdom
/** The list asks the server for what is chosen, tells what is hidden, and never shows a return without what it cost. */
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RETURNS, SIMULATION, STRATEGY } from '#mock/sample-copying.ts';
import { ACCOUNT, MARGIN } from '#mock/sample-records.ts';
import { CopyStrategies, type StrategiesSearch } from '#pages/copy-trade/copy-strategies.tsx';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const QUIET = { ...STRATEGY, strategyId: 's2', name: 'Chưa ai theo', followers: 0 };
const NEW = { ...QUIET, figures: { ...STRATEGY.figures, followers: null, days: 4 }, trend: ['0.10'] };

/** What was asked of the list, and what it answers. */
let asked: URLSearchParams[];
let page: { items: readonly unknown[]; total: number; hidden: number; nextCursor: string | null };
let isFailing: boolean;
let isWide: boolean;

const served: typeof fetch = async (address) => {
  const { pathname, searchParams } = new URL(String(address), 'http://localhost');
  const path = pathname.replace('/api', '');
  if (path === '/copy-trade/strategies') {
    asked.push(searchParams);
    return isFailing ? refused(400, 'BadRequest') : answer(200, page);
  }
  if (path.endsWith('/pnl')) return answer(200, RETURNS);
  if (path.endsWith('/simulate')) return answer(200, SIMULATION);
  if (path === '/investor/accounts') return answer(200, { items: [ACCOUNT], nextCursor: null });
  if (path.startsWith('/investor/margin-status/')) return answer(200, { ...MARGIN, contracts: [] });
  return answer(200, { items: [], nextCursor: null, total: 0 });
};

preparePages();

beforeEach(() => {
  asked = [];
  isFailing = false;
  isWide = false;
  page = { items: [STRATEGY, NEW], total: 43, hidden: 0, nextCursor: 'next' };
  fetched.mockImplementation(served);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width') && isWide,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
});

function Page() {
  const [search, setSearch] = useState<StrategiesSearch>({});
  return <CopyStrategies id={undefined} search={search} onSearch={setSearch} />;
}

const show = () => renderPage(<Page />, { at: '/account-overview/copy-trade/strategies' });

test('a row has the followers’ result, the leader’s, the deeper drawdown and the days', async () => {
  await show();
  const [first, second] = await screen.findAllByTestId('strategy-row');
  for (const text of ['+29,7%', '+38,4%', '−9,2%', '315 ngày', '1,2\u00a0tr/tháng + 20%', '41/60'])
    expect(first?.textContent).toContain(text);
  expect(within(first as HTMLElement).getByText('Mô phỏng')).toBeDefined();
  // Nobody has copied it: the leader's drawdown stands beside the leader's return.
  for (const text of ['chưa có', '+38,4%', '−8,1%', '4 ngày']) expect(second?.textContent).toContain(text);
});

test('a head sorts all of them, at the server', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Sụt giảm' }));
  await waitFor(() => expect(asked.at(-1)?.get('sort')).toBe('drawdown'));
  expect(screen.getByRole('columnheader', { name: 'Sụt giảm' }).getAttribute('aria-sort')).toBe('descending');
});

test('a typed word is asked for when typing pauses, and what filters hide is told and cleared', async () => {
  const { user } = await show();
  await screen.findAllByTestId('strategy-row');
  page = { ...page, items: [STRATEGY], hidden: 5 };
  await user.type(screen.getByTestId('strategy-search'), 'robusta');
  expect(await screen.findByText('Bộ lọc đang ẩn 5')).toBeDefined();
  expect(asked.at(-1)?.get('search')).toBe('robusta');
  expect(asked.filter((query) => query.has('search'))).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Bỏ lọc' }));
  await waitFor(() => expect(screen.getByTestId('strategy-search')).toHaveProperty('value', ''));
});

test('pages go forward by the server’s cursor, and back', async () => {
  const { user } = await show();
  expect(await screen.findByText('Trang 1 / 3')).toBeDefined();
  expect(screen.getByText('Tổng 43 chiến lược')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Trang sau' }));
  expect(await screen.findByText('Trang 2 / 3')).toBeDefined();
  await waitFor(() => expect(asked.at(-1)?.get('cursor')).toBe('next'));
  await user.click(screen.getByRole('button', { name: 'Trang trước' }));
  expect(await screen.findByText('Trang 1 / 3')).toBeDefined();
});

test('where there is room, the strategy stands beside the list with what it would have given', async () => {
  isWide = true;
  const { user } = await show();
  expect(await screen.findByRole('heading', { level: 2, name: 'Mùa vụ Robusta' })).toBeDefined();
  // No return without the days behind it.
  expect(screen.getByTestId('strategy-panel').textContent).toContain('315 ngày');
  expect((await screen.findByTestId('simulation-brief')).textContent).toContain('Chép được 1/2 lệnh từ 21/10');
  expect(screen.getByTestId('simulation-brief').textContent).toContain('1 lệnh không chép: 1 dưới 1 lot.');
  await user.click(screen.getByRole('button', { name: 'Chưa ai theo' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Chưa ai theo' })).toBeDefined();
});

test('an empty list says why, and a failed one can be tried again', async () => {
  page = { items: [], total: 0, hidden: 0, nextCursor: null };
  await show();
  expect(await screen.findByText('Chưa có chiến lược nào đang chạy')).toBeDefined();
});

test('a list that does not come can be asked for again', async () => {
  isFailing = true;
  const { user } = await show();
  expect((await screen.findByRole('alert')).textContent).toContain('danh sách chiến lược');
  isFailing = false;
  await user.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findAllByTestId('strategy-row')).toHaveLength(2);
});
