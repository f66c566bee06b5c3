import { expect, test } from 'vitest';
import { quietUntilMs } from '#deliveries/quiet-hours.ts';

const NIGHT = { isOn: true, from: '23:00', to: '06:30' };
const NOON = { isOn: true, from: '11:30', to: '13:00' };
const at = (vietnam: string): number => Date.parse(`${vietnam}:00.000+07:00`);

test.each([
  [NIGHT, '2026-11-20T22:59', null],
  [NIGHT, '2026-11-20T23:00', '2026-11-21T06:30'],
  [NIGHT, '2026-11-21T00:00', '2026-11-21T06:30'],
  [NIGHT, '2026-11-21T06:29', '2026-11-21T06:30'],
  [NIGHT, '2026-11-21T06:30', null],
  [NOON, '2026-11-20T11:29', null],
  [NOON, '2026-11-20T12:00', '2026-11-20T13:00'],
  [NOON, '2026-11-20T23:30', null],
  [{ ...NIGHT, isOn: false }, '2026-11-20T23:30', null],
])('%j at %s: until %s', (hours, now, until) => {
  expect(quietUntilMs(hours, at(now))).toBe(until === null ? undefined : at(until));
});
