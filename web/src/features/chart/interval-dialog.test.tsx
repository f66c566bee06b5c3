// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { IntervalDialog } from '#features/chart/interval-dialog.tsx';
import { DEFAULT_CHART, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi-VN');
  await startI18n();
});
beforeEach(() => useChartSettings.setState(DEFAULT_CHART));
afterEach(cleanup);

test('a number is typed on, said as it is understood, and taken with Enter', () => {
  const onClose = vi.fn();
  render(
    <TooltipProvider>
      <IntervalDialog typed="9" compact={false} onClose={onClose} />
    </TooltipProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox');
  expect(field.value).toBe('9');
  fireEvent.change(field, { target: { value: '90' } });
  expect(screen.getByText('= 90 phút')).toBeTruthy();
  fireEvent.change(field, { target: { value: '2h' } });
  expect(screen.getByText('= 2 giờ')).toBeTruthy();
  fireEvent.change(field, { target: { value: '2000' } });
  fireEvent.submit(field);
  expect(screen.getByText('Từ 1 đến 720 phút hoặc 1 đến 30 ngày')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '7' } });
  fireEvent.submit(field);
  expect(useChartSettings.getState().interval).toBe('7m');
  expect(onClose).toHaveBeenCalledTimes(1);
});
