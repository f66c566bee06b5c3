// @vitest-environment jsdom
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFrameValue } from '#clock/frame-value.ts';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { DEFAULT_CHART, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { StudyName } from '#features/chart/settings/study-catalogue.ts';
import { StudyDialog } from '#features/chart/studies/study-dialog.tsx';
import { StudyMenu } from '#features/chart/studies/study-menu.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { CORN } from '#mock/sample-records.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi-VN');
  await startI18n();
});
beforeEach(() => useChartSettings.setState(DEFAULT_CHART));
afterEach(cleanup);

const chart = { waitingStudies: createFrameValue<readonly StudyName[]>([], (task) => task()) };

function Menu({ onSettings }: { readonly onSettings: (name: StudyName) => void }) {
  const [isOpen, setOpen] = useState(false);
  return <StudyMenu {...{ chart, isOpen, onSettings }} compact={false} onOpen={setOpen} />;
}

function openMenu(onSettings = vi.fn()) {
  render(
    <TooltipProvider>
      <Menu onSettings={onSettings} />
    </TooltipProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Chỉ báo' }));
  return screen.getByRole('dialog', { name: 'Chỉ báo' });
}

test('an indicator is found without diacritics or by abbreviation, toggled by keys, and stays in the results', () => {
  const menu = openMenu();
  const search = within(menu).getByRole('textbox');
  fireEvent.change(search, { target: { value: 'suc manh' } });
  const row = within(menu).getByRole('checkbox', { name: /^RSI Chỉ số sức mạnh tương đối/ });
  expect(within(menu).getAllByRole('checkbox')).toHaveLength(1);
  search.focus();
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(row);
  fireEvent.click(row);
  expect(useChartSettings.getState().indicators).toEqual(['MA', 'RSI']);
  expect(row.getAttribute('aria-checked')).toBe('true');
  fireEvent.change(search, { target: { value: 'boll' } });
  expect(within(menu).getByRole('checkbox', { name: /Dải Bollinger/, checked: false })).toBeTruthy();
  fireEvent.change(search, { target: { value: 'không có' } });
  expect(within(menu).queryAllByRole('checkbox')).toEqual([]);
  expect(within(menu).getByText('Không thấy “không có”')).toBeTruthy();
});

test('both groups are listed, and only active indicators have settings', () => {
  const onSettings = vi.fn();
  const menu = openMenu(onSettings);
  expect(
    within(menu)
      .getAllByRole('region')
      .map((group) => group.getAttribute('aria-label')),
  ).toEqual(['Trên giá', 'Bên dưới']);
  expect(within(menu).queryByRole('button', { name: 'Cài đặt: BB · Dải Bollinger' })).toBeNull();
  fireEvent.click(within(menu).getByRole('button', { name: 'Cài đặt: MA · Trung bình động' }));
  expect(onSettings).toHaveBeenCalledWith('MA');
});

test('an active indicator without room for its pane says so until there is some', () => {
  useChartSettings.setState({ indicators: ['RSI', 'MACD'] });
  const menu = openMenu();
  const row = (name: RegExp) => within(menu).getByRole('checkbox', { name });
  expect(row(/sức mạnh tương đối/).textContent).not.toContain('chưa đủ chỗ');
  act(() => chart.waitingStudies.write(['RSI']));
  expect(row(/sức mạnh tương đối/).textContent).toContain('chưa đủ chỗ');
  act(() => chart.waitingStudies.write([]));
  expect(row(/sức mạnh tương đối/).textContent).not.toContain('chưa đủ chỗ');
});

test('a parameter is accepted within its limits, rejected with them beyond, and restored by the reset', () => {
  render(
    <TooltipProvider>
      <StudyDialog name="BOLL" compact={false} contract={CORN} onClose={() => {}} />
    </TooltipProvider>,
  );
  const setting = () => useChartSettings.getState().studies.BOLL;
  const bars = screen.getByRole<HTMLInputElement>('textbox', { name: 'Chu kỳ' });
  const reset = screen.getByRole<HTMLButtonElement>('button', { name: 'Về mặc định' });
  expect(reset.disabled).toBe(true);
  fireEvent.change(bars, { target: { value: '34' } });
  expect(setting()?.params).toEqual([34, 2]);
  fireEvent.change(bars, { target: { value: '5000' } });
  expect(screen.getByRole('alert').textContent).toBe('Từ 2 đến 500');
  expect(bars.getAttribute('aria-invalid')).toBe('true');
  expect(setting()?.params).toEqual([34, 2]);
  fireEvent.blur(bars);
  expect(bars.value).toBe('34');
  // Deviations have a step of one tenth; both decimal separators are accepted.
  const deviations = screen.getByRole('textbox', { name: 'Số độ lệch chuẩn' });
  fireEvent.change(deviations, { target: { value: '2,5' } });
  fireEvent.keyDown(deviations, { key: 'ArrowUp' });
  expect(setting()?.params).toEqual([34, 2.6]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Trên' }));
  expect(setting()?.lines[0]).toEqual({ slot: 2, isShown: false });
  fireEvent.click(reset);
  expect(setting()).toBeUndefined();
  expect(bars.value).toBe('20');
});

test('each average that is shown offers an alert on it, over the bars of the chart', () => {
  useChartSettings.setState(DEFAULT_CHART);
  const waiting = {
    contractCode: CORN.code,
    follows: { kind: 'average', average: 'MA', period: 50, interval: '15m' },
  } as PriceAlert;
  const onOpen = vi.fn();
  const onClose = vi.fn();
  render(
    <TooltipProvider>
      <StudyDialog name="MA" compact={false} contract={CORN} alerts={{ drawn: [waiting], onOpen }} onClose={onClose} />
    </TooltipProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Đặt cảnh báo theo MA 20 · 15p' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cảnh báo của MA 50 · 15p' }));
  const follows = { kind: 'average', average: 'MA', period: 20, interval: '15m' };
  expect(onOpen.mock.calls).toEqual([[{ follows }], [waiting]]);
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Đặt cảnh báo theo MA 200 · 15p' }).disabled).toBe(true);
});
