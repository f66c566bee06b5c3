/** Saves what the chart shows as a picture, with the legend's lines. */
import type { Contract } from '@mua/contract/entities/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompareReading } from '#features/chart/compare/compare-layer.ts';
import type { PictureLine } from '#features/chart/save-picture.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import type { Reading, StudyReading } from '#features/chart/studies/legend-reading.ts';
import { type LineTitle, useLineTitle } from '#features/chart/studies/use-line-title.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { useIntervalName } from '#features/chart/use-interval-name.ts';
import type { ShownSeries } from '#features/chart/use-shown-series.ts';
import { MISSING } from '#i18n/format.ts';
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
    const { compareMode, series } = useChartSettings.getState();
    const compared = comparedTexts(
      chart.compare.readings.read(),
      t(($) => $.chart.compare.says[compareMode], { code: shown }),
    );
    const lines = pictureLines(chart.reader.reading.read(), compared, lineTitle);
    const picture = chart.picture();
    const labels = chart.lines.labels();
    const file = `${shown.replace(/[()]/g, '').replace(' ', '-')}-${interval}.png`;
    void withChartMoreWords(() => import('#features/chart/series-text.ts')).then(async ({ seriesText }) => {
      const { savePicture } = await import('#features/chart/save-picture.ts');
      // The joined prices of a series are nobody's: a picture that does not say how they came about misleads.
      const joined = series.isContinuous ? ` · ${seriesText(t, series)}` : '';
      await savePicture(picture, { title: `${title}${joined}`, file, lines, labels });
    });
  }, [chart, contract, shown, tradedCode, format, name, interval, lineTitle, t]);
}

const LINE_PX = 16;

/** `says` tells what the figures are: a close, a change, a spread. */
export function comparedTexts(compared: readonly CompareReading[], says: string): readonly string[] {
  if (compared.length === 0) return [];
  return [...compared.map(({ code, text }) => (text === null ? code : `${code} ${text}`)), says];
}

/** What the legend shows beside the bar: compared contracts and indicators. */
function pictureLines(reading: Reading, compared: readonly string[], lineTitle: LineTitle): PictureLine[] {
  const studyText = (study: StudyReading) => studyLine(study, lineTitle);
  const over = [...compared, ...reading.studies.filter(({ topPx }) => topPx === null).map(studyText)];
  const below = reading.studies.flatMap((study) =>
    study.topPx === null ? [] : [{ text: studyText(study), yPx: study.topPx + LINE_PX / 2 + 4 }],
  );
  return [...over.map((text, place) => ({ text, yPx: (place + 1) * LINE_PX })), ...below];
}

/** Without the colours of the curves, so each value's name sets it apart from the others. */
function studyLine({ name, params, values }: StudyReading, lineTitle: LineTitle): string {
  const reported = values.map(({ title, text }) =>
    [title === name ? '' : lineTitle(title), text || MISSING].join(' ').trim(),
  );
  return [[name, ...params].join(' '), ...reported].join(' · ');
}
