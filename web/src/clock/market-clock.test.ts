import { afterAll, expect, test } from 'vitest';
import { isMarketElsewhen, marketNowMs, noteTimes, quoteAgeMs, serverNowMs } from '#clock/market-clock.ts';
import { setClock } from '#session/clock.ts';

let nowMs = 1_000_000;
const restore = setClock(() => nowMs);
afterAll(restore);

test('no price has an age before the market’s time is known', () => {
  expect(quoteAgeMs(1)).toBe(0);
  noteTimes({ timeMs: 50_000, marketMs: 20_000 });
  expect([quoteAgeMs(8_000), quoteAgeMs(21_000), quoteAgeMs(null)]).toEqual([12_000, 0, 0]);
});

test('both times run on from the last heartbeat, a recording’s apart from the server’s', () => {
  noteTimes({ timeMs: 5_000_000, marketMs: 5_000_100 });
  nowMs += 250;
  expect([serverNowMs(), marketNowMs(), isMarketElsewhen()]).toEqual([5_000_250, 5_000_350, false]);
  noteTimes({ timeMs: 5_010_000, marketMs: 70_000 });
  nowMs += 1_000;
  expect([serverNowMs(), marketNowMs(), isMarketElsewhen()]).toEqual([5_011_000, 71_000, true]);
});
