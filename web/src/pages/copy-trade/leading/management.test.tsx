// @vitest-environment jsdom
/** A leader's strategies: published with faults at their fields, told why one was rejected, run and ended after a question. */
import { DEMO_REASON } from '@mua/contract/demo-policies';
import type { OwnStrategy } from '@mua/contract/entities/strategy';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { COPY, OWN_STRATEGY, WEEK } from '#mock/sample-copying.ts';
import { ACCOUNT, AN, MARGIN } from '#mock/sample-records.ts';
import { CopyManagement, type CopyManagementSearch } from '#pages/copy-trade/copy-management.tsx';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const WAITING: OwnStrategy = {
  ...{ ...OWN_STRATEGY, approval: 'PENDING', state: 'NOT_STARTED', startedDate: null, followers: 0 },
  accountId: ACCOUNT.accountId,
};
const LEADS = { role: 'LEADS', strategyId: 's9', strategyName: 'Khác' } as const;

let strategies: readonly OwnStrategy[];
let sent: { readonly path: string; readonly body: Record<string, unknown> }[];
let asked: URLSearchParams[];
let refusal: Response | null;

const served: typeof fetch = async (address, init) => {
  const { pathname, searchParams } = new URL(String(address), 'http://localhost');
  const path = pathname.replace('/api', '');
  if (init?.method === 'POST') {
    sent.push({ path, body: JSON.parse(String(init.body)) });
    return refusal ?? answer(path.endsWith('/mine') ? 201 : 200, WAITING);
  }
  if (path === '/copy-trade/strategies/mine') return answer(200, { items: strategies, nextCursor: null });
  if (path.endsWith('/copiers')) {
    asked.push(searchParams);
    return answer(200, { items: [COPY], total: 41, nextCursor: 'next' });
  }
  if (path.endsWith('/weekly-reports')) return answer(200, { items: [WEEK], nextCursor: null });
  if (path === '/investor/me') return answer(200, AN);
  if (path === '/investor/accounts') {
    const busy = { ...ACCOUNT, accountId: '108C000001-02', subAccountCode: '108C000001-02', copying: LEADS };
    return answer(200, { items: [ACCOUNT, busy], nextCursor: null });
  }
  if (path.startsWith('/investor/margin-status/')) return answer(200, { ...MARGIN, contracts: [] });
  return answer(200, { items: [], nextCursor: null, total: 0 });
};

preparePages();

beforeEach(() => {
  strategies = [WAITING];
  sent = [];
  asked = [];
  refusal = null;
  localStorage.removeItem('strategy-draft an new');
  fetched.mockImplementation(served);
});

function Page({ id, ...first }: CopyManagementSearch & { readonly id?: string }) {
  const [search, setSearch] = useState<CopyManagementSearch>(first);
  return <CopyManagement id={id} search={search} onSearch={setSearch} />;
}

describe('one’s own strategies', () => {
  test('without one there is a way to the first', async () => {
    strategies = [];
    await renderPage(<Page />);
    expect(await screen.findByText('Bạn chưa có chiến lược nào')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Tạo chiến lược' })).toBeDefined();
  });

  test('a rejected one says why, and can be changed but not run', async () => {
    strategies = [{ ...WAITING, approval: 'REJECTED', reason: 'mô tả hứa mức lãi' }];
    await renderPage(<Page />);
    expect((await screen.findByTestId('approval')).textContent).toBe('Không duyệt');
    expect(screen.getByTestId('rejected-because').textContent).toContain('mô tả hứa mức lãi');
    expect(screen.getByTestId('strategy-change')).toBeDefined();
    expect(screen.queryByTestId('strategy-run')).toBeNull();
  });

  test('an approved one is run after a question', async () => {
    strategies = [{ ...WAITING, approval: 'APPROVED' }];
    const { user } = await renderPage(<Page />);
    await user.click(await screen.findByTestId('strategy-run'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Chạy Mùa vụ Robusta?' });
    expect(dialog.textContent).toContain('Điều khoản không sửa được nữa');
    await user.click(screen.getByTestId('confirm-run'));
    expect(sent).toEqual([{ path: '/copy-trade/strategies/s1/run', body: {} }]);
  });

  test('one that runs is ended after a question, which names its followers', async () => {
    strategies = [OWN_STRATEGY];
    const { user } = await renderPage(<Page />);
    await user.click(await screen.findByTestId('strategy-stop'));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Người theo41');
    await user.click(screen.getByTestId('confirm-stop'));
    expect(sent).toEqual([{ path: '/copy-trade/strategies/s1/stop', body: {} }]);
  });
});

describe('one strategy', () => {
  test('a demo’s own approval is told in the reader’s language', async () => {
    strategies = [{ ...WAITING, approval: 'APPROVED', reason: DEMO_REASON }];
    await renderPage(<Page id="s1" />);
    expect((await screen.findByTestId('approval-steps')).textContent).toContain('hệ thống tự duyệt');
  });

  test('its copiers are filtered at the server, page by page', async () => {
    strategies = [OWN_STRATEGY];
    const { user } = await renderPage(<Page id="s1" />);
    expect((await screen.findByTestId('copier')).textContent).toMatch(/108C000001-02.*× 0,5.*\+8\.450\.000/);
    expect(screen.getByText('Trang 1 / 3')).toBeDefined();
    expect(screen.getByText('Tổng 41 người theo')).toBeDefined();
    await user.click(screen.getByTestId('copiers-CLOSED'));
    await waitFor(() => expect(asked.at(-1)?.get('state')).toBe('CLOSED'));
    await user.click(screen.getByRole('tab', { name: 'Báo cáo tuần của người theo' }));
    expect((await screen.findByTestId('copier-week')).textContent).toMatch(/10\/11–17\/11\/2026.*2\.910\.000/);
    await user.click(screen.getByRole('tab', { name: 'Thu nhập' }));
    expect(await screen.findByText('Chưa có thu nhập từ người theo')).toBeDefined();
  });

  test('somebody else’s is not found', async () => {
    await renderPage(<Page id="other" />);
    expect(await screen.findByText('Không tìm thấy chiến lược')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Quản lý' })).toBeDefined();
  });
});

describe('the form', () => {
  test('faults stand at their fields, promises are told while typing, and nothing is sent', async () => {
    const { user } = await renderPage(<Page id="new" />);
    await user.type(await screen.findByTestId('strategy-name'), 'Ng');
    await user.type(screen.getByTestId('strategy-description'), 'Cam kết lãi 5% mỗi tháng');
    expect(screen.getByText(/“Cam kết lãi 5%” hứa kết quả/)).toBeDefined();
    await user.clear(screen.getByTestId('strategy-performanceFeeRate'));
    await user.type(screen.getByTestId('strategy-performanceFeeRate'), '51');
    await user.click(screen.getByTestId('strategy-send'));
    for (const fault of [
      'Nhập tên, ít nhất 3 ký tự',
      'Nhập từ 0 đến 50%, tối đa hai số lẻ',
      'Nhập số tiền, ví dụ 200.000.000',
    ])
      expect(await screen.findByText(fault)).toBeDefined();
    expect(screen.getByText('Còn 4 ô cần sửa')).toBeDefined();
    expect(screen.getByText('24/2 000')).toBeDefined();
    expect(sent).toEqual([]);
  });

  test('a draft is kept in this browser until it is sent', async () => {
    const { user } = await renderPage(<Page id="new" />);
    await user.type(await screen.findByTestId('strategy-name'), 'Ngũ cốc');
    expect(localStorage.getItem('strategy-draft an new')).toContain('Ngũ cốc');
  });

  test('what was kept is published as the wire has it, once, and a refusal leaves it', async () => {
    const draft = {
      ...{ accountId: ACCOUNT.accountId, name: 'Ngũ cốc theo WASDE', description: 'Theo báo cáo.\nCắt lỗ 8 bước.' },
      ...{ maxFollowers: '80', copyFee: '900.000', paymentPeriod: 'MONTHLY', performanceFeeRate: '12,5' },
      ...{ minFollowAmount: '200.000.000', slippageTolerance: '3' },
    };
    localStorage.setItem('strategy-draft an new', JSON.stringify(draft));
    refusal = refused(409, 'SubAccountLeads', { strategy: 'Khác' });
    const { user, router } = await renderPage(<Page id="new" />);
    await user.click(await screen.findByTestId('strategy-send'));
    expect((await screen.findByTestId('refusal')).textContent).toContain('Tài khoản con đang dẫn Khác');
    refusal = null;
    await user.click(screen.getByTestId('strategy-send'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/account-overview/copy-trade/management/s1'));
    const body = {
      ...{ accountId: ACCOUNT.accountId, name: 'Ngũ cốc theo WASDE', description: 'Theo báo cáo. Cắt lỗ 8 bước.' },
      ...{ maxFollowers: 80, copyFee: '900000', paymentPeriod: 'MONTHLY', performanceFeeRate: '12.5' },
      ...{ minFollowAmount: '200000000', slippageTolerance: 3, clientRequestId: expect.any(String) },
    };
    expect(sent.map((call) => call.body)).toEqual([body, body]);
    expect(sent[0]?.body.clientRequestId).toBe(sent[1]?.body.clientRequestId);
    expect(localStorage.getItem('strategy-draft an new')).toBe('');
  });

  test('what is changed after an answer was lost is another request', async () => {
    const draft = {
      ...{ accountId: ACCOUNT.accountId, name: 'Ngũ cốc', description: 'Theo báo cáo.', maxFollowers: '1.000' },
      ...{ copyFee: '0', paymentPeriod: 'MONTHLY', performanceFeeRate: '0', minFollowAmount: '0' },
      slippageTolerance: '3',
    };
    localStorage.setItem('strategy-draft an new', JSON.stringify(draft));
    refusal = refused(503, 'ServiceUnavailable');
    const { user } = await renderPage(<Page id="new" />);
    await user.click(await screen.findByTestId('strategy-send'));
    await screen.findByTestId('refusal');
    await user.type(screen.getByTestId('strategy-name'), ' hai');
    await user.click(screen.getByTestId('strategy-send'));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ body }) => [body.name, body.maxFollowers])).toEqual([
      ['Ngũ cốc', 1000],
      ['Ngũ cốc hai', 1000],
    ]);
    expect(sent[0]?.body.clientRequestId).not.toBe(sent[1]?.body.clientRequestId);
  });

  test('a change begins with what was published, on the same sub-account', async () => {
    const { user } = await renderPage(<Page id="s1" tab="terms" />);
    expect(await screen.findByTestId('strategy-minFollowAmount')).toHaveProperty('value', '300.000.000');
    expect(screen.getByTestId('strategy-account')).toHaveProperty('disabled', true);
    await user.type(screen.getByTestId('strategy-name'), ' 2');
    await user.click(screen.getByTestId('strategy-send'));
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/copy-trade/strategies/s1'));
    expect(sent.at(-1)?.body).toMatchObject({ name: 'Mùa vụ Robusta 2', performanceFeeRate: '20' });
    expect(sent.at(-1)?.body).not.toHaveProperty('accountId');
  });
});
