import { expect, test } from 'vitest';
import { averagePing, pingTone } from '#features/network/ping-tone.ts';

test.each([
  [0, 'quick'],
  [99, 'quick'],
  [100, 'fair'],
  [499, 'fair'],
  [500, 'slow'],
  [5_000, 'slow'],
])('a ping of %s ms is %s', (ms, tone) => expect(pingTone(ms)).toBe(tone));

test.each([
  [[], null],
  [[38], 38],
  [[10, 20, 21], 17],
])('the average of %j is %s', (pings, average) => expect(averagePing(pings)).toBe(average));
