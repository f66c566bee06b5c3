import type { Indicator, KLineData } from 'klinecharts';
import { describe, expect, test } from 'vitest';
import type { Memory } from '#features/chart/settings/study-catalogue.ts';
import { reckonsNewest } from '#features/chart/studies/newest-value.ts';
import { OWN_STUDIES } from '#features/chart/studies/own-studies.ts';
import type { StudyExtra } from '#features/chart/studies/study-extra.ts';

type Point = Readonly<Record<string, number>>;
type Calc = (bars: KLineData[], indicator: Indicator<Point, number, () => StudyExtra>) => Point[];

/** A repeatable random walk, with wide and narrow bars. */
function walk(count: number): KLineData[] {
  let [seed, close] = [7, 400];
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: count }, (_, at) => {
    const open = close;
    close += (random() - 0.5) * 4;
    const [high, low] = [Math.max(open, close) + random(), Math.min(open, close) - random()];
    return { timestamp: at * 60_000, open, high, low, close, volume: 1 + Math.floor(random() * 50) };
  });
}

const indicatorWith = (calcParams: number[]) =>
  ({ calcParams }) as unknown as Indicator<Point, number, () => StudyExtra>;

/** Wraps the calculation of an own study, and records how many bars it was last given. */
function watched(name: string, memory: Memory) {
  const template = OWN_STUDIES.find((one) => one.name === name);
  if (!template) throw new Error(name);
  const handed: number[] = [];
  const whole = template.calc as Calc;
  const newest = reckonsNewest<Point, number, () => StudyExtra>((bars, indicator) => {
    handed.push(bars.length);
    return whole(bars, indicator);
  }, memory) as Calc;
  return { whole, newest, handed };
}

function expectSame(found: readonly Point[], wanted: readonly Point[]) {
  expect(found).toHaveLength(wanted.length);
  for (const at of [-3, -2, -1]) {
    for (const [key, value] of Object.entries(wanted.at(at) ?? {})) expect(found.at(at)?.[key]).toBeCloseTo(value, 9);
  }
}

describe.each([
  ['muaRSI', 'fading', [14], 562],
  ['muaATR', 'fading', [14], 562],
  ['muaKeltner', 'fading', [20, 10, 2], 1282],
  ['muaWMA', 'window', [20], 22],
  ['muaDonchian', 'window', [20], 22],
  ['muaMoneyFlow', 'window', [14], 16],
  ['muaStochasticStrength', 'fading', [14, 14, 3, 3], 1362],
] as const)('%s', (name, memory, params, reach) => {
  const bars = walk(3_000);
  const indicator = indicatorWith([...params]);

  test('for a growing bar and a new one, only the bars they depend on are recalculated, with the same result', () => {
    const { whole, newest, handed } = watched(name, memory);
    const now = bars.slice(0, 2_990);
    newest(now, indicator);
    for (let at = 2_990; at < 3_000; at += 1) {
      const last = now[at - 1];
      if (!last) throw new Error('no bar');
      now[at - 1] = { ...last, close: last.high, volume: (last.volume ?? 0) + 1 };
      expectSame(newest(now, indicator), whole(now, indicator));
      now.push(bars[at] ?? last);
      expectSame(newest(now, indicator), whole(now, indicator));
    }
    expect(handed[0]).toBe(2_990);
    expect(Math.max(...handed.slice(1))).toBe(reach + 2);
  });

  test.each([
    ['other parameters', (all: KLineData[]) => all, params.map((value) => value + 3)],
    ['older bars before them', (all: KLineData[]) => [...walk(50).map((bar) => ({ ...bar })), ...all], [...params]],
    [
      'a finished bar was corrected',
      (all: KLineData[]) => all.with(-2, { ...(all.at(-2) as KLineData), close: 1 }),
      [...params],
    ],
    ['fewer bars', (all: KLineData[]) => all.slice(0, -5), [...params]],
  ])('%s: everything is recalculated', (_what, change, next) => {
    const { whole, newest, handed } = watched(name, memory);
    newest(bars, indicator);
    const changed = change(bars);
    expect(newest(changed, indicatorWith(next))).toEqual(whole(changed, indicatorWith(next)));
    expect(handed).toEqual([bars.length, changed.length]);
  });
});
