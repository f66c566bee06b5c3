/**
 * Decides which indicators get their own pane below the price, and its height. Half of the space above the time axis
 * belongs to the price; those chosen first are shown, the others wait until the panel grows or one of the first is
 * removed.
 */
import { PANE_STUDIES, type StudyName } from '#features/chart/settings/study-catalogue.ts';

/** Below this height a curve is unreadable. */
export const STUDY_MIN_HEIGHT = 48;
const STUDY_HEIGHT = 96;
/** The library's line between two panes. */
const SEPARATOR_PX = 1;
const TIME_AXIS_PX = 24;

export interface PaneRoom {
  readonly drawn: readonly StudyName[];
  readonly waiting: readonly StudyName[];
  /** Height of each pane drawn. */
  readonly heightPx: number;
}

export interface PaneRoomOptions {
  /** In the order chosen. */
  readonly indicators: readonly StudyName[];
  readonly chartPx: number;
  /** Height of the volume pane. */
  readonly volumePx: number;
}

export function paneRoom({ indicators, chartPx, volumePx }: PaneRoomOptions): PaneRoom {
  const wanted = indicators.filter((name) => PANE_STUDIES.some((known) => known === name));
  const room = (chartPx - TIME_AXIS_PX) / 2 - volumePx;
  const count = Math.max(0, Math.min(wanted.length, Math.floor(room / (STUDY_MIN_HEIGHT + SEPARATOR_PX))));
  const share = Math.floor(room / Math.max(1, count)) - SEPARATOR_PX;
  return { drawn: wanted.slice(0, count), waiting: wanted.slice(count), heightPx: Math.min(STUDY_HEIGHT, share) };
}
