import { expect, test } from 'vitest';
import { CATALOGUE, STUDIES } from '#features/chart/settings/study-catalogue.ts';
import { fitted, initialSetting, studySettingsFrom } from '#features/chart/settings/study-settings.ts';

test('every indicator’s defaults are within its own limits', () => {
  for (const name of STUDIES) {
    for (const param of CATALOGUE[name].params) expect(fitted(param.initial, param), name).toBe(param.initial);
    if (CATALOGUE[name].isLinePerParam) expect(CATALOGUE[name].lines).toHaveLength(CATALOGUE[name].params.length);
  }
});

test('stored settings are clamped; missing or unknown ones get the defaults', () => {
  const kept = {
    RSI: { params: [1_000_000], lines: [{ slot: 2, isShown: false }] },
    BOLL: { params: [10.6, 2.55], lines: 'x' },
    SAR: null,
    GONE: { params: [1] },
  };
  const read = studySettingsFrom(kept);
  expect(Object.keys(read).sort()).toEqual(['BOLL', 'RSI', 'SAR']);
  expect(read.RSI).toEqual({ params: [500], lines: [{ slot: 2, isShown: false }] });
  expect(read.BOLL?.params).toEqual([11, 2.6]);
  expect(read.SAR).toEqual(initialSetting('SAR'));
  expect(studySettingsFrom('nonsense')).toEqual({});
});
