// @vitest-environment jsdom
/** Tests the page of keys: a key is recorded by pressing it, what can't be one says why, and conflicts are settled. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Toaster } from '#design/ui/feedback/toaster.tsx';
import { ShortcutsPage } from '#pages/shortcuts/shortcuts-page.tsx';
import { useShortcutPreference } from '#session/shortcuts.ts';
import { preparePages, renderPart } from '#test/page.tsx';

preparePages();
beforeEach(() => useShortcutPreference.setState({ hasSingleKeys: true, keys: {} }));

const setUp = () =>
  renderPart(
    <>
      <ShortcutsPage />
      <Toaster theme="dark" />
    </>,
    [],
  ).user;
const row = (name: string) => within(screen.getByTestId(`key-${name}`));
const record = (name: string) => row(name).getByRole('button', { name: /^Đổi phím/ });
const press = (code: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, key: code.at(-1)?.toLowerCase() ?? '', ...init });
const chosen = () => useShortcutPreference.getState().keys;

test('the next key that is pressed becomes the action’s, and does nothing else', async () => {
  const user = setUp();
  await user.click(record('reverse'));
  expect(record('reverse').textContent).toBe('Bấm phím mới…');
  expect(press('ShiftLeft', { key: 'Shift', shiftKey: true })).toBe(false);
  expect(press('KeyR', { shiftKey: true })).toBe(false);
  expect(chosen()).toEqual({ reverse: 'shift+r' });
  expect(record('reverse').textContent).toBe('ShiftR');
  // It is over: the next key is nobody's.
  press('KeyZ');
  expect(chosen()).toEqual({ reverse: 'shift+r' });
});

test.each<[string, string, KeyboardEventInit, RegExp]>([
  ['what an input method takes', 'KeyR', { keyCode: 229 }, /Bộ gõ đã nhận/],
  ['what the browser keeps', 'KeyW', { ctrlKey: true }, /Trình duyệt giữ/],
  ['what belongs to the focus', 'ArrowUp', { key: 'ArrowUp' }, /dành cho danh sách/],
])('%s is no key, and says why', async (_name, code, init, why) => {
  const user = setUp();
  await user.click(record('reverse'));
  press(code, init);
  expect(row('reverse').getByRole('alert').textContent).toMatch(why);
  press('Escape', { key: 'Escape' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(chosen()).toEqual({});
});

test('two under one key are shown, and whoever is chosen keeps it', async () => {
  const user = setUp();
  await user.click(record('reverse'));
  press('KeyF');
  const conflict = screen.getByTestId('keys-conflict');
  expect(conflict.textContent).toContain('Tất toán và hủy lệnh, Đảo vị thế');
  expect(row('flatten').getByText('Trùng')).toBeTruthy();
  await user.click(within(conflict).getByRole('button', { name: 'Giữ cho: Đảo vị thế' }));
  expect(screen.queryByTestId('keys-conflict')).toBeNull();
  expect(chosen()).toEqual({ reverse: 'f', flatten: '' });
  await user.click(row('flatten').getByRole('button', { name: /^Về phím mặc định/ }));
  await user.click(row('reverse').getByRole('button', { name: /^Về phím mặc định/ }));
  expect(chosen()).toEqual({});
});

test('a conflict is settled on the row where it is seen', async () => {
  const user = setUp();
  await user.click(record('reverse'));
  press('KeyF');
  await user.click(row('reverse').getByRole('button', { name: 'Giữ ở đây: Đảo vị thế' }));
  expect(chosen()).toEqual({ reverse: 'f', flatten: '' });
  expect(screen.queryByTestId('keys-conflict')).toBeNull();
  expect(document.activeElement).toBe(record('reverse'));
});

test('the focus stays where a conflict was settled and where a key was cleared', async () => {
  const user = setUp();
  useShortcutPreference.getState().setKeys({ reverse: 'f', buyBid: 'x' });
  const keep = await screen.findByRole('button', { name: 'Giữ cho: Đảo vị thế' });
  keep.focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(record('reverse'));
  row('buyBid')
    .getByRole('button', { name: /^Về phím mặc định/ })
    .focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(record('buyBid'));
});

test('a key that is switched off is crossed out, as in the list of shortcuts', async () => {
  const user = setUp();
  const isCrossed = (name: string, action: string) => row(name).getByText(action).classList.contains('line-through');
  expect(isCrossed('buyMarket', 'Mua thị trường')).toBe(false);
  await user.click(screen.getByRole('switch', { name: /^Phím không có Ctrl hoặc Alt/ }));
  expect(isCrossed('buyMarket', 'Mua thị trường')).toBe(true);
  expect(isCrossed('palette', 'Tìm mã, trang, thao tác')).toBe(false);
});

test('search finds actions by name without marks, and by key', async () => {
  const user = setUp();
  const found = () => screen.getAllByTestId(/^key-/).map(({ dataset }) => dataset.testid);
  await user.type(screen.getByTestId('keys-search'), 'dao vi the');
  expect(found()).toEqual(['key-reverse']);
  await user.clear(screen.getByTestId('keys-search'));
  await user.type(screen.getByTestId('keys-search'), 'ctrl k');
  expect(found()).toEqual(['key-palette']);
  await user.type(screen.getByTestId('keys-search'), ' zzz');
  expect(screen.queryAllByTestId(/^key-/)).toEqual([]);
});

test('says what is missing of other platforms: of NinjaTrader all but the chart’s movements, of CQG everything', async () => {
  const user = setUp();
  expect(
    screen.getByText(/danh sách công bố để đối chiếu; NinjaTrader mới có phím di chuyển biểu đồ, CQG chưa có/),
  ).toBeTruthy();
  await user.click(screen.getByTestId('keys-ninjaTrader'));
  expect(layout().getByText(/^Chỉ gồm phím di chuyển biểu đồ/)).toBeTruthy();
  const change = layout().getByText('Chọn hình vẽ trước').closest('div');
  expect(change?.textContent).toBe('Chọn hình vẽ trướcPgUp→thànhShiftPgUp');
});

test('arrows are keys for what only the focused chart hears, and what the chart takes itself is none', async () => {
  const user = setUp();
  await user.click(record('barOlder'));
  press('Digit5', { key: '5' });
  expect(row('barOlder').getByRole('alert').textContent).toMatch(/Biểu đồ đã dùng phím này/);
  press('ArrowDown', { key: 'ArrowDown' });
  expect(chosen()).toEqual({ barOlder: 'down' });
  await user.click(screen.getByRole('switch', { name: /^Phím không có Ctrl hoặc Alt/ }));
  expect(row('barOlder').getByText('Biểu đồ lùi một thanh').classList.contains('line-through')).toBe(false);
});

const layout = () => within(screen.getByTestId('keys-layout'));

test('a set of keys says what it changes, is taken by a button, and given back by another', async () => {
  const user = setUp();
  useShortcutPreference.getState().setKeys({ reverse: 'shift+r', centreLadder: 'x' });
  await user.click(screen.getByTestId('keys-tradingView'));
  const change = layout().getByText('Ẩn hoặc hiện số tiền').closest('div');
  expect(change?.textContent).toBe('Ẩn hoặc hiện số tiềnAltH→thànhAltShiftH');
  expect(layout().getByText('Đường chữ thập').textContent).toBe('Đường chữ thậpAltC');
  // What trades is not among them.
  expect(layout().queryByText('Đảo vị thế')).toBeNull();
  await user.click(layout().getByRole('button', { name: 'Quay lại' }));
  expect(chosen()).toEqual({ reverse: 'shift+r', centreLadder: 'x' });
  await user.click(screen.getByTestId('keys-tradingView'));
  await user.click(layout().getByRole('button', { name: 'Dùng bộ phím này' }));
  expect(screen.queryByTestId('keys-layout')).toBeNull();
  expect(chosen()).toMatchObject({ reverse: 'shift+r', drawTrend: 'alt+t', privacy: 'alt+shift+h', goToDate: 'alt+g' });
  expect(chosen()).not.toHaveProperty('centreLadder');
  // The pointer of a toast is captured, which this page's DOM does not know.
  fireEvent.click(await screen.findByRole('button', { name: 'Hoàn tác' }));
  expect(chosen()).toEqual({ reverse: 'shift+r', centreLadder: 'x' });
});

test('a set that would put two actions under one key says so before', async () => {
  const user = setUp();
  useShortcutPreference.getState().setKeys({ reverse: 'alt+l' });
  await user.click(screen.getByTestId('keys-tradingView'));
  expect(layout().getByText(/Phím này gọi Đảo vị thế, Thang logarit/)).toBeTruthy();
});

test('one may begin without keys that trade, and go back to the defaults', async () => {
  const user = setUp();
  const take = async (name: string) => {
    await user.click(screen.getByTestId(`keys-${name}`));
    await user.click(layout().getByRole('button', { name: 'Dùng bộ phím này' }));
  };
  await take('noOrders');
  expect(record('buyMarket').textContent).toBe('–');
  expect(record('palette').textContent).toBe('CtrlK');
  await take('mua');
  expect(record('buyMarket').textContent).toBe('Q');
  await user.click(screen.getByTestId('keys-mua'));
  expect(layout().queryByRole('button', { name: 'Dùng bộ phím này' })).toBeNull();
});
