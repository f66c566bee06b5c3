import { expect, test } from 'vitest';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { EXCHANGE_MARKET, MARKET } from '#market/market-messages.ts';
import { watchMarket } from '#market/silent-market.ts';

type Speaker = 'market' | 'exchange';
/** Who says that it lives; or that whoever watches is cut off from the bus, or does not run. */
type Second = readonly Speaker[] | 'cut off' | 'frozen';

/** Second by second; returns those in which the market was fenced. */
async function fencedAt(seconds: readonly Second[]): Promise<number[]> {
  const bus = { ...createInProcessBus(), isAway: false };
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
  for (const second of seconds) {
    nowMs += 1_000;
    bus.isAway = second === 'cut off';
    const speakers = typeof second === 'string' ? [] : second;
    for (const speaker of speakers) bus.publish((speaker === 'market' ? MARKET : EXCHANGE_MARKET).updates, '{}');
    await new Promise(setImmediate);
    if (second !== 'frozen') look();
  }
  stop();
  await bus.close();
  return fenced;
}

const both: readonly Speaker[] = ['market', 'exchange'];
const times = (count: number, second: Second): Second[] => Array.from({ length: count }, () => second);

test.each<[string, readonly Second[], readonly number[]]>([
  ['one that tells', times(20, both), []],
  ['one that hangs', [...times(3, both), ...times(7, ['exchange'])], [9]],
  ['one that hung before it was watched', times(7, ['exchange']), [6]],
  ['its successor, with as much time', times(13, ['exchange']), [6, 12]],
  ['nobody, by whom hears nobody', [...times(3, both), ...times(20, [])], []],
  [
    'nobody at once by whom was cut off',
    [...times(3, both), ...times(9, 'cut off'), ['exchange'], ...times(9, both)],
    [],
  ],
  ['one that hangs still after that', [...times(3, both), ...times(9, 'cut off'), ...times(7, ['exchange'])], [18]],
  [
    'nobody at once by whom was frozen',
    [...times(3, both), ...times(9, 'frozen'), ['exchange'], ...times(9, both)],
    [],
  ],
  ['nobody for an exchange that tells nothing', [...times(3, both), ...times(20, ['market'])], []],
])('fences %s', async (_whom, seconds, expected) => {
  expect(await fencedAt(seconds)).toEqual(expected);
});
