import { expect, test } from 'vitest';
import { DEFAULT_CHART } from '#features/chart/settings/chart-settings.ts';
import { SLOTS, type StudyName } from '#features/chart/settings/study-catalogue.ts';
import { freeSlot, freshSetting, recoloured, slotsTaken } from '#features/chart/settings/study-colours.ts';
import { initialSetting, type StudySettings } from '#features/chart/settings/study-settings.ts';

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
  expect(freeSlot([...SLOTS, ...SLOTS.filter((slot) => slot !== 3)], 0)).toBe(3);
  expect(freeSlot([], 4)).toBe(4);
});

test('a pane of its own has the palette to itself, and what is hidden takes no hue', () => {
  expect(recoloured('RSI', initialSetting('RSI'), [0, 1, 2])).toEqual(initialSetting('RSI'));
  expect(slotsTaken({ ...DEFAULT_CHART, indicators: ['MA', 'RSI'] })).toEqual([0, 1]);
});
