/** How a continuous series is joined, in words: by which rule it rolls, and what happens to the prices of older months. */
import type { TFunction } from 'i18next';
import type { SeriesChoice } from '#features/chart/settings/series-choice.ts';

export function seriesText(t: TFunction, { roll, rollDays, adjustment }: SeriesChoice): string {
  return [
    t(($) => $.chartMore.series.says[roll], { days: rollDays }),
    t(($) => $.chartMore.series.adjustments[adjustment]).toLocaleLowerCase(),
  ].join(', ');
}
