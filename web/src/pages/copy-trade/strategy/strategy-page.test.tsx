// @vitest-environment jsdom
/** A strategy's page: the four figures together, its tabs by the address, and why followers have less. */
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { OWN_STRATEGY, RETURNS, STRATEGY } from '#mock/sample-copying.ts';
import { ACCOUNT, CORN, MARGIN } from '#mock/sample-records.ts';
import { CopyStrategies, type StrategiesSearch } from '#pages/copy-trade/copy-strategies.tsx';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const POSITION = {
  ...{ contractCode: CORN.code, side: 'BUY', lots: 2, averagePrice: '457.5000', marketPrice: '458.00' },
  ...{ estimatedProfit: '1320000', since: '2026-11-19T03:00:00.000Z' },
};
const ROUND_TURN = {
  ...{ contractCode: CORN.code, side: 'BUY', lots: 2, openPrice: '450.00', openTime: '2026-11-10T03:00:00.000Z' },
  ...{ closePrice: '457.50', closeTime: '2026-11-12T03:00:00.000Z', profit: '19815000' },
};
const EVENTS = [
  {
    ...{ kind: 'FILL', time: '2026-11-19T03:00:00.000Z', contractCode: CORN.code, side: 'BUY', lots: 2 },
    ...{ price: '457.50', copied: 39, notCopied: 2 },
  },
  { kind: 'STARTED', time: '2026-01-12T02:00:00.000Z' },
];

let strategy: object;
let returned: URLSearchParams[];

const served: typeof fetch = async (address) => {
  const { pathname, searchParams } = new URL(String(address), 'http://localhost');
  const path = pathname.replace('/api', '');
  if (path === '/copy-trade/strategies/gone') return refused(404, 'StrategyNotFound');
  if (path === '/copy-trade/strategies/s1') return answer(200, strategy);
  if (path.endsWith('/pnl')) {
    returned.push(searchParams);
    return answer(200, RETURNS);
  }
  if (path.endsWith('/events')) return answer(200, { items: EVENTS, nextCursor: null });
  if (path === '/copy-trade/strategies/s1/positions') return answer(200, { items: [POSITION], nextCursor: null });
  if (path.endsWith('/profit-loss')) return answer(200, { items: [ROUND_TURN], nextCursor: null, total: 184 });
  if (path === '/investor/accounts') return answer(200, { items: [ACCOUNT], nextCursor: null });
  if (path.startsWith('/investor/margin-status/')) return answer(200, { ...MARGIN, contracts: [] });
  if (path.endsWith('/contracts')) return answer(200, { items: [CORN], nextCursor: null });
  return answer(200, { items: [], nextCursor: null });
};

preparePages();

beforeEach(() => {
  strategy = STRATEGY;
  returned = [];
  fetched.mockImplementation(served);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});

function Page({ id = 's1', tab }: { id?: string; tab?: string }) {
  const [search, setSearch] = useState<StrategiesSearch>(tab === undefined ? {} : { tab });
  return <CopyStrategies id={id} search={search} onSearch={setSearch} />;
}

test('the four figures stand together, and say why followers have less', async () => {
  await renderPage(<Page />);
  expect(await screen.findByText('Người theo, sau phí và trượt giá')).toBeDefined();
  const text = screen.getByTestId('strategy').textContent;
  for (const part of [
    '+29,7%',
    'trung vị +27,0% · 33 lãi, 8 lỗ',
    '+38,4%',
    '−9,2%',
    '315 ngày',
    '184 lệnh · thắng 61%',
  ])
    expect(text).toContain(part);
  expect(await screen.findByText('Vì sao người theo được ít hơn 8,7 điểm')).toBeDefined();
  expect(screen.getByTestId('returns-difference').textContent).toContain(
    'Người dẫn+38,4Phí−5,1Trượt giá−1,9Không chép−1,7Người theo+29,7%',
  );
  expect(screen.getByText('3 người theo: 2 lãi, 1 lỗ, từ −6,0% đến +41,0%')).toBeDefined();
});

test('a range is counted anew from its first day, and the days are a table too', async () => {
  const { user } = await renderPage(<Page />);
  await user.click(await screen.findByRole('radio', { name: '3 tháng' }));
  await waitFor(() => expect(returned.at(-1)?.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/));
  await user.click(screen.getByRole('radio', { name: 'Bảng' }));
  expect(screen.getByRole('row', { name: /20\/11\/2026/ }).textContent).toContain('+29,7%+38,4%−2,0%');
});

test('each tab is at an address of its own', async () => {
  const { user } = await renderPage(<Page tab="events" />);
  await waitFor(() =>
    expect(screen.getByTestId('strategy-event-FILL').textContent).toMatch(/Mua 2.*ZCEZ26.*457'4.*39\/41 người đã chép/),
  );
  expect(screen.getByTestId('strategy-event-STARTED').textContent).toContain('Bắt đầu chạy');
  await user.click(screen.getByRole('tab', { name: /^Vị thế/ }));
  expect((await screen.findByTestId('strategy-position')).textContent).toContain("457'4458'0+1.320.000");
  await user.click(screen.getByRole('tab', { name: /^Lãi\/lỗ từng lệnh/ }));
  expect((await screen.findByTestId('strategy-round-turn')).textContent).toContain("450'0457'4+19.815.000");
  expect(screen.getByText('Tổng 184 lệnh')).toBeDefined();
});

test('nothing can be followed that has ended, is full, or is one’s own', async () => {
  strategy = { ...STRATEGY, state: 'ENDED' };
  const { client } = await renderPage(<Page />);
  expect(await screen.findByTestId('follow-open')).toHaveProperty('disabled', true);
  expect(screen.getByTestId('follow-open').textContent).toContain('Chiến lược không chạy');
  strategy = { ...STRATEGY, followers: 60 };
  await client.invalidateQueries();
  await waitFor(() => expect(screen.getByTestId('follow-open').textContent).toContain('Đã đủ người theo'));
  strategy = { ...STRATEGY, ...OWN_STRATEGY, accountId: ACCOUNT.accountId };
  await client.invalidateQueries();
  expect(await screen.findByRole('link', { name: 'Chiến lược của bạn: mở trang quản lý' })).toBeDefined();
});

test('one that is not there is told with its code, and there is a way back', async () => {
  await renderPage(<Page id="gone" />);
  expect((await screen.findByRole('alert')).textContent).toContain('Không tìm thấy chiến lược');
  expect(screen.getByRole('heading', { level: 1 })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Danh sách chiến lược' })).toBeDefined();
  // It would not come by trying again.
  expect(screen.queryByRole('button', { name: 'Thử lại' })).toBeNull();
});
