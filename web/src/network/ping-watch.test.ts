/** Checks docs/rules/connections.md#ping and the rows "ping" of the limits. */
import { LIMITS } from '@mua/contract/limits';
import { expect, test } from 'vitest';
import { watchPing } from '#network/ping-watch.ts';
import { fakeSurroundings, settled } from '#test/fake-surroundings.ts';

function watched() {
  const surroundings = fakeSurroundings();
  const pings: number[] = [];
  const stop = watchPing(surroundings, (ms) => pings.push(ms));
  const answerAfter = async (ms: number, isWell = true) => {
    surroundings.advance(ms);
    surroundings.heads.shift()?.answer(isWell);
    await settled();
  };
  return { surroundings, pings, stop, answerAfter };
}

test('requests its own favicon at once and every fifteen seconds, past every cache, and notes the time', async () => {
  const { surroundings, pings, answerAfter } = watched();
  const startMs = surroundings.now();
  expect(surroundings.heads.map(({ path }) => path)).toEqual([`/favicon.ico?t=${startMs}`]);
  await answerAfter(38);
  surroundings.advance(LIMITS.pingIntervalMs - 39);
  expect(surroundings.heads).toEqual([]);
  surroundings.advance(1);
  expect(surroundings.heads.map(({ path }) => path)).toEqual([`/favicon.ico?t=${startMs + LIMITS.pingIntervalMs}`]);
  await answerAfter(412);
  expect(pings).toEqual([38, 412]);
});

test('does not count the work of a starting page as time of the request', async () => {
  const { surroundings, pings, answerAfter } = watched();
  surroundings.wayMs = 12;
  await answerAfter(839);
  expect(pings).toEqual([12]);
});

test.each([
  ['the request fails', (surroundings: ReturnType<typeof fakeSurroundings>) => surroundings.heads.shift()?.fail()],
  [
    'the answer is a failure',
    (surroundings: ReturnType<typeof fakeSurroundings>) => surroundings.heads.shift()?.answer(false),
  ],
  [
    'there is no answer',
    (surroundings: ReturnType<typeof fakeSurroundings>) => surroundings.advance(LIMITS.pingFailureMs),
  ],
])('a check counts 5000 when %s', async (_why, end) => {
  const { surroundings, pings } = watched();
  end(surroundings);
  await settled();
  expect(pings).toEqual([LIMITS.pingFailureMs]);
});

test('pauses while the page is hidden; once it is seen again, checks at once, once', async () => {
  const { surroundings, pings, answerAfter } = watched();
  await answerAfter(20);
  surroundings.setSeen(false);
  surroundings.advance(10 * LIMITS.pingIntervalMs);
  expect(surroundings.heads).toEqual([]);
  surroundings.setSeen(true);
  await answerAfter(30);
  surroundings.setSeen(false);
  surroundings.setSeen(true);
  expect(surroundings.heads).toEqual([]);
  expect(pings).toEqual([20, 30]);
});

test('keeps failing without a network, and checks again as soon as there is one', async () => {
  const { surroundings, pings, answerAfter } = watched();
  surroundings.setOnline(false);
  surroundings.heads.shift()?.fail();
  await settled();
  surroundings.setOnline(true);
  await answerAfter(25);
  expect(pings).toEqual([LIMITS.pingFailureMs, 25]);
});

test('runs one check at a time, and none after the end', async () => {
  const { surroundings, pings, stop, answerAfter } = watched();
  surroundings.setOnline(true);
  expect(surroundings.heads).toHaveLength(1);
  stop();
  await answerAfter(10);
  surroundings.advance(10 * LIMITS.pingIntervalMs);
  expect([surroundings.heads, pings]).toEqual([[], []]);
});
