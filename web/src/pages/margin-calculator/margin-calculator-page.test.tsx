// @vitest-environment jsdom
/** The page on a market that moves: which price it takes, what it says of it, and what it asks for where there is none. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadCalculatorWords } from '#i18n/i18n.ts';
import { priceStore } from '#market/price-store.ts';
import { ACCOUNT, ACTOR, AN, CORN, CORN_GRID, MARGIN } from '#mock/sample-records.ts';
import type { CalculatorSearch } from '#pages/margin-calculator/calculator-search.ts';
import { MarginCalculatorPage } from '#pages/margin-calculator/margin-calculator-page.tsx';
import { useAuth } from '#session/auth-store.ts';
import { type Known, preparePages, renderPage, signIn } from '#test/page.tsx';

preparePages();

const onSearch = vi.fn();

beforeAll(loadCalculatorWords);
beforeAll(() => priceStore.register([{ code: CORN.code, grid: CORN_GRID }]));

beforeEach(() => {
  useAuth.getState().signOutAll();
  onSearch.mockClear();
  trade('457.75');
});

function trade(last: string | null): void {
  const time = new Date(Date.now()).toISOString();
  const item = { code: CORN.code, bid: null, ask: null, last, settlement: '452.25', session: 'OPEN' as const, time };
  act(() => priceStore.apply([item], 'snapshot'));
}

async function open(search: CalculatorSearch = {}, contract = CORN, own: Known = []) {
  const page = <MarginCalculatorPage search={{ contract: CORN.code, ...search }} onSearch={onSearch} />;
  const { user } = await renderPage(page, { known: [[['public', 'contracts'], [contract]], ...own] });
  return { user, price: await screen.findByTestId<HTMLInputElement>('calculator-price') };
}

const figure = (name: string) => screen.getByTestId(`calculator-${name}`).textContent?.replaceAll('\u00a0', ' ');

test('the price follows the market until it is typed, and again when asked to', async () => {
  const { user, price } = await open();
  expect(price.value).toBe("457'6");
  trade('458.00');
  await waitFor(() => expect(price.value).toBe("458'0"));
  await user.click(price);
  trade('459.00');
  // Not under the cursor.
  expect(price.value).toBe("458'0");
  await user.clear(price);
  await user.type(price, '462.5');
  await user.tab();
  trade('460.00');
  expect(price.value).toBe('462.5');
  expect(onSearch).toHaveBeenLastCalledWith({ contract: CORN.code, side: 'BUY', lots: '1', price: '462.50' });
  await user.click(screen.getByRole('button', { name: 'Giá hiện tại' }));
  await waitFor(() => expect(price.value).toBe("460'0"));
});

test('a market without a last price asks for one, and shows no 0', async () => {
  trade(null);
  const { user, price } = await open({ money: '120000000' });
  expect(price.value).toBe('');
  expect(screen.getByText('Thị trường chưa có giá khớp, hãy nhập giá muốn vào')).toBeTruthy();
  expect(figure('margin')).toBe('36.618.120 ₫36.618.120 mỗi lot');
  expect(figure('percent')).toBe('–– mỗi lot');
  expect(screen.queryByRole('table')).toBeNull();
  await user.type(price, "462'4");
  expect(screen.getByRole('table').textContent).toContain('Yêu cầu bổ sung ký quỹ');
});

test('what is said aloud does not follow the market, only the inputs', async () => {
  const { user, price } = await open({ money: '120000000' });
  const spoken = figure('spoken');
  expect(spoken).toContain('ký quỹ yêu cầu 36.618.120 ₫');
  trade('470.00');
  await waitFor(() => expect(price.value).toBe("470'0"));
  expect(figure('spoken')).toBe(spoken);
  await user.clear(price);
  await user.type(price, '462.5');
  expect(figure('spoken')).toMatch(/Yêu cầu bổ sung ký quỹ ở giá \d+'\d\.$/);
});

test('each figure says what it is made of, with the days from which rate and margin hold', async () => {
  await open({ lots: '2', price: '462.50' });
  const sources = screen.getByRole('heading', { name: 'Cách tính và nguồn' }).parentElement;
  const text = sources?.textContent?.replaceAll('\u00a0', ' ');
  expect(text).toContain('1.155,00 USD (mức của sở CBOT, từ 01/01/2026) × 26.420 (tỷ giá từ 01/01/2026) × 1,2');
  expect(text).toContain("0'2 cent/giạ = 12,50 USD mỗi lot × 26.420 = 330.250 ₫");
  expect(text).toContain("một lot ở giá 462'4 trị giá 610.962.500 ₫");
});

test('near its close-out a contract is not said to be bought with enough money', async () => {
  const closeOutAt = { long: '2026-11-27T10:00:00.000Z', short: null };
  const { user } = await open({ money: '120000000' }, { ...CORN, closeOutAt, sessionsLeft: { long: 0, short: 12 } });
  const levels = screen.getByTestId('calculator-levels');
  expect(levels.textContent).toContain('Gần hạn tất toán 27/11/2026, chỉ giảm vị thế');
  expect(screen.queryByTestId('calculator-left')).toBeNull();
  expect(figure('spoken')).toMatch(/Gần hạn tất toán 27\/11\/2026, chỉ giảm vị thế\.$/);
  await user.click(screen.getByRole('radio', { name: 'Bán' }));
  expect(screen.getByTestId('calculator-left')).toBeTruthy();
  expect(levels.textContent).not.toContain('Gần hạn tất toán');
});

const toTicket = () => {
  const link = screen.getByRole('link', { name: 'Đến phiếu đặt lệnh' });
  return decodeURIComponent(link.getAttribute('href') ?? '');
};

test('the ticket is asked for the order that was calculated, with its price once that was typed', async () => {
  const { user, price } = await open({ side: 'SELL', lots: '3' });
  expect(toTicket()).toBe('/trading/ZCEZ26?side=SELL&lots=3');
  await user.clear(price);
  await user.type(price, '462.5');
  expect(toTicket()).toContain('side=SELL&lots=3&price=');
  expect(toTicket()).toContain('462.50');
});

test('an investor’s own package has its fee and its largest order here too', async () => {
  signIn(ACTOR.userId);
  const fees = { standard: '250000', mini: '1', micro: '1', nano: '1', lme: '1' };
  const subscription = {
    terms: { name: 'pro', title: 'Mùa Pro', price: '0', feePerLot: fees, maxLotsPerOrder: 150 },
    ...{ since: '2026-11-01', from: '2026-11-01', until: '2026-11-30', isEnding: false },
  };
  await open({ lots: '120' }, CORN, [
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [[ACTOR.userId, 'me'], AN],
    [[ACTOR.userId, 'margin', ACCOUNT.accountId], { ...MARGIN, subscription }],
  ]);
  expect(figure('fee')).toBe('30.000.000 ₫250.000 mỗi lot');
  expect(screen.getByText(/theo gói Mùa Pro/)).toBeTruthy();
});
