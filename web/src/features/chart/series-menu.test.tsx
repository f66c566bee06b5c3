// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createFrameValue } from '#clock/frame-value.ts';
import type { Series } from '#features/chart/bars/series.ts';
import { SeriesMenu, SeriesSheet } from '#features/chart/series-menu.tsx';
import { DEFAULT_CHART, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { CORN } from '#mock/sample-records.ts';
import { preparePages, renderPart } from '#test/page.tsx';

const SERIES: Series = {
  front: CORN.code,
  frontUntilMs: null,
  rolls: [{ atMs: Date.UTC(2026, 10, 24, 22), from: 'ZCEU26', to: CORN.code, gapTicks: 8 }],
  begins: null,
};

preparePages();
beforeEach(() => useChartSettings.setState(DEFAULT_CHART));

function open(compact: boolean): void {
  const chart = { series: createFrameValue<Series | null>(SERIES) } as TradingChart;
  if (compact) {
    renderPart(<SeriesSheet chart={chart} contract={CORN} onClose={() => {}} />);
    return;
  }
  renderPart(<SeriesMenu chart={chart} contract={CORN} />);
  fireEvent.click(screen.getByRole('button', { name: 'Hợp đồng hay chuỗi liên tục' }));
}

test.each([false, true])('the series is chosen with its rolls and adjustment (phone: %s)', (compact) => {
  open(compact);
  expect(screen.queryByText('Các lần chuyển gần nhất')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Liên tục' }));
  expect(screen.getByText(`ZCEU26 → ${CORN.code}`)).toBeTruthy();
  expect(screen.getByText('25/11/2026')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Nhân tỷ lệ' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Số ngày trước' }), { target: { value: '3' } });
  expect(useChartSettings.getState().series).toEqual({
    ...{ isContinuous: true, roll: 'days', rollDays: 3, adjustment: 'ratio' },
  });
  fireEvent.click(screen.getByRole('radio', { name: 'Theo khối lượng' }));
  expect(screen.queryByLabelText('Số ngày trước')).toBeNull();
});

test('a number of days out of range is told and not taken', () => {
  open(false);
  fireEvent.click(screen.getByRole('radio', { name: 'Liên tục' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Số ngày trước' }), { target: { value: '31' } });
  expect(screen.getByRole('alert').textContent).toBe('Từ 0 đến 30');
  expect(useChartSettings.getState().series.rollDays).toBe(5);
});
