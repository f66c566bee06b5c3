// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFrameValue } from '#clock/frame-value.ts';
import { ScaleMenu } from '#features/chart/axes/scale-menu.tsx';
import type { ScaleState } from '#features/chart/axes/scale-mode.ts';
import type { CompareReading } from '#features/chart/compare/compare-layer.ts';
import { DEFAULT_CHART, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { startI18n } from '#i18n/i18n.ts';

const now = (task: () => void) => task();
const resetScale = vi.fn();
let scaleState: ReturnType<typeof createFrameValue<ScaleState>>;
let readings: ReturnType<typeof createFrameValue<readonly CompareReading[]>>;

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi-VN');
  await startI18n();
});
beforeEach(() => {
  useChartSettings.setState(DEFAULT_CHART);
  resetScale.mockReset();
  scaleState = createFrameValue<ScaleState>({ mode: 'price', obstacles: {} }, now);
  readings = createFrameValue<readonly CompareReading[]>([], now);
});
afterEach(cleanup);

const chart = () => ({ scaleState, resetScale, compare: { readings }, physicalUnit: 'kg' as const });
const button = () => screen.getByRole('button', { name: /^Trục giá: / });

function openMenu(): void {
  render(<ScaleMenu chart={chart()} />);
  fireEvent.keyDown(button(), { key: 'Enter' });
}

const scales = () =>
  screen.getAllByRole('menuitemradio').map((item) => ({
    text: item.textContent,
    isOn: item.getAttribute('aria-checked') === 'true',
    isOff: item.getAttribute('aria-disabled') === 'true',
  }));

test('offers four scales, and the button shows the current one', () => {
  openMenu();
  expect(scales()).toEqual([
    { text: 'Giá', isOn: true, isOff: false },
    { text: 'Phần trăm từ mép trái', isOn: false, isOff: false },
    { text: 'Logarit', isOn: false, isOff: false },
    { text: 'Giá hàng thực, ₫/kg', isOn: false, isOff: false },
  ]);
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Logarit' }));
  expect(useChartSettings.getState().scale).toBe('log');
  act(() => scaleState.write({ mode: 'log', obstacles: {} }));
  expect(screen.getByRole('button', { name: 'Trục giá: Logarit' }).textContent).toBe('log');
});

test('in dong, the button names the unit', () => {
  scaleState.write({ mode: 'physical', obstacles: {} });
  render(<ScaleMenu chart={chart()} />);
  expect(button().textContent).toBe('₫/kg');
});

test('an unavailable scale is listed with the reason and can’t be chosen', () => {
  scaleState.write({ mode: 'price', obstacles: { log: 'notPositive' } });
  openMenu();
  const log = screen.getByRole('menuitemradio', { name: /Logarit/ });
  expect(log.textContent).toBe('LogaritCó giá bằng 0 hoặc âm');
  expect(log.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(log);
  expect(useChartSettings.getState().scale).toBe('price');
});

test('while contracts are compared only percent can be chosen, and the others say so', () => {
  readings.write([{ code: 'ZCEH27', slot: 2, text: '+1.00%', hasFailed: false }]);
  openMenu();
  expect(scales()).toEqual([
    { text: 'GiáĐang so sánh: trục phần trăm', isOn: false, isOff: true },
    { text: 'Phần trăm từ mép trái', isOn: true, isOff: false },
    { text: 'LogaritĐang so sánh: trục phần trăm', isOn: false, isOff: true },
    { text: 'Giá hàng thực, ₫/kgĐang so sánh: trục phần trăm', isOn: false, isOff: true },
  ]);
});

test('an axis that was dragged can be fitted again', () => {
  openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Tự co giãn lại' }));
  expect(resetScale).toHaveBeenCalledTimes(1);
});

test('the scale is turned over, and the button says so', () => {
  openMenu();
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Đảo ngược' }));
  expect(useChartSettings.getState().isInverted).toBe(true);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  expect(button().getAttribute('aria-label')).toBe('Trục giá: Giá, đảo ngược');
  expect(button().textContent).toBe('⇅');
});

test('on axes of their own, compared contracts leave the scale free', () => {
  readings.write([{ code: 'ZCEH27', slot: 2, text: "460'0", hasFailed: false }]);
  useChartSettings.setState({ compareMode: 'axis' });
  openMenu();
  expect(scales().map(({ isOff }) => isOff)).toEqual([false, false, false, false]);
});
