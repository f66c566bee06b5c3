/** Saves what the chart shows as a picture, with the legend's lines. */
import type { Contract } from '@mua/contract/entities/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { shownComparison } from '#features/chart/compare/shown-comparison.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import { useLineTitle } from '#features/chart/studies/use-line-title.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { useIntervalName } from '#features/chart/use-interval-name.ts';
import type { ShownSeries } from '#features/chart/use-shown-series.ts';
import { withChartMoreWords } from '#i18n/i18n.ts';
import { useFormat } from '#i18n/use-format.ts';
import { priceStore } from '#market/price-store.ts';
import { nowMs } from '#session/clock.ts';

export function usePicture(
  chart: TradingChart | null,
  contract: Contract,
  { title: shown, tradedCode }: ShownSeries,
): () => void {
  const { t } = useTranslation();
  const format = useFormat();
  const lineTitle = useLineTitle();
  const { interval } = useChartInterval();
  const name = useIntervalName()(interval).full;
  return useCallback(() => {
    if (!chart) return;
    const price = format.price(priceStore.read(tradedCode ?? contract.code, 'last'), contract.decimalFormat);
    const title = `${shown} · ${name} · ${contract.exchange} · ${price} · ${format.dateTime(nowMs())}`;
    const settings = useChartSettings.getState();
    const says = t(($) => $.chart.compare.says[shownComparison(settings)], { code: shown });
    // As of the press, whatever is loaded first.
    const [reading, compared] = [chart.reader.reading.read(), chart.compare.readings.read()];
    const picture = chart.picture();
    const labels = chart.lines.labels();
    const file = `${shown.replace(/[()]/g, '').replace(' ', '-')}-${interval}.png`;
    void withChartMoreWords(() => import('#features/chart/picture-texts.ts')).then(
      async ({ pictureLines, joinedText }) => {
        const { savePicture } = await import('#features/chart/save-picture.ts');
        const lines = pictureLines(reading, { compared, says, lineTitle });
        await savePicture(picture, { title: `${title}${joinedText(t, settings.series)}`, file, lines, labels });
      },
    );
  }, [chart, contract, shown, tradedCode, format, name, interval, lineTitle, t]);
}
