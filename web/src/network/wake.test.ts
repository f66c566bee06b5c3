import { LIMITS } from '@mua/contract/limits';
import { expect, test, vi } from 'vitest';
import { createWakeWatch } from '#network/wake.ts';
import { fakeSurroundings } from '#test/fake-surroundings.ts';

function machine() {
  const surroundings = fakeSurroundings();
  return { surroundings, onWake: createWakeWatch(surroundings), woke: vi.fn() };
}

test('a timer that comes on time says nothing; one that is late says that the machine slept, once', () => {
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

test('nobody is told while nobody looks, but as soon as somebody does', () => {
  const { surroundings, onWake, woke } = machine();
  onWake(woke);
  surroundings.setSeen(false);
  surroundings.sleep(60_000);
  expect(woke).not.toHaveBeenCalled();
  surroundings.setSeen(true);
  expect(woke).toHaveBeenCalledTimes(1);
});

test('the time before anybody listened is nobody’s sleep, and who has stopped hears nothing', () => {
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
