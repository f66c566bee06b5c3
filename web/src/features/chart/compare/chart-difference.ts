/** The chart of two months' spread: one contract's own, with its difference to the other below the price. */
import { COMPARE_SLOTS } from '#features/chart/compare/compared-contract.ts';
import { useComparisonStore } from '#features/chart/compare/comparison-store.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { slotsTaken } from '#features/chart/settings/study-colours.ts';

/**
 * Charts of other contracts show their difference to `code` from now on; what was compared before gives way, and so does
 * the continuous series, which is no month's own.
 */
export function chartDifference(code: string): void {
  const settings = useChartSettings.getState();
  const taken = slotsTaken(settings);
  const [first] = COMPARE_SLOTS;
  settings.setCompareMode('difference');
  settings.setSeries({ ...settings.series, isContinuous: false });
  const slot = COMPARE_SLOTS.find((hue) => !taken.includes(hue)) ?? first;
  useComparisonStore.getState().set([{ code, slot }]);
}
