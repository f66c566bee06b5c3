/** Spec 7 "Connectivity check" and the rows "Ping" of spec 9. */
import { LIMITS } from '@mua/contract/limits';
import { expect, test } from 'vitest';
import { watchPing } from '#network/ping-watch.ts';
import { fakeSurroundings, settled } from '#test/fake-surroundings.ts';

function watched() {
  const world = fakeSurroundings();
  const pings: number[] = [];
  const stop = watchPing(world, (ms) => pings.push(ms));
  const answerAfter = async (ms: number, isWell = true) => {
    world.advance(ms);
    world.heads.shift()?.answer(isWell);
    await settled();
  };
  return { world, pings, stop, answerAfter };
}

test('its own favicon, at once and every fifteen seconds, each time past every cache; how long it took is noted', async () => {
  const { world, pings, answerAfter } = watched();
  const startMs = world.now();
  expect(world.heads.map(({ path }) => path)).toEqual([`/favicon.ico?t=${startMs}`]);
  await answerAfter(38);
  world.advance(LIMITS.pingIntervalMs - 39);
  expect(world.heads).toEqual([]);
  world.advance(1);
  expect(world.heads.map(({ path }) => path)).toEqual([`/favicon.ico?t=${startMs + LIMITS.pingIntervalMs}`]);
  await answerAfter(412);
  expect(pings).toEqual([38, 412]);
});

test.each([
  ['the request fails', (world: ReturnType<typeof fakeSurroundings>) => world.heads.shift()?.fail()],
  ['the answer is a failure', (world: ReturnType<typeof fakeSurroundings>) => world.heads.shift()?.answer(false)],
  ['there is no answer', (world: ReturnType<typeof fakeSurroundings>) => world.advance(LIMITS.pingFailureMs)],
])('a check counts 5000 when %s', async (_why, end) => {
  const { world, pings } = watched();
  end(world);
  await settled();
  expect(pings).toEqual([LIMITS.pingFailureMs]);
});

test('it is paused while nobody sees the page; somebody who looks again is answered at once, once', async () => {
  const { world, pings, answerAfter } = watched();
  await answerAfter(20);
  world.setSeen(false);
  world.advance(10 * LIMITS.pingIntervalMs);
  expect(world.heads).toEqual([]);
  world.setSeen(true);
  await answerAfter(30);
  world.setSeen(false);
  world.setSeen(true);
  expect(world.heads).toEqual([]);
  expect(pings).toEqual([20, 30]);
});

test('it goes on failing without a network, and is made anew as soon as there is one', async () => {
  const { world, pings, answerAfter } = watched();
  world.setOnline(false);
  world.heads.shift()?.fail();
  await settled();
  world.setOnline(true);
  await answerAfter(25);
  expect(pings).toEqual([LIMITS.pingFailureMs, 25]);
});

test('one check at a time, and none after the end', async () => {
  const { world, pings, stop, answerAfter } = watched();
  world.setOnline(true);
  expect(world.heads).toHaveLength(1);
  stop();
  await answerAfter(10);
  world.advance(10 * LIMITS.pingIntervalMs);
  expect([world.heads, pings]).toEqual([[], []]);
});
