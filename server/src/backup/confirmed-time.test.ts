import { expect, test } from 'vitest';
import { trackConfirmed } from '#backup/confirmed-time.ts';

const NOW_MS = 1_000_000;

test('old log that arrives after the place was away confirms nothing until all of it is there', () => {
  const confirmed = trackConfirmed(0n, { position: 100n, atMs: 1 });
  const until = (): number | undefined => confirmed.untilMs(NOW_MS);
  expect(until()).toBeUndefined();
  confirmed.keep(60n);
  confirmed.hear({ position: 130n, atMs: 2 });
  confirmed.hear({ position: 150n, atMs: 3 });
  confirmed.keep(99n);
  expect(until()).toBeUndefined();
  confirmed.keep(100n);
  expect(until()).toBe(1);
  confirmed.keep(149n);
  expect(until()).toBe(1);
  confirmed.keep(150n);
  expect(until()).toBe(NOW_MS);
});

test('a place that has everything is up to date, and behind from when there is more', () => {
  const confirmed = trackConfirmed(100n, { position: 100n, atMs: 1 });
  expect(confirmed.untilMs(NOW_MS)).toBe(NOW_MS);
  confirmed.hear({ position: 110n, atMs: 500 });
  confirmed.hear({ position: 120n, atMs: 600 });
  expect(confirmed.untilMs(NOW_MS)).toBe(500);
});

test('a log that grows faster than the place takes it is confirmed piece by piece', () => {
  const confirmed = trackConfirmed(0n, { position: 10n, atMs: 0 });
  const told: (number | undefined)[] = [];
  for (let step = 1n; step <= 6n; step += 1n) {
    confirmed.hear({ position: 10n + 20n * step, atMs: Number(step) });
    confirmed.keep(10n * step);
    told.push(confirmed.untilMs(NOW_MS));
  }
  expect(told).toEqual([0, 0, 1, 1, 1, 1]);
  confirmed.keep(70n);
  expect(confirmed.untilMs(NOW_MS)).toBe(3);
});
