// @vitest-environment jsdom
/** Checks the question for a date: as it is typed here, with the reason where the chart can't go there. */
import { tradeDateAt } from '@mua/core/values';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { DateDialog } from '#features/chart/date-dialog.tsx';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi-VN');
  await startI18n();
});
afterEach(cleanup);

function setUp() {
  const timesMs = ['2026-11-24', '2026-11-25', '2026-11-26'].map((date) => Date.parse(`${date}T02:00:00Z`));
  const showBar = vi.fn();
  const readOlderBars = vi.fn(async () => true);
  const plane = { bars: { interval: '1d' as const, timesMs } };
  const chart = { plane, showBar, readOlderBars, hasOlderBars: false, tradeDateOf: tradeDateAt };
  const onClose = vi.fn();
  render(
    <TooltipProvider>
      <DateDialog chart={chart} compact={false} onClose={onClose} />
    </TooltipProvider>,
  );
  const ask = (text: string) => {
    const field = screen.getByTestId<HTMLInputElement>('go-to-date');
    fireEvent.change(field, { target: { value: text } });
    fireEvent.submit(field);
  };
  return { ask, showBar, onClose };
}

test('a date is typed as it is written here, shown, and the question is over', async () => {
  const { ask, showBar, onClose } = setUp();
  ask('25/11/2026');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(showBar).toHaveBeenCalledWith(1);
});

test.each([
  ['31/11/2026', 'Ngày theo dạng dd/MM/yyyy'],
  ['2/1/2020', 'Không có gì cũ hơn: thanh đầu tiên là ngày 24/11/2026'],
  ['2/1/2030', 'Không có gì mới hơn: thanh cuối cùng là ngày 26/11/2026'],
])('%s: %s', async (text, why) => {
  const { ask, showBar, onClose } = setUp();
  ask(text);
  expect(await screen.findByText(why)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(showBar).not.toHaveBeenCalled();
});
