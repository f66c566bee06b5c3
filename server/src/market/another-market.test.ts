import { expect, test } from 'vitest';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { hearAnotherMarket } from '#market/another-market.ts';
import { MARKET } from '#market/market-messages.ts';

/** How often a market of turn 7 is to end when these are heard. */
async function endsAfter(epochs: readonly number[], isAnothers: boolean): Promise<number> {
  const bus = createInProcessBus();
  const superseded: Error[] = [];
  const onSuperseded = (error: Error): unknown => superseded.push(error);
  const stop = hearAnotherMarket({ bus, turn: { number: 7, isAnothers }, onSuperseded });
  for (const epoch of epochs)
    bus.publish(MARKET.updates, JSON.stringify({ epoch, number: 1, timeMs: 1, marketMs: 1, updates: [] }));
  await new Promise(setImmediate);
  stop();
  await bus.close();
  return superseded.length;
}

test.each<[string, readonly number[], boolean, number]>([
  ['hears itself', [7, 7], false, 0],
  ['hears itself, while somebody else has its lock', [7], true, 0],
  ['hears one whose turn is over', [6, 7], false, 0],
  ['hears a later one, whose database is another', [8, 8], false, 1],
  ['has lost its lock, and hears another one', [8], true, 1],
  ['has lost its lock to one whose clock was set back', [6], true, 1],
])('a market that %s', async (_what, epochs, isAnothers, expected) => {
  expect(await endsAfter(epochs, isAnothers)).toBe(expected);
});
