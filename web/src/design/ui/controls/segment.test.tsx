// @vitest-environment jsdom
/** Checks that a segment announced as radios behaves as radios do: an arrow moves the focus and chooses. */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Segment } from '#design/ui/controls/segment.tsx';

afterEach(cleanup);

const OPTIONS = [
  { value: 'market', label: 'Market' },
  { value: 'limit', label: 'Limit' },
  { value: 'stop', label: 'Stop', disabled: true },
  { value: 'trailing', label: 'Trailing' },
] as const;

function Types() {
  const [value, setValue] = useState<(typeof OPTIONS)[number]['value']>('limit');
  return <Segment label="Order type" value={value} onValueChange={setValue} options={OPTIONS} />;
}

const radio = (name: string) => screen.getByRole('radio', { name });
const chosen = () => screen.getByRole('radio', { checked: true });

test('arrows choose, wrapping at the ends and skipping disabled ones', async () => {
  render(<Types />);
  const user = userEvent.setup({ delay: null });
  await user.tab();
  expect(document.activeElement).toBe(radio('Limit'));
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(radio('Market'));
  expect(chosen()).toBe(radio('Market'));
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toBe(radio('Trailing'));
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(chosen()).toBe(radio('Limit'));
  await user.keyboard('{ArrowRight}');
  expect(chosen()).toBe(radio('Trailing'));
  await user.keyboard('{Home}');
  expect(chosen()).toBe(radio('Market'));
});

test('it is one stop of the Tab key, at the chosen one', async () => {
  render(<Types />);
  const user = userEvent.setup({ delay: null });
  await user.click(radio('Trailing'));
  await user.tab();
  expect(document.activeElement).toBe(document.body);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(radio('Trailing'));
  expect(screen.getByRole('radiogroup', { name: 'Order type' })).toBeTruthy();
});
