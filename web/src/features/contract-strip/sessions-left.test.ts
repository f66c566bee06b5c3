import { expect, test } from 'vitest';
import { nextEnd, sessionsUntil } from './sessions-left.ts';

const at = (text: string) => Date.parse(text);
// A Friday, 21:00 in Vietnam.
const NOW = at('2026-11-20T14:00:00Z');
const NO_DEADLINE = { long: null, short: null };

test('our own deadline comes before the exchange’s days', () => {
  const closeOutAt = { long: '2026-11-27T10:00:00.000Z', short: '2026-12-10T10:00:00.000Z' };
  const ends = { closeOutAt, firstNotificationDate: '2026-11-30', lastTradeDay: '2026-12-14' };
  expect(nextEnd(ends, NOW)).toEqual({ kind: 'closeOut', atMs: at('2026-11-27T10:00:00Z') });
});

test('without one, the first notice day; after that the last trading day; then nothing', () => {
  const ends = { closeOutAt: NO_DEADLINE, firstNotificationDate: '2026-11-30', lastTradeDay: '2026-12-14' };
  expect(nextEnd(ends, NOW)?.kind).toBe('firstNotice');
  expect(nextEnd(ends, at('2026-12-01T00:00:00Z'))?.kind).toBe('lastTrade');
  expect(nextEnd(ends, at('2026-12-20T00:00:00Z'))).toBeNull();
  expect(nextEnd({ ...ends, firstNotificationDate: null }, NOW)?.kind).toBe('lastTrade');
});

test('sessions are the weekdays before the end, today’s included', () => {
  expect(sessionsUntil(at('2026-11-23T01:00:00Z'), NOW)).toBe(1);
  expect(sessionsUntil(at('2026-11-30T01:00:00Z'), NOW)).toBe(6);
  expect(sessionsUntil(at('2026-11-20T15:00:00Z'), NOW)).toBe(0);
});

test('the night before 05:00 in Vietnam still belongs to the day before', () => {
  expect(sessionsUntil(at('2026-11-20T21:00:00Z'), NOW)).toBe(0);
  expect(sessionsUntil(at('2026-11-20T23:00:00Z'), NOW)).toBe(1);
});
