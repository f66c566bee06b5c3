/** The texts of a picture of the chart: how its prices were joined, and what the legend shows beside the bar. */
import type { TFunction } from 'i18next';
import type { CompareReading } from '#features/chart/compare/compare-layer.ts';
import type { PictureLine } from '#features/chart/save-picture.ts';
import { seriesText } from '#features/chart/series-text.ts';
import type { SeriesChoice } from '#features/chart/settings/series-choice.ts';
import type { Reading, StudyReading } from '#features/chart/studies/legend-reading.ts';
import type { LineTitle } from '#features/chart/studies/use-line-title.ts';
import { MISSING } from '#i18n/format.ts';

/** The joined prices of a series are nobody's: a picture that does not say how they came about misleads. */
export function joinedText(t: TFunction, series: SeriesChoice): string {
  return series.isContinuous ? ` · ${seriesText(t, series)}` : '';
}

const LINE_PX = 16;

/** `says` tells what the figures are: a close, a change, a spread. */
export function comparedTexts(compared: readonly CompareReading[], says: string): readonly string[] {
  if (compared.length === 0) return [];
  return [...compared.map(({ code, text }) => (text === null ? code : `${code} ${text}`)), says];
}

export interface BesideBar {
  readonly compared: readonly CompareReading[];
  /** Tells what the figures of compared contracts are. */
  readonly says: string;
  readonly lineTitle: LineTitle;
}

/** What the legend shows beside the bar: compared contracts and indicators. */
export function pictureLines(reading: Reading, { compared, says, lineTitle }: BesideBar): PictureLine[] {
  const studyText = (study: StudyReading) => studyLine(study, lineTitle);
  const over = [
    ...comparedTexts(compared, says),
    ...reading.studies.filter(({ topPx }) => topPx === null).map(studyText),
  ];
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
