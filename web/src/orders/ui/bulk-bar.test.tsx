// @vitest-environment jsdom
/**
 * Checks the keyboard focus in the bar: it stays there while the choice empties, the run ends and its summary is
 * closed.
 */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { NOTHING_CANCELLED } from '#orders/bulk-cancel.ts';
import { BulkBar, type BulkBarProps } from '#orders/ui/bulk-bar.tsx';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
afterEach(cleanup);

const nothing = () => undefined;
const bar = (props: Partial<BulkBarProps>) => (
  <BulkBar
    chosen={['a', 'b']}
    progress={NOTHING_CANCELLED}
    onCancel={nothing}
    onChoose={nothing}
    onForget={nothing}
    {...props}
  />
);
const RUNNING = { ...NOTHING_CANCELLED, total: 2, isRunning: true };
const DONE = { ...RUNNING, done: 2, isRunning: false };
const focused = () => document.activeElement;

test('keeps focus on the button while it counts after the confirmation, then on the summary', async () => {
  const user = userEvent.setup({ delay: null });
  const { rerender, container } = render(bar({}));
  screen.getByTestId('cancel-chosen').focus();
  await user.keyboard('{Enter}{Enter}');
  rerender(bar({ chosen: [], progress: RUNNING }));
  expect(focused()).toBe(screen.getByTestId('cancel-chosen'));
  expect(focused()).toHaveProperty('disabled', false);
  rerender(bar({ chosen: [], progress: DONE }));
  expect(focused()).toBe(container.firstChild);
});

test('takes the focus when the summary is closed', async () => {
  const user = userEvent.setup({ delay: null });
  const { rerender, container } = render(bar({ chosen: [], progress: DONE }));
  await user.click(screen.getByRole('button', { name: 'Đóng' }));
  rerender(bar({ chosen: [] }));
  expect(focused()).toBe(container.firstChild);
});

test('does not take a focus that was elsewhere', async () => {
  const user = userEvent.setup({ delay: null });
  const { rerender } = render(bar({}));
  await user.click(screen.getByTestId('cancel-chosen'));
  await user.click(document.body);
  rerender(bar({ chosen: [], progress: DONE }));
  expect(focused()).toBe(document.body);
});
