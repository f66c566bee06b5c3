/**
 * Draws what accompanies an indicator's curves: the newest value of each as a tag on its axis, in its colour, and the
 * levels that traders read it by as dashed lines across its pane. One overlay per pane.
 */
import type { AxisRange, Chart, OverlayFigure, OverlayTemplate, YAxis } from 'klinecharts';
import { rangeAround } from '#features/chart/axes/price-axis.ts';
import { isUnderTag, TAG_HEIGHT } from '#features/chart/axes/price-tags.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { PAINTED } from '#features/chart/surface/painted-overlay.ts';

export interface StudyTag {
  readonly value: number;
  readonly text: string;
  readonly color: string;
}

export interface StudyMarksView {
  readonly theme: ChartTheme;
  readonly levels: readonly number[];
  readonly levelText: (level: number) => string;
  readonly tags: () => readonly StudyTag[];
  /** In the order of the tags. */
  readonly tops: (tags: readonly StudyTag[], axis: YAxis, height: number) => readonly number[];
  /** Labels of the axis, which set its width. */
  readonly onLabels: (texts: readonly string[]) => void;
}

export const STUDY_MARKS = 'muaStudyMarks';
const PADDING = 7;
/** Minimum distance between two level labels. */
const LEVEL_PX = 12;

export const studyMarksTemplate: OverlayTemplate<() => StudyMarksView> = {
  name: STUDY_MARKS,
  ...PAINTED,
  zLevel: -3,
  createPointFigures: ({ overlay, bounding, yAxis }) => {
    const { levels, theme } = overlay.extendData();
    return yAxis ? levels.map((level) => guide(yAxis.convertToPixel(level), bounding.width, theme)) : [];
  },
  createYAxisFigures: ({ overlay, bounding, yAxis }) => {
    if (!yAxis) return [];
    const view = overlay.extendData();
    const tags = view.tags();
    view.onLabels(tags.map(({ text }) => text));
    const tops = view.tops(tags, yAxis, bounding.height);
    const isSeen = (top: number) => top > -TAG_HEIGHT && top < bounding.height;
    const ground = { yOf: (level: number) => yAxis.convertToPixel(level), tops };
    const said = saidLevels(view.levels, ground).map(({ level, y }) => words(view, view.levelText(level), y));
    const drawn = tags.flatMap((tag, place) => {
      const top = tops[place] ?? 0;
      return isSeen(top) ? tagFigures(tag, { top, width: bounding.width, theme: view.theme }) : [];
    });
    return [...said, ...drawn];
  },
};

/** Shows exactly these on the pane; the view is passed as a function because the library copies plain data. */
export function showStudyMarks(chart: Chart, paneId: string, view: StudyMarksView): void {
  const id = idOf(paneId);
  const extendData = () => view;
  if (chart.getOverlays({ id }).length > 0) chart.overrideOverlay({ id, name: STUDY_MARKS, extendData });
  else {
    const points = [{ dataIndex: 0, value: 0 }];
    chart.createOverlay({ id, name: STUDY_MARKS, paneId, lock: true, points, extendData });
  }
}

export function hideStudyMarks(chart: Chart, paneId: string): void {
  const id = idOf(paneId);
  if (chart.getOverlays({ id }).length > 0) chart.removeOverlay({ id });
}

function idOf(paneId: string): string {
  return `marks_${paneId}`;
}

/** The pane includes its levels, which would otherwise be out of view. */
export function rangeOfLevels(levels: readonly number[], range: AxisRange): AxisRange {
  return rangeAround(levels, range);
}

export interface LevelGround {
  readonly yOf: (level: number) => number;
  /** Positions of tags, which cover the labels below them. */
  readonly tops: readonly number[];
}

/** Returns the levels labelled on the axis: the outer ones first if there is no room for all. */
export function saidLevels(levels: readonly number[], { yOf, tops }: LevelGround): { level: number; y: number }[] {
  const middle = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const outward = [...levels].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
  const said: { level: number; y: number }[] = [];
  for (const level of outward) {
    const y = yOf(level);
    const isFree = said.every((other) => Math.abs(other.y - y) >= LEVEL_PX) && !isUnderTag(y, tops, undefined);
    if (isFree) said.push({ level, y });
  }
  return said;
}

function words({ theme }: StudyMarksView, text: string, y: number): OverlayFigure {
  const bare = { paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0, borderSize: 0 };
  const font = { color: theme.text3, family: theme.family, size: 11, backgroundColor: 'transparent' };
  const attrs = { x: 1 + PADDING, y, text, align: 'left', baseline: 'middle' };
  return { type: 'text', attrs, styles: { ...font, ...bare }, ignoreEvent: true };
}

function guide(y: number, width: number, theme: ChartTheme): OverlayFigure {
  const coordinates = [
    { x: 0, y },
    { x: width, y },
  ];
  const styles = { style: 'dashed', dashedValue: [2, 4], color: `${theme.text3}99`, size: 1 };
  return { type: 'line', attrs: { coordinates }, styles, ignoreEvent: true };
}

function tagFigures(
  { text, color }: StudyTag,
  { top, width, theme }: { readonly top: number; readonly width: number; readonly theme: ChartTheme },
): OverlayFigure[] {
  const box = { x: 1, y: top, width: width - 1, height: TAG_HEIGHT };
  const bare = { paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0, borderSize: 0 };
  const font = { color, family: theme.family, size: 11, weight: 500, backgroundColor: 'transparent' };
  return [
    { type: 'rect', attrs: box, styles: { style: 'fill', color: theme.surface4, borderRadius: 2 }, ignoreEvent: true },
    { type: 'rect', attrs: { ...box, width: 2 }, styles: { style: 'fill', color }, ignoreEvent: true },
    {
      type: 'text',
      attrs: { x: 1 + PADDING, y: top + TAG_HEIGHT / 2, text, align: 'left', baseline: 'middle' },
      styles: { ...font, ...bare },
      ignoreEvent: true,
    },
  ];
}
