// @vitest-environment jsdom
/** The page on a market that moves: its words follow the prices, and months without a price are said to have none. */
import type { Contract } from '@mua/contract/entities/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useTradingQuestion } from '#desk/trading-question.ts';
import { loadCurveWords } from '#i18n/i18n.ts';
import { priceStore } from '#market/price-store.ts';
import { ACTOR, CORN, CORN_GRID, SPREAD, samplePosition } from '#mock/sample-records.ts';
import { closeAt } from '#pages/curve/before.ts';
import { CurvePage } from '#pages/curve/curve-page.tsx';
import { useAuth } from '#session/auth-store.ts';
import { setClock } from '#session/clock.ts';
import { type Known, preparePages, renderPage, signIn } from '#test/page.tsx';

preparePages();

const MARCH: Contract = { ...CORN, code: 'ZCEH27', expiryMonth: '2027-03', lastTradeDay: '2027-03-12' };
const MAY: Contract = { ...CORN, code: 'ZCEK27', expiryMonth: '2027-05', lastTradeDay: '2027-05-14' };
const MONTHS = [MAY, CORN, MARCH];
const LISTED = { ...SPREAD, quote: { ...SPREAD.quote, bid: '-14.50', bidLots: 9, ask: '-14.00', askLots: 5 } };

beforeAll(loadCurveWords);
beforeAll(() => priceStore.register(MONTHS.map(({ code }) => ({ code, grid: CORN_GRID }))));
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  useAuth.getState().signOutAll();
  for (const { code } of MONTHS) price(code, null, null);
});

function price(code: string, last: string | null, settlement: string | null): void {
  act(() => priceStore.apply([{ code, last, settlement, session: 'OPEN' }], 'snapshot'));
}

async function open(contracts: readonly Contract[], commodity = 'ZCE', own: Known = []) {
  const { user } = await renderPage(<CurvePage commodity={commodity} />, {
    known: [[['public', 'contracts'], contracts], ...own],
  });
  await screen.findByRole('heading', { level: 1 });
  return user;
}

const words = () => screen.getByTestId('curve-words').textContent;
const pair = (code: string) => screen.getByTestId(`pair-${code}`).textContent?.replaceAll('\u00a0', ' ');
const row = (code: string) => screen.getByTestId(`curve-${code}`).textContent?.replaceAll('\u00a0', ' ');

test('months in order, with spread, its change and the carry; in words', async () => {
  price('ZCEZ26', '448.25', '444.50');
  price('ZCEH27', '462.50', '459.00');
  price('ZCEK27', null, '470.00');
  await open(MONTHS);
  expect(screen.getAllByTestId(/^curve-ZCE/).map(({ dataset }) => dataset.testid)).toEqual([
    'curve-ZCEZ26',
    'curve-ZCEH27',
    'curve-ZCEK27',
  ]);
  expect(row('ZCEZ26')).toContain("448'2");
  expect(row('ZCEZ26')).toContain("+3'6 (+0.84%)");
  // Now, at the last settlements, and 14.25 / 448.25 x 365 / 88.
  expect(pair('ZCEZ26')).toBe("Z26 − H27−14'2−14'4+13.2%");
  expect(words()).toContain('Kỳ xa cao hơn kỳ gần (contango).');
  expect(words()).toContain("từ ZCEZ26 sang ZCEH27 phải mua lại cao hơn 14'2");
  price('ZCEK27', '450.00', '470.00');
  await waitFor(() =>
    expect(words()).toContain('Kỳ xa cao hơn kỳ gần (contango) tới 03/27, rồi giảm tới 05/27 (backwardation).'),
  );
});

test('where a spread is listed, its own best bid and ask are below the difference, and it can be traded', async () => {
  price('ZCEZ26', '448.25', '444.50');
  price('ZCEH27', '462.50', '459.00');
  signIn(ACTOR.userId);
  const user = await open(MONTHS, 'ZCE', [
    [['public', 'spreads', 'ZCE'], [LISTED]],
    [[ACTOR.userId, 'accounts'], [{ accountId: ACTOR.accountId, isActivated: true }]],
  ]);
  expect(screen.getByTestId('spread-ZCEZ26-ZCEH27').textContent).toContain("mua −14'4 (9 lot) × bán −14'0 (5 lot)");
  expect(screen.queryByTestId('spread-ZCEH27-ZCEK27')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Bán Z26 − H27' }));
  expect(useTradingQuestion.getState().question).toEqual({
    ...{ kind: 'spread', actor: ACTOR, commodityCode: 'ZCE', spreadCode: 'ZCEZ26-ZCEH27', side: 'SELL' },
  });
  await user.click(screen.getByTestId('pair-ZCEH27'));
  expect(screen.queryByTestId('spread-sell')).toBeNull();
});

test('a spread whose answers stop says how old its prices are', async () => {
  const known: Known = [[['public', 'spreads', 'ZCE'], [LISTED]]];
  await open(MONTHS, 'ZCE', known);
  expect(screen.getByTestId('spread-ZCEZ26-ZCEH27').textContent).not.toContain('Giá cũ');
  cleanup();
  onTestFinished(setClock(() => Date.now() + 15_000));
  await open(MONTHS, 'ZCE', known);
  expect(screen.getByTestId('spread-ZCEZ26-ZCEH27').textContent).toMatch(/Giá cũ 1\d s$/);
});

test('every price in what the thing itself costs, on choice', async () => {
  price('ZCEZ26', '448.25', '444.50');
  price('ZCEH27', '462.50', '459.00');
  const user = await open(MONTHS);
  await user.click(screen.getByRole('radio', { name: '₫/kg' }));
  expect(row('ZCEZ26')).toContain('4.662');
  expect(row('ZCEZ26')).toContain('+39 (+0.84%)');
  expect(pair('ZCEZ26')).toContain('Z26 − H27−148−151');
  expect(words()).toContain('phải mua lại cao hơn 148 ₫/kg');
});

test('beside what the months cost a week ago, of those that traded then', async () => {
  price('ZCEZ26', '448.25', '444.50');
  price('ZCEH27', '462.50', '459.00');
  const bar = (day: number, ticks: number) => ({
    ...{ timeMs: day * 86_400_000, open: ticks, high: ticks, low: ticks, close: ticks, volume: 1 },
  });
  const user = await open([CORN, MARCH], 'ZCE', [
    [
      ['public', 'candles', 'ZCEZ26', '1d', 60],
      [bar(1, 1_700), bar(3, 1_750), bar(10, 1_793)],
    ],
    [
      ['public', 'candles', 'ZCEH27', '1d', 60],
      [bar(3, 1_800), bar(9, 1_840), bar(10, 1_850)],
    ],
  ]);
  const drawn = () => screen.getByTestId('curve-before').getAttribute('points');
  const settled = drawn();
  await user.click(screen.getByRole('radio', { name: '1 tuần trước' }));
  expect(drawn()).not.toBe(settled);
  // Of who can't see the drawing too: what each month cost then, beside what it costs.
  expect(screen.getByRole('columnheader', { name: '1 tuần trước' })).toBeTruthy();
  expect(row('ZCEZ26')).toContain("437'4");
  expect(row('ZCEH27')).toContain("450'0");
  expect(closeAt([bar(1, 1_700), bar(3, 1_750), bar(10, 1_793)], 3 * 86_400_000)).toBe(1_750);
  expect(screen.getByTestId('spread-history').textContent).toContain("thấp −14'2 · cao −12'4");
  expect(screen.getByTestId('spread-history').textContent).toContain('theo giá đóng cửa hai kỳ');
});

test('a market without any price says so', async () => {
  await open(MONTHS);
  expect(words()).toBe('Chưa kỳ hạn nào có giá');
  expect(row('ZCEK27')).toContain('–');
  expect(screen.queryByRole('img', { name: /Đường cong giá/ })).toBeNull();
});

test('one month is no curve', async () => {
  price('ZCEZ26', '448.25', '444.50');
  await open([CORN]);
  expect(words()).toBe('Chỉ có một kỳ hạn có giá nên chưa có đường cong để so sánh.');
  expect(screen.getByText('Một kỳ hạn đang niêm yết')).toBeTruthy();
});

test('an unknown commodity leads on', async () => {
  await open(MONTHS, 'NONE');
  expect(screen.getByText('Không có hàng hóa NONE')).toBeTruthy();
});

test('the month one holds is marked and leads to its roll; the others and the last one do not', async () => {
  signIn(ACTOR.userId);
  const account = { accountId: ACTOR.accountId, isActivated: true };
  const positions = [samplePosition(), { ...samplePosition(), contractCode: MAY.code, netLots: -3 }];
  const user = await open(MONTHS, 'ZCE', [
    [[ACTOR.userId, 'accounts'], [account]],
    [[ACTOR.userId, 'positions', ACTOR.accountId], positions],
  ]);
  expect(screen.getByTestId('curve-held-ZCEZ26').textContent).toBe('Bạn đang giữ Mua 2 lot');
  expect(screen.getByTestId('curve-held-ZCEK27').textContent).toBe('Bạn đang giữ Bán 3 lot');
  expect(screen.getAllByTestId(/^curve-roll-/)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Chuyển ZCEZ26 sang kỳ sau' }));
  expect(useTradingQuestion.getState().question).toEqual({ kind: 'roll', actor: ACTOR, contractCode: 'ZCEZ26' });
});
