import { beforeEach, expect, test } from 'vitest';
import { chartSettingsFrom, DEFAULT_CHART, useChartSettings } from '#features/chart/settings/chart-settings.ts';

beforeEach(() => useChartSettings.setState(DEFAULT_CHART));

test.each([undefined, null, 'x', 5, []])('%j is no setting, so the default applies', (kept) => {
  expect(chartSettingsFrom(kept)).toEqual(DEFAULT_CHART);
});

test('known indicators are kept once, in the order chosen; unknown ones are dropped', () => {
  const kept = { interval: '1h', type: 'renko', volume: false, indicators: ['RSI', 'GONE', 'MA', 3, 'RSI'] };
  expect(chartSettingsFrom(kept)).toMatchObject({
    interval: '1h',
    type: 'candles',
    volume: false,
    scale: 'price',
    indicators: ['RSI', 'MA'],
    isLegendFolded: false,
  });
  // An indicator over the price keeps its default, and the pane below avoids its hues.
  const { studies } = chartSettingsFrom(kept);
  expect(studies.MA).toBeUndefined();
  expect(studies.RSI?.lines.map(({ slot }) => slot)).toEqual([2]);
});

test('only a scale that was turned over is upside down', () => {
  expect([{ isInverted: true }, { isInverted: 'yes' }, {}].map((kept) => chartSettingsFrom(kept).isInverted)).toEqual([
    true,
    false,
    false,
  ]);
});

test('averages stored in the same hues, before hues were assigned, get different ones', () => {
  const { studies } = chartSettingsFrom({ indicators: ['MA', 'EMA'] });
  expect(studies.MA).toBeUndefined();
  expect(studies.EMA?.lines.map(({ slot }) => slot).slice(0, 2)).toEqual([2, 3]);
});

test('an indicator gets a hue that neither another one nor a compared contract has', () => {
  useChartSettings.getState().toggleIndicator('EMA', [2]);
  expect(
    useChartSettings
      .getState()
      .studies.EMA?.lines.map(({ slot }) => slot)
      .slice(0, 2),
  ).toEqual([3, 5]);
});

test('an indicator is switched on and off', () => {
  useChartSettings.getState().toggleIndicator('RSI');
  expect(useChartSettings.getState().indicators).toEqual(['MA', 'RSI']);
  useChartSettings.getState().toggleIndicator('MA');
  expect(useChartSettings.getState().indicators).toEqual(['RSI']);
});
