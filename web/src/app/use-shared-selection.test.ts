// @vitest-environment jsdom
/** Tests that a sub-account chosen in another window is taken over, but takes away nothing that is being written here. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLateSelection } from '#app/selection-elsewhere.ts';
import { useSharedSelection } from '#app/use-shared-selection.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';

const STORED = 'selected-account';
const selected = () => useSelectedAccount.getState().selectedAccount;

beforeEach(() => {
  vi.useFakeTimers();
  useSelectedAccount.getState().select('108C000001-01');
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** What another window chooses. */
async function choose(selectedAccount: string): Promise<void> {
  localStorage.setItem(STORED, JSON.stringify({ state: { selectedAccount }, version: 0 }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: STORED })));
  await vi.dynamicImportSettled();
}

test('the one chosen last counts, in whichever window', async () => {
  renderHook(useSharedSelection);
  await choose('108C000001-02');
  expect(selected()).toBe('108C000001-02');
  expect(useLateSelection.getState().accountId).toBeNull();
});

test('while something is being written here it waits until that is done', async () => {
  renderHook(useSharedSelection);
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'alertdialog');
  await choose('108C000001-02');
  await choose('108C000001-03');
  vi.advanceTimersByTime(60_000);
  expect(selected()).toBe('108C000001-01');
  dialog.remove();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(selected()).toBe('108C000001-03');
  expect(useLateSelection.getState().accountId).toBe('108C000001-03');
});
