/** The axis of an indicator's pane, which formats values as the legend does. */
import type { YAxisTemplate } from 'klinecharts';
import { formatVolume, MINUS } from '#i18n/format.ts';

export const STUDY_AXIS = 'muaStudy';

export const studyAxis: YAxisTemplate = { name: STUDY_AXIS, displayValueToText: figureText };

/** Without decimals a value is a number of lots, and is grouped like one. */
export function figureText(value: number, decimals: number): string {
  const text = decimals === 0 ? formatVolume(Math.round(value)) : value.toFixed(decimals);
  return text.replace('-', MINUS);
}
