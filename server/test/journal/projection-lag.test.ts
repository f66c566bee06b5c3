/** What a process that does not fill the read tables tells of them. */
import { expect, test } from 'vitest';
import { watchProjectionLag } from '#journal/projection-lag.ts';

test('read tables that nobody fills are behind from when they lacked something; busy ones are not', async () => {
  const [world, lag] = stage();
  const asked = async (passedMs: number, projected: number, durable: number): Promise<number> => {
    Object.assign(world, { nowMs: world.nowMs + passedMs, projected, durable });
    // It tells what it found the time before.
    void lag.lagMs;
    await new Promise((resolve) => setImmediate(resolve));
    return lag.lagMs;
  };
  expect(await asked(15_000, 10, 10)).toBe(0);
  // Always a little behind, and never for long.
  expect(await asked(15_000, 18, 20)).toBe(0);
  expect(await asked(15_000, 28, 30)).toBe(0);
  // Nobody fills them any more.
  expect(await asked(15_000, 30, 40)).toBe(0);
  expect(await asked(15_000, 30, 50)).toBe(15_000);
  expect(await asked(15_000, 30, 50)).toBe(30_000);
  expect(await asked(15_000, 50, 50)).toBe(0);
});

function stage() {
  const world = { nowMs: 0, projected: 0, durable: 0 };
  const lag = watchProjectionLag({
    readProjectedSeq: async () => world.projected,
    durableSeq: () => world.durable,
    nowMs: () => world.nowMs,
  });
  return [world, lag] as const;
}
