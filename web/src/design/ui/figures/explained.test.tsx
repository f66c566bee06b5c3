// @vitest-environment jsdom
/** Checks that a figure explains itself to a pointer, a finger, a keyboard and a screen reader. */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Explained } from '#design/ui/figures/explained.tsx';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';

beforeAll(() => {});
afterEach(cleanup);

function setUp() {
  render(
    <TooltipProvider>
      <Explained text="36.618.120 × 2 lot">73.236.240</Explained>
    </TooltipProvider>,
  );
  return userEvent.setup({ delay: null });
}
const figure = () => screen.getByRole('button', { name: '73.236.240' });
const shown = () => screen.queryByRole('tooltip') !== null;

test('a tap shows it, a second one hides it', async () => {
  const user = setUp();
  const tap = () => user.pointer({ keys: '[TouchA]', target: figure() });
  await tap();
  expect(shown()).toBe(true);
  await tap();
  expect(shown()).toBe(false);
  await tap();
  expect(shown()).toBe(true);
  await user.keyboard('{Escape}');
  expect(shown()).toBe(false);
});

test('keys do the same, and so does reaching it by Tab', async () => {
  const user = setUp();
  await user.tab();
  expect(document.activeElement).toBe(figure());
  expect(shown()).toBe(true);
  await user.keyboard('{Enter}');
  expect(shown()).toBe(false);
  await user.keyboard(' ');
  expect(shown()).toBe(true);
});

test('a screen reader reads it with the figure, shown or not', async () => {
  const user = setUp();
  const described = () => document.getElementById(figure().getAttribute('aria-describedby') ?? '')?.textContent;
  expect(described()).toBe('36.618.120 × 2 lot');
  await user.pointer({ keys: '[TouchA]', target: figure() });
  expect(described()).toBe('36.618.120 × 2 lot');
});
