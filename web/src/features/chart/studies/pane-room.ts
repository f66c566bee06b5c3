/**
 * Which indicators have a pane of their own below the price, and how high each is. Half of what is above the time axis is
 * the price's; those chosen first stand, the others wait until the panel grows or one of the first goes.
 */
import { PANE_STUDIES, type StudyName } from '#features/chart/settings/study-catalogue.ts';

/** Lower, a curve says nothing. */
export const STUDY_MIN_HEIGHT = 48;
const STUDY_HEIGHT = 96;
/** The library's line between two panes. */
const SEPARATOR_PX = 1;
const TIME_AXIS_PX = 24;

export interface PaneRoom {
  readonly drawn: readonly StudyName[];
  readonly waiting: readonly StudyName[];
  /** Of each pane that is drawn. */
  readonly heightPx: number;
}

export interface PaneRoomOptions {
  /** In the order in which they were chosen. */
  readonly indicators: readonly StudyName[];
  readonly chartPx: number;
  /** What the pane of the volume takes. */
  readonly volumePx: number;
}

export function paneRoom({ indicators, chartPx, volumePx }: PaneRoomOptions): PaneRoom {
  const wanted = indicators.filter((name) => PANE_STUDIES.some((known) => known === name));
  const room = (chartPx - TIME_AXIS_PX) / 2 - volumePx;
  const count = Math.max(0, Math.min(wanted.length, Math.floor(room / (STUDY_MIN_HEIGHT + SEPARATOR_PX))));
  const share = Math.floor(room / Math.max(1, count)) - SEPARATOR_PX;
  return { drawn: wanted.slice(0, count), waiting: wanted.slice(count), heightPx: Math.min(STUDY_HEIGHT, share) };
}
