import { expect, test } from 'vitest';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { EXCHANGE_MARKET, MARKET } from '#market/market-messages.ts';
import { watchMarket } from '#market/silent-market.ts';

type Speaker = 'market' | 'exchange';

/** Second by second, who says that it lives; returns the seconds in which the market was fenced. */
async function fencedAt(seconds: readonly (readonly Speaker[])[]): Promise<number[]> {
  const bus = createInProcessBus();
  let nowMs = 0;
  let look = (): void => {};
  const fenced: number[] = [];
  const stop = watchMarket({
    bus,
    steady: {
      nowMs: () => nowMs,
      every: (_everyMs, task) => {
        look = task;
        return () => {};
      },
    },
    fence: async () => void fenced.push(nowMs / 1000),
    onError: () => {},
  });
  for (const speakers of seconds) {
    nowMs += 1_000;
    for (const speaker of speakers) bus.publish((speaker === 'market' ? MARKET : EXCHANGE_MARKET).updates, '{}');
    await new Promise(setImmediate);
    look();
  }
  stop();
  await bus.close();
  return fenced;
}

const both: readonly Speaker[] = ['market', 'exchange'];
const times = (count: number, speakers: readonly Speaker[]) => Array.from({ length: count }, () => speakers);

test.each<[string, readonly (readonly Speaker[])[], readonly number[]]>([
  ['one that tells', times(20, both), []],
  ['one that hangs', [...times(3, both), ...times(7, ['exchange'])], [9]],
  ['one that hung before it was watched', times(7, ['exchange']), [6]],
  ['its successor, with as much time', times(13, ['exchange']), [6, 12]],
  ['nobody, by whom hears nobody', [...times(3, both), ...times(20, [])], []],
  ['nobody for an exchange that tells nothing', [...times(3, both), ...times(20, ['market'])], []],
])('fences %s', async (_whom, seconds, expected) => {
  expect(await fencedAt(seconds)).toEqual(expected);
});
