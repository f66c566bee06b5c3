import { LIMITS } from '@mua/contract/limits';
import { expect, test, vi } from 'vitest';
import { createWakeWatch } from '#network/wake.ts';
import { fakeSurroundings } from '#test/fake-surroundings.ts';

function machine() {
  const world = fakeSurroundings();
  return { world, onWake: createWakeWatch(world), woke: vi.fn() };
}

test('a timer that comes on time says nothing; one that is late says that the machine slept, once', () => {
  const { world, onWake, woke } = machine();
  onWake(woke);
  world.advance(60_000);
  world.sleep(LIMITS.sleepGapMs);
  expect(woke).not.toHaveBeenCalled();
  world.sleep(LIMITS.sleepGapMs + 1);
  expect(woke).toHaveBeenCalledTimes(1);
  world.advance(60_000);
  expect(woke).toHaveBeenCalledTimes(1);
});

test('nobody is told while nobody looks, but as soon as somebody does', () => {
  const { world, onWake, woke } = machine();
  onWake(woke);
  world.setSeen(false);
  world.sleep(60_000);
  expect(woke).not.toHaveBeenCalled();
  world.setSeen(true);
  expect(woke).toHaveBeenCalledTimes(1);
});

test('the time before anybody listened is nobody’s sleep, and who has stopped hears nothing', () => {
  const { world, onWake, woke } = machine();
  onWake(woke)();
  world.sleep(600_000);
  const later = vi.fn();
  onWake(later);
  world.advance(5_000);
  expect(later).not.toHaveBeenCalled();
  world.sleep(60_000);
  expect([woke.mock.calls.length, later.mock.calls.length]).toEqual([0, 1]);
});
