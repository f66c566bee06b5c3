import { expect, test } from 'vitest';
import { DEFAULT_CHART } from '#features/chart/settings/chart-settings.ts';
import { SLOTS, type StudyName } from '#features/chart/settings/study-catalogue.ts';
import { freeSlot, freshSetting, slotsTaken } from '#features/chart/settings/study-colours.ts';
import type { StudySettings } from '#features/chart/settings/study-settings.ts';

/** Chosen one after the other, as on the chart. */
function chosen(names: readonly StudyName[], compared: readonly number[] = []) {
  let studies: StudySettings = {};
  const indicators: StudyName[] = [];
  for (const name of names) {
    studies = { ...studies, [name]: freshSetting(name, { indicators, studies }, compared) };
    indicators.push(name);
  }
  return { indicators, studies };
}

test('indicators over the price have distinct hues, as long as there are any left', () => {
  const averages = chosen(['MA', 'EMA', 'BOLL', 'WMA']);
  const hues = averages.indicators.map((name) => [
    ...new Set(averages.studies[name]?.lines.flatMap(({ slot, isShown }) => (isShown ? [slot] : []))),
  ]);
  expect(hues.flat()).toHaveLength(new Set(hues.flat()).size);
  expect(hues.map(({ length }) => length)).toEqual([2, 2, 1, 1]);
});

test('a band has one hue, and a compared contract keeps its own', () => {
  const { studies } = chosen(['BOLL'], [2]);
  expect(new Set(studies.BOLL?.lines.map(({ slot }) => slot))).toEqual(new Set([0]));
});

test('when every hue is used, the least used one is taken', () => {
  expect(freeSlot({ near: [...SLOTS, ...SLOTS.filter((slot) => slot !== 3)], elsewhere: [] }, 0)).toBe(3);
  expect(freeSlot({ near: [], elsewhere: [] }, 4)).toBe(4);
});

test('an indicator in its own pane has its own hue too, as long as there are any left', () => {
  const { studies } = chosen(['MA', 'RSI', 'MACD']);
  const hues = (name: StudyName) => studies[name]?.lines.filter(({ isShown }) => isShown).map(({ slot }) => slot);
  expect([hues('MA'), hues('RSI'), hues('MACD')]).toEqual([[0, 1], [2], [3, 5]]);
});

test('a hue unused in the pane comes before one unused elsewhere, and hidden lines use none', () => {
  expect(freeSlot({ near: [0], elsewhere: [1, 2, 3, 4, 5, 6] }, 0)).toBe(1);
  expect(freeSlot({ near: [0], elsewhere: [1, 2, 4, 5, 6] }, 0)).toBe(3);
  expect(slotsTaken({ ...DEFAULT_CHART, indicators: ['MA', 'RSI'] })).toEqual([0, 1]);
});
