/**
 * How a chart can show compared contracts. A continuous series joins the prices of several months and may move them: its
 * spread with another contract is one that nobody could trade, so that none is drawn and the legend says why.
 */
import type { ChartSettings, CompareMode } from '#features/chart/settings/chart-settings.ts';

export type ShownComparison = CompareMode | 'noSpread';

export function shownComparison({
  compareMode,
  series,
}: Pick<ChartSettings, 'compareMode' | 'series'>): ShownComparison {
  const isSpread = compareMode === 'difference' || compareMode === 'ratio';
  return isSpread && series.isContinuous ? 'noSpread' : compareMode;
}
