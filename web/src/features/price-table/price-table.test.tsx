// @vitest-environment jsdom
import type { Contract } from '@mua/contract/entities/contract';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { noteTimes } from '#clock/market-clock.ts';
import { physicalSortValue } from '#features/price-table/physical-column.tsx';
import { PriceTable } from '#features/price-table/price-table.tsx';
import type { RowActions } from '#features/price-table/row-actions.ts';
import { priceStore } from '#market/price-store.ts';
import { setClock } from '#session/clock.ts';
import { useColumnMemory } from '#session/column-memory.ts';
import { preparePages, renderPart } from '#test/page.tsx';

const NOW = '2026-11-20T05:00:00.000Z';
const grid = { scale: 2, tickUnits: 25, display: 'eighths' } as const;
const contract = (code: string, vi: string, group: Contract['group']) =>
  ({
    ...{ code, commodityCode: code.slice(0, 3), commodityName: { vi, en: vi }, group, exchange: 'CBOT' },
    ...{ expiryMonth: '2026-12', firstNotificationDate: '2026-11-30', decimalFormat: grid },
    ...{ closeOutAt: { long: '2026-11-27T21:00:00.000Z', short: null }, sessionsLeft: { long: 5, short: 14 } },
    ...{ session: { state: 'OPEN', changesAt: null, reason: null }, dailyLimits: { upper: '482.25', lower: '422.25' } },
  }) as Contract;
const CORN_TERMS = { size: '5000', sizeUnit: 'bushel', terms: { tickValue: '12.5', fxRate: '26100' } };
const contracts = [
  { ...contract('ZCEZ26', 'Ngô', 'grain'), ...CORN_TERMS } as Contract,
  { ...contract('ZSEF27', 'Đậu tương', 'grain'), terms: null },
];

preparePages({ userId: null });

beforeAll(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1440);
});

const actions = {
  onSelect: vi.fn(),
  onOpen: vi.fn(),
  onToggleFavorite: vi.fn(),
  onMenu: vi.fn(),
  onMove: vi.fn(),
} satisfies RowActions;
const NO_LISTS = { shownId: null, codes: null, show: vi.fn(), tabs: null, tools: null, empty: null };

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  setClock(() => Date.parse(NOW));
  useColumnMemory.getState().reset('board');
  for (const action of Object.values(actions)) action.mockReset();
  priceStore.register(contracts.map(({ code }) => ({ code, grid })));
  priceStore.apply(
    contracts.map(({ code }) => ({
      code,
      last: '457.75',
      settlement: '452.25',
      volume: 10,
      session: 'OPEN',
      time: NOW,
    })),
    'snapshot',
  );
  renderPart(
    <PriceTable
      {...{ contracts, isLoading: false, errorCode: null, onRetry: vi.fn(), favorites: new Set<string>() }}
      {...{ lists: NO_LISTS, selectedCode: 'ZCEZ26', actions }}
    />,
  );
});

const row = (code: string) => screen.getByTestId(`row-${code}`);
const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

test('a row shows its quote in the contract’s own format', () => {
  expect(screen.getByTestId('last-ZCEZ26').textContent).toBe("457'6");
  for (const text of ['Ngô', '12/26', "+5'4", '+1.22', "452'2", '! 5', 'Mở cửa']) within(row('ZCEZ26')).getByText(text);
  expect(within(row('ZCEZ26')).getAllByText('–').length).toBeGreaterThan(3);
});

test('what the thing itself costs is a column on choice, by which the board sorts', async () => {
  act(() => useColumnMemory.getState().setShown('board', 'physical', true));
  // 4.5775 USD x 26,100 / (56 x 0.45359237 kg); soybeans have no terms here.
  await within(row('ZCEZ26')).findByText(/^4\.703\s₫\/kg$/);
  expect(within(row('ZSEF27')).queryByText(/₫\/kg/)).toBeNull();
  expect(contracts.map((one) => physicalSortValue(one, 1831))).toEqual([4703, null]);
});

test('the keyboard moves over rows, opens the desk and presets the side', async () => {
  const user = userEvent.setup();
  row('ZCEZ26').focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(row('ZSEF27'));
  await user.keyboard(' {Enter}b');
  expect(actions.onSelect.mock.calls).toEqual([['ZSEF27']]);
  expect(actions.onOpen.mock.calls).toEqual([['ZSEF27'], ['ZSEF27', 'BUY']]);
});

test('the keys continue from the row that was clicked', async () => {
  const user = userEvent.setup();
  row('ZCEZ26').focus();
  await user.keyboard('{ArrowDown}');
  await user.click(screen.getByText('Ngô'));
  await user.keyboard('b');
  expect(actions.onOpen.mock.calls).toEqual([['ZCEZ26', 'BUY']]);
});

test('a click on the row selects it, on its code opens it, on its star makes it a favourite', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByText('Đậu tương'));
  await user.click(screen.getByText('ZSEF27'));
  await user.click(screen.getByTestId('star-ZSEF27'));
  expect(actions.onSelect.mock.calls).toEqual([['ZSEF27']]);
  expect(actions.onOpen.mock.calls).toEqual([['ZSEF27']]);
  expect(actions.onToggleFavorite.mock.calls).toEqual([['ZSEF27']]);
});

test('search matches without diacritics and says what it did not find', async () => {
  const user = userEvent.setup();
  await user.type(screen.getByTestId('board-search'), 'dau tuong');
  expect(screen.queryByTestId('row-ZCEZ26')).toBeNull();
  expect(row('ZSEF27')).toBeTruthy();
  await user.type(screen.getByTestId('board-search'), 'x');
  screen.getByText('Không thấy “dau tuongx”');
});

test('a price at its limit has a mark besides its colour', async () => {
  const marks = () => [...row('ZCEZ26').querySelectorAll('abbr')].map(({ title, textContent }) => [textContent, title]);
  expect(marks()).toEqual([]);
  priceStore.apply([{ code: 'ZCEZ26', last: '482.25' }], 'update');
  await frame();
  expect(marks()).toEqual([['Trần', 'Giá trần']]);
  priceStore.apply([{ code: 'ZCEZ26', last: '422.25' }], 'update');
  await frame();
  expect(marks()).toEqual([['Sàn', 'Giá sàn']]);
});

test('a paused market says until when', async () => {
  priceStore.apply([{ code: 'ZSEF27', session: 'CLOSED' }], 'update');
  await frame();
  expect(within(row('ZSEF27')).getByText('Đóng')).toBeTruthy();
  expect(within(row('ZCEZ26')).getByText('Mở cửa')).toBeTruthy();
});

test('only a trade flashes, and for 300 ms', async () => {
  const isFlashing = () => row('ZCEZ26').querySelector('[class*="motion-safe:bg-"]') !== null;
  priceStore.apply([{ code: 'ZCEZ26', bid: '457.50', last: '458.00' }], 'update');
  await frame();
  expect(isFlashing()).toBe(false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  priceStore.apply([{ code: 'ZCEZ26', last: '457.75', volume: 12 }], 'update');
  await frame();
  expect(isFlashing()).toBe(true);
  act(() => vi.advanceTimersByTime(299));
  expect(isFlashing()).toBe(true);
  act(() => vi.advanceTimersByTime(1));
  expect(isFlashing()).toBe(false);
  vi.useRealTimers();
});

test('a quote of an open session that is older than ten seconds says so', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  cleanup();
  noteTimes({ timeMs: Date.parse(NOW), marketMs: Date.parse(NOW) });
  priceStore.apply([{ code: 'ZCEZ26', time: '2026-11-20T04:59:46.000Z' }], 'update');
  renderPart(
    <PriceTable
      {...{ contracts, isLoading: false, errorCode: null, onRetry: vi.fn(), favorites: new Set<string>() }}
      {...{ lists: NO_LISTS, selectedCode: null, actions }}
    />,
  );
  within(row('ZCEZ26')).getByText('Chậm 14 s');
  expect(within(row('ZSEF27')).queryByText(/Chậm/)).toBeNull();
  vi.useRealTimers();
});

test('a named list keeps its order, without groups, and Alt with the arrows moves its rows', async () => {
  cleanup();
  const show = vi.fn();
  const lists = { ...NO_LISTS, shownId: 'l1', codes: ['ZSEF27', 'GONE26', 'ZCEZ26'], show };
  renderPart(
    <PriceTable
      {...{ contracts, isLoading: false, errorCode: null, onRetry: vi.fn(), favorites: new Set<string>() }}
      {...{ lists, selectedCode: null, actions }}
    />,
  );
  expect(screen.getAllByTestId(/^row-/).map(({ dataset }) => dataset.code)).toEqual(['ZSEF27', 'ZCEZ26']);
  expect(screen.queryByText('Nông sản', { selector: '[role=row] *' })).toBeNull();
  const user = userEvent.setup();
  act(() => row('ZCEZ26').focus());
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(actions.onMove).toHaveBeenCalledWith('ZCEZ26', -1);
  await user.click(screen.getByRole('tab', { name: /Tất cả/ }));
  expect(show).toHaveBeenCalledWith(null);
});

test('the menu of a row opens by its button, the right button and the menu key', async () => {
  const user = userEvent.setup();
  await user.hover(row('ZCEZ26'));
  await user.click(screen.getByTestId('more-ZCEZ26'));
  expect(actions.onMenu).toHaveBeenCalledWith('ZCEZ26', expect.objectContaining({ x: expect.any(Number) }));
  expect(actions.onSelect).not.toHaveBeenCalled();
  await user.pointer({ keys: '[MouseRight]', target: row('ZSEF27'), coords: { clientX: 5, clientY: 6 } });
  expect(actions.onMenu).toHaveBeenLastCalledWith('ZSEF27', { x: 5, y: 6 });
});

const heads = () => screen.getAllByRole('columnheader').map((head) => head.dataset.column);
const edge = (name: string) => screen.getByRole('separator', { name: `Độ rộng cột ${name}` });
const template = () => screen.getByRole('grid').style.getPropertyValue('--board-columns');
const keptWidths = () => JSON.parse(localStorage.getItem('list-columns') ?? '{}').state.lists.board?.widths;

test('keys on a header’s edge size its column, within limits, and Enter restores the default width', async () => {
  const user = userEvent.setup({ delay: null });
  const drawn = template();
  expect(edge('Giá mua').ariaValueNow).toBe('74');
  edge('Giá mua').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(edge('Giá mua').ariaValueNow).toBe('90');
  expect(template()).not.toBe(drawn);
  expect(keptWidths()).toEqual({ bidPrice: 90 });
  await user.keyboard('{ArrowLeft>9/}');
  expect(edge('Giá mua').ariaValueNow).toBe(edge('Giá mua').ariaValueMin);
  await user.keyboard('{Enter}');
  expect(template()).toBe(drawn);
  expect(keptWidths()).toEqual({});
});

test('dragging the edge previews the width without rendering, and stores it on release; Esc cancels', () => {
  const drawn = template();
  const grip = edge('Giá mua');
  grip.setPointerCapture = vi.fn();
  fireEvent.pointerDown(grip, { button: 0, clientX: 300 });
  fireEvent.pointerMove(grip, { clientX: 330 });
  expect(template()).toBe(drawn.replace(' 74px', ' 104px'));
  expect(keptWidths()).toBeUndefined();
  fireEvent.keyDown(grip, { key: 'Escape' });
  expect(template()).toBe(drawn);
  fireEvent.pointerUp(grip, { clientX: 330 });
  expect(keptWidths()).toBeUndefined();
  fireEvent.pointerDown(grip, { button: 0, clientX: 300 });
  fireEvent.pointerMove(grip, { clientX: 5000 });
  fireEvent.pointerUp(grip, { clientX: 5000 });
  expect(keptWidths()).toEqual({ bidPrice: 640 });
  expect(template()).toBe(drawn.replace(' 74px', ' 640px'));
  fireEvent.doubleClick(grip);
  expect(template()).toBe(drawn);
});

test('a dragged header takes another one’s place, announces it, and does not sort; the code stays in front', () => {
  const drawn = heads();
  for (const head of screen.getAllByRole('columnheader')) {
    const left = drawn.indexOf(head.dataset.column) * 100;
    vi.spyOn(head, 'getBoundingClientRect').mockReturnValue(new DOMRect(left, 0, 100, 26));
  }
  const button = () => screen.getByRole('button', { name: 'Giá mua' });
  const at = (id: string) => drawn.indexOf(id) * 100 + 50;
  const drag = (to: number) => {
    fireEvent.pointerDown(button(), { button: 0, clientX: at('bidPrice') });
    fireEvent.pointerMove(window, { clientX: to });
  };
  drag(at('change'));
  const target = screen.getAllByRole('columnheader').find((head) => head.dataset.column === 'change');
  expect(target?.className).toContain('inset_-2px');
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(target?.className).not.toContain('inset_-2px');
  fireEvent.pointerUp(window, { clientX: at('change') });
  fireEvent.click(button());
  expect(heads()).toEqual(drawn);
  drag(at('change'));
  fireEvent.pointerUp(window, { clientX: at('change') });
  fireEvent.click(button());
  expect(screen.queryByRole('columnheader', { name: /Giá mua/ })?.ariaSort).toBe('none');
  expect(heads().slice(3, 9)).toEqual(['expiry', 'bidVolume', 'matchPrice', 'matchVolume', 'change', 'bidPrice']);
  drag(0);
  fireEvent.pointerUp(window, { clientX: 0 });
  expect(heads().slice(0, 5)).toEqual([undefined, undefined, undefined, 'bidPrice', 'expiry']);
});

test('keys on a header move its column', async () => {
  const user = userEvent.setup({ delay: null });
  screen.getByRole('button', { name: 'Đáo hạn' }).focus();
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  expect(heads().slice(3, 6)).toEqual(['bidVolume', 'bidPrice', 'expiry']);
});
