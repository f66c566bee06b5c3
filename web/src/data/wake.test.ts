import { expect, test, vi } from 'vitest';
import { createWakeWatch } from './wake.ts';

/** Ticks only when told to, as a sleeping machine's timers do. */
function machine() {
  let timeMs = 1_000;
  let isSeen = true;
  const tasks = new Set<() => void>();
  const seen = new Set<() => void>();
  const watch = createWakeWatch({
    now: () => timeMs,
    every: (_intervalMs, task) => {
      tasks.add(task);
      return () => tasks.delete(task);
    },
    isSeen: () => isSeen,
    onSeen: (task) => {
      seen.add(task);
      return () => seen.delete(task);
    },
  });
  const tickAfter = (ms: number) => {
    timeMs += ms;
    for (const task of tasks) task();
  };
  const show = (next: boolean) => {
    isSeen = next;
    for (const task of seen) task();
  };
  return { watch, tickAfter, show, tasks, seen };
}

test('a timer that comes on time says nothing; one that is late says that the machine slept, once', () => {
  const { watch, tickAfter } = machine();
  const woke = vi.fn();
  watch.onWake(woke);
  tickAfter(5_000);
  tickAfter(30_000);
  expect(woke).not.toHaveBeenCalled();
  tickAfter(30_001);
  expect(woke).toHaveBeenCalledTimes(1);
  tickAfter(5_000);
  expect(woke).toHaveBeenCalledTimes(1);
});

test('nobody is told while nobody looks, but as soon as somebody does', () => {
  const { watch, tickAfter, show } = machine();
  const woke = vi.fn();
  watch.onWake(woke);
  show(false);
  tickAfter(60_000);
  expect(woke).not.toHaveBeenCalled();
  show(true);
  expect(woke).toHaveBeenCalledTimes(1);
});

test('the time before anybody listened is nobody’s sleep, and the last listener takes the timer away', () => {
  const { watch, tickAfter, tasks, seen } = machine();
  watch.onWake(() => {})();
  expect([tasks.size, seen.size]).toEqual([0, 0]);
  tickAfter(600_000);
  const woke = vi.fn();
  watch.onWake(woke);
  tickAfter(5_000);
  expect(woke).not.toHaveBeenCalled();
});
