import { LIMITS } from '@mua/contract/limits';
import { expect, test, vi } from 'vitest';
import { createWakeWatch } from '#network/wake.ts';
import { fakeSurroundings } from '#test/fake-surroundings.ts';

function machine() {
  const surroundings = fakeSurroundings();
  return { surroundings, onWake: createWakeWatch(surroundings), woke: vi.fn() };
}

test('says nothing for a timer on time, and reports a sleep, once, for one that is late', () => {
  const { surroundings, onWake, woke } = machine();
  onWake(woke);
  surroundings.advance(60_000);
  surroundings.sleep(LIMITS.sleepGapMs);
  expect(woke).not.toHaveBeenCalled();
  surroundings.sleep(LIMITS.sleepGapMs + 1);
  expect(woke).toHaveBeenCalledTimes(1);
  surroundings.advance(60_000);
  expect(woke).toHaveBeenCalledTimes(1);
});

test('reports nothing while the page is hidden, and as soon as it is seen', () => {
  const { surroundings, onWake, woke } = machine();
  onWake(woke);
  surroundings.setSeen(false);
  surroundings.sleep(60_000);
  expect(woke).not.toHaveBeenCalled();
  surroundings.setSeen(true);
  expect(woke).toHaveBeenCalledTimes(1);
});

test('does not count the time before anybody subscribed, and reports nothing after unsubscribing', () => {
  const { surroundings, onWake, woke } = machine();
  onWake(woke)();
  surroundings.sleep(600_000);
  const later = vi.fn();
  onWake(later);
  surroundings.advance(5_000);
  expect(later).not.toHaveBeenCalled();
  surroundings.sleep(60_000);
  expect([woke.mock.calls.length, later.mock.calls.length]).toEqual([0, 1]);
});
