import { describe, expect, test } from 'vitest';
import { playedTrades } from '#venue/recorded/played-trades.ts';
import { parseRecording, priceStops } from '#venue/recorded/recording.ts';

const GRID = { scale: 1, tickUnits: 1, display: 'decimal' } as const;
const BARS = 'time,open,high,low,close,volume';
const TRADES = 'time,price,size';
const SHARED = 'contract,datetime_utc,open,high,low,close,volume';

function parse(...lines: string[]) {
  return parseRecording(lines.join('\n'), 'recording.csv', GRID);
}

describe('a recording', () => {
  test('of bars, with offsets, is read', () => {
    expect(parse(BARS, '2026-11-20T20:00:00+07:00,10.0,10.4,9.9,10.1,12', '')).toEqual({
      kind: 'bars',
      bars: [
        {
          timeMs: Date.UTC(2026, 10, 20, 13),
          openTicks: 100,
          highTicks: 104,
          lowTicks: 99,
          closeTicks: 101,
          volumeLots: 12,
        },
      ],
    });
  });

  test('of trades is read; several may share an instant, and prices may be below zero', () => {
    expect(parse(TRADES, '2026-11-20T13:00:00.250Z,-0.5,3', '2026-11-20T13:00:00.250Z,0,1')).toMatchObject({
      trades: [
        { timeMs: Date.UTC(2026, 10, 20, 13, 0, 0, 250), priceTicks: -5, lots: 3 },
        { priceTicks: 0, lots: 1 },
      ],
    });
  });

  test('is read in its other forms: UTC without an offset, daily, Windows line ends', () => {
    const minutes = parse(`${SHARED}\r`, 'GC201312,2013-10-07T00:00:00,1313.7,1313.7,1313,1313,49\r', '');
    expect(minutes).toMatchObject({ bars: [{ timeMs: Date.UTC(2013, 9, 7), openTicks: 13_137, volumeLots: 49 }] });
    const days = parse(
      'Date,Open,High,Low,Close,Spliced,Volume,Open Int',
      '2010-09-01,573.5,582.2,572.7,581.7,446,146539,831869',
    );
    expect(days).toMatchObject({ bars: [{ timeMs: Date.UTC(2010, 8, 1), closeTicks: 5_817 }] });
  });

  const GOOD = '2026-11-20T13:00:00Z,10,10.4,9.9,10.1,12';
  test.each([
    ['recording.csv:1: the file is empty', ''],
    ['recording.csv:1: unknown header "Time,Price"', 'Time,Price\n1,2'],
    ['recording.csv:2: no rows', BARS],
    ['recording.csv:2: 5 columns, the header has 6', `${BARS}\n2026-11-20T13:00:00Z,10,10,10,10`],
    ['recording.csv:3: 1 columns, the header has 6', `${BARS}\n${GOOD}\n\n2026-11-20T13:02:00Z,10,10,10,10,5`],
    ['recording.csv:2: time is not a time: "yesterday"', `${BARS}\nyesterday,10,10,10,10,5`],
    ['recording.csv:2: time is not a time: "2026-02-30T13:00:00Z"', `${BARS}\n2026-02-30T13:00:00Z,10,10,10,10,5`],
    [
      'recording.csv:2: time 2026-11-20T13:00:00 has no offset (write Z for UTC)',
      `${BARS}\n2026-11-20T13:00:00,10,10,10,10,5`,
    ],
    ['recording.csv:3: time not after the row before', `${BARS}\n${GOOD}\n${GOOD}`],
    ['recording.csv:3: time not after the row before', `${TRADES}\n2026-11-20T13:00:01Z,1,1\n2026-11-20T13:00:00Z,1,1`],
    ['recording.csv:3: high below low', `${BARS}\n${GOOD}\n2026-11-20T13:01:00Z,10,9,11,10,5`],
    ['recording.csv:2: high below open or close', `${BARS}\n2026-11-20T13:01:00Z,10,10.2,9,10.3,5`],
    ['recording.csv:2: low above open or close', `${BARS}\n2026-11-20T13:01:00Z,10,10.2,10.1,10.2,5`],
    [
      'recording.csv:2: close 10.15 lies between two ticks, 10.1 and 10.2',
      `${BARS}\n2026-11-20T13:00:00Z,10,10.4,9.9,10.15,12`,
    ],
    ['recording.csv:2: open is not a number: "ten"', `${BARS}\n2026-11-20T13:00:00Z,ten,10.4,9.9,10.1,12`],
    ['recording.csv:2: negative volume', `${BARS}\n2026-11-20T13:00:00Z,10,10.4,9.9,10.1,-1`],
    ['recording.csv:2: volume is not a whole number: "1.5"', `${BARS}\n2026-11-20T13:00:00Z,10,10.4,9.9,10.1,1.5`],
    ["recording.csv:2: a volume of 2 can't trade at 4 prices", `${BARS}\n2026-11-20T13:00:00Z,10,10.4,9.9,10.1,2`],
    ['recording.csv:2: size is 0', `${TRADES}\n2026-11-20T13:00:01Z,1,0`],
    [
      'recording.csv:3: another contract, GC201402; the file began with GC201312',
      `${SHARED}\nGC201312,2013-10-07T00:00:00,1,1,1,1,1\nGC201402,2013-10-07T00:01:00,1,1,1,1,1`,
    ],
  ])('is refused: %s', (message, text) => {
    expect(() => parseRecording(text, 'recording.csv', GRID)).toThrow(new Error(message));
  });
});

describe('a bar plays', () => {
  const bar = (open: number, high: number, low: number, close: number, volumeLots = 40) => ({
    timeMs: 0,
    openTicks: open,
    highTicks: high,
    lowTicks: low,
    closeTicks: close,
    volumeLots,
  });

  test.each([
    [bar(10, 12, 5, 8), [10, 12, 5, 8]],
    [bar(10, 15, 9, 11), [10, 9, 15, 11]],
    [bar(10, 10, 10, 10), [10]],
    [bar(10, 12, 10, 12), [10, 12]],
    [bar(10, 12, 8, 12), [10, 8, 12]],
    // Equally near, and with too few lots for four stops.
    [bar(10, 11, 9, 11, 3), [10, 9, 11]],
    [bar(10, 11, 7, 11, 3), [10, 7, 11]],
  ])('open, nearer extreme, other extreme, close', (given, stops) => {
    expect(priceStops(given)).toEqual(stops);
  });

  test('its volume in equal parts, with the remainder on the close', () => {
    const trades = playedTrades({ kind: 'bars', bars: [bar(10, 12, 5, 8, 43)] });
    expect(trades.map(({ lots }) => lots)).toEqual([10, 10, 10, 13]);
    expect(trades.map(({ timeMs }) => timeMs)).toEqual([0, 15_000, 30_000, 45_000]);
  });
});
