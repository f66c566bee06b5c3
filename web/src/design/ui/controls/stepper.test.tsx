// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { startI18n } from '#i18n/i18n.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});
afterEach(cleanup);

function setUp(extra: { canDecrease?: boolean; disabled?: boolean } = {}) {
  const onStep = vi.fn<(steps: number) => void>();
  const onValueChange = vi.fn<(value: string) => void>();
  render(<Stepper aria-label="lots" value="2" onValueChange={onValueChange} onStep={onStep} {...extra} />);
  return { onStep, onValueChange, user: userEvent.setup() };
}

test.each([
  ['{ArrowUp}', 1],
  ['{ArrowDown}', -1],
  ['{Shift>}{ArrowUp}{/Shift}', 10],
  ['{Shift>}{ArrowDown}{/Shift}', -10],
])('%s steps by %s', async (keys, steps) => {
  const { user, onStep } = setUp();
  await user.click(screen.getByRole('textbox'));
  await user.keyboard(keys);
  expect(onStep.mock.calls).toEqual([[steps]]);
});

test('the buttons step, and stay out of the tab order', async () => {
  const { user, onStep } = setUp();
  await user.click(screen.getByRole('button', { name: 'Tăng lots' }));
  await user.click(screen.getByRole('button', { name: 'Giảm lots' }));
  expect(onStep.mock.calls).toEqual([[1], [-1]]);
  await user.tab();
  await user.tab();
  expect(document.body).toHaveProperty('ownerDocument.activeElement', document.body);
});

test('typing passes the text on unchanged', async () => {
  const { user, onValueChange } = setUp();
  await user.type(screen.getByRole('textbox'), '5');
  expect(onValueChange).toHaveBeenLastCalledWith('25');
});

test('a bound disables its button', () => {
  setUp({ canDecrease: false });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Giảm lots' }).disabled).toBe(true);
});
