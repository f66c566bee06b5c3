// @vitest-environment jsdom
/** A follower's copies: how they stand, what is done with them, why a fill was not copied, and a week that adds up. */
import type { CopyDecision } from '@mua/contract/entities/copy-decision';
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { COPY, DECISION, STRATEGY, WEEK } from '#mock/sample-copying.ts';
import { ACCOUNT, CORN, MARGIN } from '#mock/sample-records.ts';
import { CopyTrading, type CopyTradingSearch } from '#pages/copy-trade/copy-trading.tsx';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const FOLLOWS = { role: 'FOLLOWS', strategyId: 's1', strategyName: COPY.strategyName } as const;
const ACCOUNTS = [ACCOUNT, { ...ACCOUNT, accountId: COPY.accountId, subAccountCode: COPY.accountId, copying: FOLLOWS }];
const LONG = {
  ...{ accountId: COPY.accountId, contractCode: CORN.code, buyQuantity: 1, sellQuantity: 0, netLots: 1, seq: 1 },
  ...{ marketPrice: '457.75', filledPrice: '457.50', averagePrice: '457.5000', currency: 'USD' },
  ...{ estimatedProfit: '12.50', estimatedProfitUsd: '12.50', estimatedProfitVnd: '326250' },
  ...{ lastTradeDay: '2026-12-14', closeOutAt: null, openLots: [] },
};
const COPIED: CopyDecision = {
  ...{ ...DECISION, skip: null, target: 1 },
  order: { orderId: 'o1', side: 'BUY', lots: 1, limitPrice: '458.25' },
};

let copies: readonly OwnCopy[];
let decisions: readonly CopyDecision[];
let equity: string;
let sent: { readonly path: string; readonly body: unknown }[];
let refusal: Response | null;

const served: typeof fetch = async (address, init) => {
  const path = new URL(String(address), 'http://localhost').pathname.replace('/api', '');
  if (init?.method === 'POST') {
    sent.push({ path, body: JSON.parse(String(init.body)) });
    return refusal ?? answer(200, copies[0]);
  }
  if (path === '/copy-trade/copies') return answer(200, { items: copies, nextCursor: null, total: copies.length });
  if (path === '/copy-trade/copies/c1') return answer(200, copies[0]);
  if (path.endsWith('/log')) return answer(200, { items: decisions, nextCursor: null });
  if (path.endsWith('/weekly-reports')) return answer(200, { items: [WEEK], nextCursor: null });
  if (path === '/copy-trade/strategies/s1') return answer(200, STRATEGY);
  if (path === '/investor/accounts') return answer(200, { items: ACCOUNTS, nextCursor: null });
  if (path.startsWith('/investor/margin-status/'))
    return answer(200, { ...MARGIN, accountId: COPY.accountId, cash: equity, held: '0', equity, contracts: [] });
  if (path.includes(`${COPY.accountId}/open`) || path.endsWith('/positions'))
    return answer(200, { items: [LONG], nextCursor: null });
  if (path.endsWith('/contracts')) return answer(200, { items: [CORN], nextCursor: null });
  return answer(200, { items: [], nextCursor: null, total: 0 });
};

preparePages();

beforeEach(() => {
  copies = [COPY];
  decisions = [DECISION, COPIED];
  equity = '303200000';
  sent = [];
  refusal = null;
  fetched.mockImplementation(served);
});

function Page({ id, ...first }: CopyTradingSearch & { readonly id?: string }) {
  const [search, setSearch] = useState<CopyTradingSearch>(first);
  return <CopyTrading id={id} search={search} onSearch={setSearch} />;
}

describe('the copies that run', () => {
  test('each has its result, its money and how far it may still fall', async () => {
    await renderPage(<Page />);
    const card = await screen.findByTestId('copy-c1');
    const figures = ['318.200.000', '× 0,5', '13 · thắng 62%', '19/12/2026', 'Đang theo'];
    for (const text of figures) expect(card.textContent).toContain(text);
    // The result is that of the equity beside it: 303.2 - 318.2 - 0.2, whatever was known a moment ago.
    await waitFor(() => expect(card.textContent).toContain('−15.200.000'));
    // 318.2 - 303.2 of 30 are lost.
    await waitFor(() => expect(within(card).getByTestId('loss-meter').textContent).toContain('còn 15.000.000'));
  });

  test('nobody who copies nothing is left without a way on', async () => {
    copies = [{ ...COPY, state: 'CLOSED', closedDate: COPY.createdDate }];
    await renderPage(<Page />);
    expect(await screen.findByText('Bạn không sao chép chiến lược nào lúc này')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Xem danh sách chiến lược' })).toBeDefined();
  });

  test('it is paused and goes on', async () => {
    const { user, client } = await renderPage(<Page />);
    await user.click(await screen.findByRole('button', { name: 'Tạm dừng' }));
    expect(sent).toEqual([{ path: '/copy-trade/copies/c1/pause', body: {} }]);
    copies = [{ ...COPY, state: 'PAUSED' }];
    await client.invalidateQueries();
    fireEvent.click(await screen.findByRole('button', { name: 'Chép tiếp' }), { detail: 1 });
    expect(sent.at(-1)?.path).toBe('/copy-trade/copies/c1/resume');
  });

  test('a double click pauses once, and a held Enter does not go on pressing', async () => {
    const { user, client } = await renderPage(<Page />);
    await user.click(await screen.findByRole('button', { name: 'Tạm dừng' }));
    copies = [{ ...COPY, state: 'PAUSED' }];
    await client.invalidateQueries();
    const button = await screen.findByRole('button', { name: 'Chép tiếp' });
    fireEvent.click(button, { detail: 2 });
    expect(sent).toEqual([{ path: '/copy-trade/copies/c1/pause', body: {} }]);
    expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
  });

  test('it is stopped once its owner has said what becomes of the positions', async () => {
    const { user } = await renderPage(<Page />);
    await user.click(await screen.findByTestId('copy-stop'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Ngừng sao chép Mùa vụ Robusta?' });
    expect(dialog.textContent).toContain(COPY.accountId);
    expect(screen.getByTestId('confirm-stop')).toHaveProperty('disabled', true);
    await user.click(screen.getByTestId('stop-close'));
    await user.click(screen.getByTestId('confirm-stop'));
    expect(sent).toEqual([{ path: '/copy-trade/copies/c1/stop', body: { closesPositions: true } }]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('money goes out with its sign, and a refusal leaves what was typed', async () => {
    refusal = refused(422, 'WithdrawAmountExceeded', { amount: '20000000', available: '15000000' });
    const { user } = await renderPage(<Page />);
    await user.click(await screen.findByTestId('copy-funds'));
    await user.click(await screen.findByTestId('funds-send'));
    expect(screen.getByText('Nhập số tiền, ví dụ 20.000.000')).toBeDefined();
    await user.click(screen.getByTestId('funds-out'));
    await user.type(screen.getByTestId('funds-amount'), '20000000');
    await user.click(screen.getByTestId('funds-send'));
    expect((await screen.findByTestId('refusal')).textContent).toContain('vượt ký quỹ khả dụng');
    expect(sent).toEqual([
      {
        path: '/copy-trade/copies/c1/funds',
        body: { otherAccountId: ACCOUNT.accountId, amount: '-20000000', clientRequestId: expect.any(String) },
      },
    ]);
    expect(screen.getByTestId('funds-amount')).toHaveProperty('value', '20.000.000');
  });
});

test('a sum without an answer is the same request after its dialog was closed, until it has moved', async () => {
  const { user } = await renderPage(<Page />);
  const open = async () => user.click(await screen.findByTestId('copy-funds'));
  const send = () => user.click(screen.getByTestId('funds-send'));
  const ids = () => sent.map(({ body }) => (body as { clientRequestId: string }).clientRequestId);
  await open();
  await user.type(screen.getByTestId('funds-amount'), '4000000');
  refusal = refused(503, 'ServiceUnavailable');
  await send();
  await screen.findByTestId('refusal');
  await user.keyboard('{Escape}');
  await open();
  expect(screen.getByTestId('funds-amount')).toHaveProperty('value', '4.000.000');
  expect(screen.getByTestId('refusal')).toBeDefined();
  refusal = null;
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await open();
  expect(screen.getByTestId('funds-amount')).toHaveProperty('value', '');
  await user.type(screen.getByTestId('funds-amount'), '4000000');
  await send();
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(ids()[1]).toBe(ids()[0]);
  expect(ids()[2]).not.toBe(ids()[0]);
});

describe('one copy', () => {
  test('its log says what was sent, and why not with the numbers that decided', async () => {
    decisions = [
      DECISION,
      COPIED,
      { ...DECISION, skip: { code: 'SlippageExceeded', rejection: null } },
      { ...DECISION, skip: { code: 'Refused', rejection: { code: 'MarketClosed', facts: {} } } },
    ];
    const { user } = await renderPage(<Page id="c1" />);
    expect((await screen.findByTestId('decision-RoundedToZero')).textContent).toContain('Dưới 1 lot: 1 lot × 0,5');
    await waitFor(() => expect(screen.getByTestId('decision-COPIED').textContent).toMatch(/Đã chép.*Mua 1.*458'2/));
    expect(screen.getByTestId('decision-SlippageExceeded').textContent).toContain('Giá đã đi quá 3 bước cho phép');
    expect(screen.getByTestId('decision-Refused').textContent).toContain('Không chép');
    await user.click(screen.getByTestId('log-skipped'));
    expect(screen.queryByTestId('decision-COPIED')).toBeNull();
  });

  test('one position is closed by itself, after a question', async () => {
    const { user } = await renderPage(<Page id="c1" tab="positions" />);
    await user.click(await screen.findByTestId('close-ZCEZ26'));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('sẽ không được chép lại');
    await user.click(screen.getByTestId('confirm-close'));
    expect(sent).toEqual([{ path: '/copy-trade/copies/c1/close', body: { contractCode: 'ZCEZ26' } }]);
  });

  test('its weeks lead to their reports', async () => {
    await renderPage(<Page id="c1" tab="weeks" />);
    const link = await screen.findByRole('link', { name: '10/11–17/11/2026' });
    expect(link.getAttribute('href')).toContain('week=');
  });
});

describe('a weekly report', () => {
  test('every figure opens to a sum that adds up', async () => {
    await renderPage(<Page id="c1" week={WEEK.startTime} />);
    const report = await screen.findByTestId('weekly-report');
    await waitFor(() => expect(report.textContent).toContain('Phí hiệu quả 20%'));
    const text = report.textContent?.replaceAll('\u00a0', ' ');
    for (const part of [
      'cuối tuần346.950.000−đầu tuần318.200.000−nạp, rút20.000.000=lãi/lỗ+8.750.000',
      'cuối tuần346.950.000−nạp, rút20.000.000−vốn đỉnh312.400.000=tính phí14.550.000',
      'tính phí14.550.000×tỷ lệ20%=phí hiệu quả2.910.000',
      'Số lớn hơn của 332.400.000 ₫ (vốn đỉnh trước đó cộng nạp, rút) và 344.040.000 ₫',
      'cuối tuần346.950.000−phí hiệu quả2.910.000=đầu tuần sau344.040.000',
    ])
      expect(text).toContain(part);
  });

  test('what was copied in that week stands beside it, and its neighbours are a press away', async () => {
    decisions = [
      { ...DECISION, time: '2026-11-18T01:00:00.000Z' },
      { ...DECISION, time: '2026-11-12T01:00:00.000Z' },
    ];
    await renderPage(<Page id="c1" week={WEEK.startTime} />);
    expect(await screen.findByRole('heading', { name: 'Không chép 1 lệnh' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Tuần trước' })).toHaveProperty('disabled', true);
  });

  test('a week that is none is told', async () => {
    await renderPage(<Page id="c1" week="2020-01-01T00:00:00.000Z" />);
    expect(await screen.findByText('Không có báo cáo của tuần này')).toBeDefined();
    expect(screen.getByRole('link', { name: COPY.strategyName }).getAttribute('href')).toContain('tab=weeks');
  });
});
