/** Checks alerts that follow lines and averages: by a table, and against working every level out at every trade. */
import { MINUTE_MS, seededRandom } from '@mua/core/values';
import { dueTicks, type LineLevel, levelOn, type MovingLevel } from '@mua/core/values/moving-level';
import { beforeEach, expect, test } from 'vitest';
import type { StoredAlert } from '#alerts/alert-store.ts';
import type { Waiting } from '#alerts/waiting.ts';
import { WaitingPlaces } from '#alerts/waiting-places.ts';
import type { Bar } from '#venue/port/market-data.ts';

const CODE = 'ZCEZ26';
/** From a line's first point up one tick a minute. */
const RISING: LineLevel = {
  kind: 'line',
  interval: '1m',
  from: { timeMs: 0, ticks: 100 },
  to: { timeMs: 5 * MINUTE_MS, ticks: 105 },
  isExtended: true,
};
const BEGUN_LATE: LineLevel = {
  ...RISING,
  from: { timeMs: 8 * MINUTE_MS, ticks: 108 },
  to: { timeMs: 9 * MINUTE_MS, ticks: 109 },
};

let bars: Pick<Bar, 'openMs' | 'closeTicks'>[];
let readings: number;
/** The market's. */
let nowMinute: number;
let barsRead: Promise<void>;
let over: string[];
/** By prices that were kept until the bars were read. */
let reachedLater: string[];
let places: WaitingPlaces;

beforeEach(() => {
  bars = Array.from({ length: 11 }, (_, minute) => ({ openMs: minute * MINUTE_MS, closeTicks: 90 }));
  readings = 0;
  nowMinute = 10;
  barsRead = Promise.resolve();
  over = [];
  reachedLater = [];
  places = new WaitingPlaces({
    market: {
      quote: () => ({ timeMs: nowMinute * MINUTE_MS }) as never,
      nowMs: () => 0,
      calendarOf: () => null,
      async candles({ limit, beforeMs }) {
        readings += 1;
        const read = bars.filter(({ openMs }) => openMs < beforeMs).slice(-limit);
        await barsRead;
        return read as Bar[];
      },
    },
    onLevels: () => {},
    onReached: (reached) => reachedLater.push(...reached.map(({ alert }) => alert.alertId)),
    onOver: ({ alert }) => over.push(alert.alertId),
    onError: () => {},
  });
});

function waiting(alertId: string, follows: MovingLevel, direction: StoredAlert['direction'] = 'ABOVE'): Waiting {
  return {
    state: 'armed',
    sinceMs: 0,
    alert: { alertId, contractCode: CODE, direction, follows, priceTicks: null } as StoredAlert,
  };
}

function trade(minute: number, priceTicks: number): string[] {
  return places.reach(CODE, { priceTicks, timeMs: minute * MINUTE_MS }).map(({ alert }) => alert.alertId);
}

test('the first trade of a bar moves a line, and every trade is compared with it', async () => {
  places.place(waiting('line', RISING));
  await places.settled();
  expect(trade(10.2, 109)).toEqual([]);
  expect(trade(11, 110)).toEqual([]);
  expect(trade(11.9, 111)).toEqual(['line']);
  expect(trade(12, 200)).toEqual([]);
});

test('a line that comes to a market that stays is told of with its next trade', async () => {
  const falling = { ...RISING, from: { timeMs: 0, ticks: 105 }, to: { timeMs: 5 * MINUTE_MS, ticks: 100 } };
  places.place(waiting('line', falling));
  await places.settled();
  expect([trade(10, 94), trade(11, 94)]).toEqual([[], ['line']]);
});

test('prices that come while the bars are read count', async () => {
  let answer = (): void => {};
  barsRead = new Promise((resolve) => (answer = resolve));
  places.place(waiting('line', RISING));
  expect(trade(11, 100)).toEqual([]);
  answer();
  await places.settled();
  // Without the eleventh bar the twelfth would be counted as it.
  expect([trade(12, 111), trade(12.1, 112)]).toEqual([[], ['line']]);
});

test('a price that comes before the bars reaches what it would have reached, also after a failure', async () => {
  barsRead = Promise.reject(new Error('down'));
  places.place(waiting('line', RISING));
  places.place(waiting('lower', { ...RISING, to: { timeMs: 10 * MINUTE_MS, ticks: 105 } }));
  expect(trade(10.5, 107)).toEqual([]);
  await places.settled();
  expect(trade(11, 90)).toEqual([]);
  bars.push({ openMs: 11 * MINUTE_MS, closeTicks: 90 });
  barsRead = Promise.resolve();
  places.retry();
  await places.settled();
  expect(reachedLater).toEqual(['lower']);
  expect(trade(11, 111)).toEqual(['line']);
});

test('bars that lack more for a new line go on for the others', async () => {
  places.place(waiting('late', BEGUN_LATE));
  await places.settled();
  let answer = (): void => {};
  barsRead = new Promise((resolve) => (answer = resolve));
  places.place(waiting('early', RISING));
  expect(trade(10.5, 110)).toEqual(['late']);
  expect(trade(10.6, 100)).toEqual([]);
  answer();
  await places.settled();
  expect(reachedLater).toEqual(['early']);
});

test('a line that ends is over with the first trade of the next bar', async () => {
  const segment = { ...RISING, to: { timeMs: 11 * MINUTE_MS, ticks: 111 }, isExtended: false };
  places.place(waiting('line', segment));
  await places.settled();
  expect([trade(11, 100), over]).toEqual([[], []]);
  expect([trade(12, 500), over]).toEqual([[], ['line']]);
});

test('bars are read again after a gap, after a failure, and for a line that begins earlier', async () => {
  places.place(waiting('late', BEGUN_LATE));
  await places.settled();
  places.place(waiting('early', RISING));
  await places.settled();
  expect(readings).toBe(2);
  bars.push({ openMs: 11 * MINUTE_MS, closeTicks: 90 }, { openMs: 12 * MINUTE_MS, closeTicks: 90 });
  nowMinute = 12;
  barsRead = Promise.reject(new Error('down'));
  places.mend(CODE);
  await places.settled();
  barsRead = Promise.resolve();
  places.retry();
  await places.settled();
  expect(readings).toBe(4);
  expect([trade(13, 112), trade(13, 113)]).toEqual([[], ['late', 'early']]);
});

test('agrees with working out every level at every trade', async () => {
  const random = seededRandom(192);
  bars = Array.from({ length: 200 }, (_, minute) => ({
    openMs: (minute - 189) * MINUTE_MS,
    closeTicks: random.between(80, 120),
  }));
  const levels = Array.from({ length: 300 }, (_, index): Waiting => {
    const interval = random.pick(['1m', '5m'] as const);
    const point = () => ({ timeMs: random.between(-100, 60) * MINUTE_MS, ticks: random.between(60, 140) });
    const follows: MovingLevel = random.chance(0.5)
      ? { kind: 'line', interval, from: point(), to: point(), isExtended: random.chance(0.7) }
      : { kind: 'average', interval, period: random.between(2, 18), average: random.pick(['MA', 'EMA'] as const) };
    return waiting(`${index}`, follows, random.pick(['ABOVE', 'BELOW'] as const));
  });
  for (const entry of levels) places.place(entry);
  await places.settled();
  const grown = new Map((['1m', '5m'] as const).map((interval) => [interval, naiveBars()]));
  let left = levels;
  let hits = 0;
  for (let step = 0; step < 400; step += 1) {
    const minute = 10 + step / 7;
    const price = random.between(70, 130);
    for (const [interval, naive] of grown) naive.take(interval === '1m' ? 1 : 5, minute, price);
    const expected = left.filter(({ alert: { follows, direction } }) => {
      const reading = follows && levelOn(follows, grown.get(follows.interval as '1m') ?? naiveBars());
      if (reading?.kind !== 'at') return false;
      const due = dueTicks(reading.drawn, direction);
      return direction === 'ABOVE' ? price >= due : price <= due;
    });
    left = left.filter((entry) => !expected.includes(entry));
    hits += expected.length;
    expect(trade(minute, price).sort()).toEqual(expected.map(({ alert }) => alert.alertId).sort());
  }
  expect(hits).toBeGreaterThan(150);
});

/** The bars that were read, whatever the interval, as the market of this test answers. */
function naiveBars() {
  const timesMs = bars.map(({ openMs }) => openMs);
  const closes = bars.map(({ closeTicks }) => closeTicks);
  return {
    timesMs,
    closes,
    take(minutes: number, atMinute: number, price: number) {
      const openMs = Math.floor(atMinute / minutes) * minutes * MINUTE_MS;
      if (openMs > (timesMs.at(-1) ?? 0)) {
        timesMs.push(openMs);
        closes.push(price);
      } else closes[closes.length - 1] = price;
    },
  };
}
