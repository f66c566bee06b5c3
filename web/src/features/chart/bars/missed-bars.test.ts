import { beforeEach, expect, test, vi } from 'vitest';
import { onMissedBars } from '#features/chart/bars/missed-bars.ts';
import { useConnections } from '#network/connection-store.ts';

const wakes = new Set<() => void>();
vi.mock('#network/wake.ts', () => ({
  onWake: (listener: () => void) => {
    wakes.add(listener);
    return () => wakes.delete(listener);
  },
}));

beforeEach(() => wakes.clear());

test('a machine that woke up has missed bars although its socket reported nothing; no event follows a stop', () => {
  const missed = vi.fn();
  const stop = onMissedBars({ productType: 'FUTURES' }, missed);
  for (const wake of wakes) wake();
  expect(missed).toHaveBeenCalledTimes(1);
  stop();
  expect(wakes.size).toBe(0);
});

test('other connection changes report nothing', () => {
  const missed = vi.fn();
  const stop = onMissedBars({ productType: 'FUTURES' }, missed);
  useConnections.setState({ ...useConnections.getState() });
  expect(missed).not.toHaveBeenCalled();
  stop();
});
