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

test('what lies over the price has hues of its own, as long as there are any', () => {
  const averages = chosen(['MA', 'EMA', 'BOLL', 'WMA']);
  const hues = averages.indicators.map((name) => [
    ...new Set(averages.studies[name]?.lines.flatMap(({ slot, isShown }) => (isShown ? [slot] : []))),
  ]);
  expect(hues.flat()).toHaveLength(new Set(hues.flat()).size);
  expect(hues.map(({ length }) => length)).toEqual([2, 2, 1, 1]);
});

test('a band keeps one hue, and a compared contract keeps its own', () => {
  const { studies } = chosen(['BOLL'], [2]);
  expect(new Set(studies.BOLL?.lines.map(({ slot }) => slot))).toEqual(new Set([0]));
});

test('when every hue is taken, it is the one that fewest have', () => {
  expect(freeSlot({ near: [...SLOTS, ...SLOTS.filter((slot) => slot !== 3)], elsewhere: [] }, 0)).toBe(3);
  expect(freeSlot({ near: [], elsewhere: [] }, 4)).toBe(4);
});

test('what has a pane of its own has a hue of its own too, as long as there are any', () => {
  const { studies } = chosen(['MA', 'RSI', 'MACD']);
  const hues = (name: StudyName) => studies[name]?.lines.filter(({ isShown }) => isShown).map(({ slot }) => slot);
  expect([hues('MA'), hues('RSI'), hues('MACD')]).toEqual([[0, 1], [2], [3, 5]]);
});

test('a hue that is nowhere in the pane comes before one that is nowhere else, and what is hidden takes none', () => {
  expect(freeSlot({ near: [0], elsewhere: [1, 2, 3, 4, 5, 6] }, 0)).toBe(1);
  expect(freeSlot({ near: [0], elsewhere: [1, 2, 4, 5, 6] }, 0)).toBe(3);
  expect(slotsTaken({ ...DEFAULT_CHART, indicators: ['MA', 'RSI'] })).toEqual([0, 1]);
});
