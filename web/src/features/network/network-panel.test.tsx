// @vitest-environment jsdom
import { LIMITS } from '@mua/contract/limits';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { NetworkPanel } from '#features/network/network-panel.tsx';
import { startI18n, withConnectionWords } from '#i18n/i18n.ts';
import { type FeedConnection, TOKEN_REQUIRED, useConnections } from '#network/connection-store.ts';
import { NO_NETWORK_CHANGE, useNetwork } from '#network/network-store.ts';
import type { ReconnectFault } from '#network/reconnect-round.ts';
import { setClock } from '#session/clock.ts';

const { network } = vi.hoisted(() => ({ network: { reconnect: vi.fn() } }));
vi.mock('#network/live-network.ts', () => ({ network }));

let nowMs = 1_000_000;
const online = vi.spyOn(navigator, 'onLine', 'get');
beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await Promise.all([startI18n(), withConnectionWords(() => Promise.resolve())]);
});
beforeEach(async () => {
  vi.useFakeTimers();
  setClock(() => nowMs);
  online.mockReturnValue(true);
  network.reconnect.mockClear();
  useConnections.setState({ connections: {} });
  useNetwork.setState(NO_NETWORK_CHANGE);
  await i18next.changeLanguage('vi');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const note = (name: FeedConnection['name'], change: Partial<FeedConnection>) =>
  useConnections.getState().note(name, change);
const up = { socket: {}, isConnected: true };
const down = { socket: {}, isConnected: false, disconnectReason: 'transport close' };
const rows = () => screen.queryAllByRole('listitem').filter((row) => row.dataset.testid?.startsWith('connection-'));

test('each connection with its state, and the cause of any problem', () => {
  note('exchange', { ...up, isStalled: true, lastMessageMs: Date.parse('2026-11-20T07:30:05.000Z') });
  note('market', { ...down, error: 'TooManyRequests' });
  note('investor', { error: TOKEN_REQUIRED });
  render(<NetworkPanel />);
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Tài khoảnKết nối này cần đăng nhập',
    'Giá thị trườngMất kết nốiTooManyRequests',
    'Giá ACMDữ liệu đứng từ 14:30:05',
  ]);
  act(() => {
    note('market', { ...up, error: 'Failed to subscribe to events', disconnectReason: null });
    note('exchange', { ...up, isStalled: false });
    note('investor', { socket: {}, error: null });
  });
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Tài khoảnĐang kết nối',
    'Giá thị trườngĐã kết nốiChưa nhận lại được dữ liệu',
    'Giá ACMĐã kết nối',
  ]);
});

test('the last ping, the average, and the last ten with their numbers and colours', () => {
  useNetwork.setState({ pings: [38, 99, 100, 499, 500, 5_000] });
  render(<NetworkPanel />);
  expect(screen.getByTestId('ping-last').textContent).toContain('5000 ms');
  expect(screen.getByTestId('ping-average').textContent).toContain('1039 ms');
  expect(screen.getAllByTestId('ping').map(({ textContent, dataset }) => [textContent, dataset.tone])).toEqual([
    ['38', 'quick'],
    ['99', 'quick'],
    ['100', 'fair'],
    ['499', 'fair'],
    ['500', 'slow'],
    ['5000', 'slow'],
  ]);
});

test('before the first ping there is no number', () => {
  render(<NetworkPanel />);
  expect(screen.getByTestId('ping-last').textContent).toBe('Chưa đo');
});

test('reconnecting: disabled while all is well, manual when it is not, and not again for thirty seconds', () => {
  note('market', up);
  render(<NetworkPanel />);
  const button = () => screen.getByTestId<HTMLButtonElement>('reconnect');
  expect([button().textContent, button().disabled]).toEqual(['Kết nối lạiĐang kết nối lại', true]);
  act(() => note('market', down));
  fireEvent.click(button());
  expect(network.reconnect).toHaveBeenCalledTimes(1);
  act(() => useNetwork.setState({ isReconnecting: true, reconnectStartedMs: nowMs }));
  expect(button().getAttribute('aria-busy')).toBe('true');
  fireEvent.click(button());
  expect(network.reconnect).toHaveBeenCalledTimes(1);
  act(() => useNetwork.setState({ isReconnecting: false }));
  expect([within(button()).queryByText('Kết nối lại được sau 30 s') === null, button().disabled]).toEqual([
    false,
    true,
  ]);
  nowMs += LIMITS.reconnectMinGapMs;
  act(() => vi.advanceTimersByTime(1_000));
  expect([within(button()).queryByText('Kết nối lại') === null, button().disabled]).toEqual([false, false]);
});

test('without a network, reconnecting is unavailable', () => {
  online.mockReturnValue(false);
  note('market', down);
  render(<NetworkPanel />);
  expect(screen.getByText('Trình duyệt mất mạng')).toBeTruthy();
  expect(screen.getByTestId<HTMLButtonElement>('reconnect').disabled).toBe(true);
});

/** docs/rules/refusals.md#words: the Vietnamese texts are the specification's, word for word. */
const FAULTS: readonly (readonly [ReconnectFault, string, string])[] = [
  ['down', 'Kết nối 1 không thành công: transport close', 'Socket 1 failed to connect: transport close'],
  ['timeout', 'Kết nối lại quá thời gian', 'Reconnection timeout'],
  ['unknown', 'Lỗi khi kết nối lại', 'Could not reconnect'],
];

test.each(FAULTS)(
  'after a failed reconnection it offers to reload the page: %j',
  async (fault, vietnamese, english) => {
    note('market', down);
    useNetwork.setState({ fault });
    render(<NetworkPanel />);
    const shown = () => within(screen.getByTestId('reconnect-fault'));
    expect(screen.queryByTestId('reconnect')).toBeNull();
    expect(shown().getByText('Lỗi kết nối, vui lòng tải lại trang')).toBeTruthy();
    expect(shown().getByText(vietnamese)).toBeTruthy();
    expect(shown().getByRole('button').textContent).toBe('Tải lại trang');
    await act(() => i18next.changeLanguage('en'));
    expect(shown().getByText('Connection error, please reload the page')).toBeTruthy();
    expect(shown().getByText(english)).toBeTruthy();
    expect(shown().getByRole('button').textContent).toBe('Reload page');
  },
);

test('the number of connections still down is kept current, like the rows above it', async () => {
  for (const name of ['investor', 'market', 'exchange'] as const) note(name, { ...down, error: 'websocket error' });
  useNetwork.setState({ fault: 'down' });
  render(<NetworkPanel />);
  const sentence = () => screen.getByTestId('reconnect-fault').querySelectorAll('p')[1]?.textContent;
  const downRows = () => rows().filter(({ dataset }) => dataset.state === 'disconnected').length;
  const rise = (name: FeedConnection['name']) => act(() => note(name, { ...up, error: null, disconnectReason: null }));
  expect([downRows(), sentence()]).toEqual([3, 'Không thể kết nối 3 socket']);
  rise('investor');
  expect([downRows(), sentence()]).toEqual([2, 'Không thể kết nối 2 socket']);
  await act(() => i18next.changeLanguage('en'));
  expect(sentence()).toBe('Connections still down: 2');
  rise('exchange');
  expect([downRows(), sentence()]).toEqual([1, 'Socket 2 failed to connect: websocket error']);
  await act(() => i18next.changeLanguage('vi'));
  expect(sentence()).toBe('Kết nối 2 không thành công: websocket error');
});
