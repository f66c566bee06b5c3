// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ComparisonLine } from '#features/chart/compare/comparison-line.tsx';
import { DEFAULT_CHART, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { preparePages, renderPart } from '#test/page.tsx';

preparePages();
beforeEach(() => useChartSettings.setState(DEFAULT_CHART));

test('a spread that a continuous series has not is said, with the way to the month’s own', async () => {
  useChartSettings.setState({
    compareMode: 'difference',
    series: { ...DEFAULT_CHART.series, isContinuous: true },
  });
  const { user } = renderPart(<ComparisonLine title="ZCE (ZCEZ26)" code="ZCEZ26" />);
  expect(screen.getByText('Chênh lệch tính trên giá của một tháng, không tính trên chuỗi liên tục')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Xem riêng ZCEZ26' }));
  expect(useChartSettings.getState().series.isContinuous).toBe(false);
  expect(screen.getByText('ZCE (ZCEZ26) − từng mã, nến cùng giờ')).toBeTruthy();
});
