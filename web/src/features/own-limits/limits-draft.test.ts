import type { SelfLimits } from '@mua/contract/http/self-limits';
import { describe, expect, test } from 'vitest';
import { readTimeOfDay } from '#design/time-of-day.ts';
import { currentLimits, draftOf, effectsOf, loosensAtMs, readLimits } from '#features/own-limits/limits-draft.ts';

/** 12:00 in Vietnam. */
const NOON = Date.parse('2026-11-20T05:00:00.000Z');
const NONE: SelfLimits = { maxLotsPerOrder: null, dailyLoss: null, noTradeHours: null, coolOffUntil: null };
const SOME: SelfLimits = {
  maxLotsPerOrder: 5,
  dailyLoss: '50000000',
  noTradeHours: { from: '22:00', to: '06:00' },
  coolOffUntil: '2026-11-20T09:00:00.000Z',
};

describe('what was typed', () => {
  test('reads back unchanged', () => {
    for (const limits of [NONE, SOME])
      expect(readLimits(draftOf(limits), limits, NOON)).toEqual({ limits, faults: {} });
  });

  test.each([
    ['lots are whole and above 0', { maxLots: '0' }, { maxLotsPerOrder: 'lots' }],
    ['nor a word', { maxLots: 'năm' }, { maxLotsPerOrder: 'lots' }],
    ['a loss is a sum', { dailyLoss: '1,5' }, { dailyLoss: 'amount' }],
    ['hours come in pairs', { to: '' }, { noTradeHours: 'hours' }],
    ['a day has 24 of them', { from: '24:00' }, { noTradeHours: 'hours' }],
    ['and they differ', { from: '6', to: '06:00' }, { noTradeHours: 'sameHours' }],
  ] as const)('%s', (_name, typed, faults) =>
    expect(readLimits({ ...draftOf(SOME), ...typed }, SOME, NOON)).toEqual({ limits: SOME, faults }),
  );

  test('amounts and times as people write them', () => {
    const draft = { ...draftOf(NONE), dailyLoss: '20.000.000', from: '9h30', to: '1100', pause: 'hour' } as const;
    expect(readLimits(draft, NONE, NOON).limits).toEqual({
      maxLotsPerOrder: null,
      dailyLoss: '20000000',
      noTradeHours: { from: '09:30', to: '11:00' },
      coolOffUntil: '2026-11-20T06:00:00.000Z',
    });
  });

  test.each([
    ['9', '09:00'],
    ['23:59', '23:59'],
    ['7h', '07:00'],
    ['9:5', undefined],
    ['', undefined],
  ])('%s is %s', (typed, time) => expect(readTimeOfDay(typed)).toBe(time));
});

describe('the effect of a change', () => {
  test.each([
    ['fewer lots hold at once', { maxLotsPerOrder: 3 }, 'maxLotsPerOrder', 'atOnce'],
    ['more lots wait', { maxLotsPerOrder: 8 }, 'maxLotsPerOrder', 'later'],
    ['no limit at all waits, too', { dailyLoss: null }, 'dailyLoss', 'later'],
    ['longer hours hold at once', { noTradeHours: { from: '21:00', to: '07:00' } }, 'noTradeHours', 'atOnce'],
    ['moved hours wait', { noTradeHours: { from: '23:00', to: '07:00' } }, 'noTradeHours', 'later'],
    ['a longer pause holds at once', { coolOffUntil: '2026-11-21T09:00:00.000Z' }, 'coolOffUntil', 'atOnce'],
    ['nothing changed', {}, 'dailyLoss', 'same'],
  ] as const)('%s', (_name, change, name, effect) =>
    expect(effectsOf(SOME, { ...SOME, ...change })[name]).toBe(effect),
  );

  test('the next trade date begins at 05:00 in Vietnam', () => {
    expect(new Date(loosensAtMs(NOON)).toISOString()).toBe('2026-11-20T22:00:00.000Z');
    expect(new Date(loosensAtMs(Date.parse('2026-11-20T21:00:00Z'))).toISOString()).toBe('2026-11-20T22:00:00.000Z');
  });

  test('a pause that is over does not count', () => {
    expect(currentLimits(SOME, NOON)).toBe(SOME);
    expect(currentLimits(SOME, Date.parse('2026-11-20T09:00:00Z')).coolOffUntil).toBeNull();
  });
});
