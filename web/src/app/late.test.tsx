// @vitest-environment jsdom
/** Checks that a part that can't be fetched leaves the page as it is, and appears once it can be. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { late } from '#app/late.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a failed load is retried', async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ default: () => 'dialogs' });
  const Part = late(load);
  render(
    <>
      <p>page</p>
      <Suspense>
        <Part />
      </Suspense>
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(document.body.textContent).toBe('page');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText(/dialogs/)).toBeTruthy();
  expect(document.body.textContent).toContain('page');
});
