import { expect, test } from 'vitest';
import { closeOutOf, nextCloseOut } from '#market/close-out.ts';

const ends = {
  closeOutAt: { long: '2026-11-27T21:00:00.000Z', short: '2026-12-11T21:00:00.000Z' },
  sessionsLeft: { long: 5, short: 14 },
};
const at = (text: string) => Date.parse(text);

test('a long and a short have days of their own', () => {
  expect(closeOutOf(ends, 'long')).toMatchObject({ sessions: 5, at: ends.closeOutAt.long });
  expect(closeOutOf(ends, 'short')).toMatchObject({ sessions: 14, at: ends.closeOutAt.short });
});

test.each([
  ['longs are out first', '2026-11-20T05:00:00.000Z', 'long'],
  ['then shorts', '2026-11-28T05:00:00.000Z', 'short'],
  ['then nobody is left', '2026-12-20T05:00:00.000Z', undefined],
] as const)('%s', (_name, now, side) => expect(nextCloseOut(ends, at(now))?.side).toBe(side));

test('reports nothing without a plan', () => {
  expect(nextCloseOut({ ...ends, sessionsLeft: null }, at('2026-11-20T05:00:00.000Z'))).toBeNull();
});
