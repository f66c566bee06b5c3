/** Shows the margin levels as prices of the chart: lines if they are in view, names at the edge otherwise. */

import type { Ticks } from '@mua/core/values';
import type { Chart, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { PAINTED, paintOverlay } from '#features/chart/surface/painted-overlay.ts';

export const MARGIN_LEVEL_NAMES = ['call', 'cancel', 'countdown'] as const;
export type MarginLevelName = (typeof MARGIN_LEVEL_NAMES)[number];

export interface MarginLevelLine {
  readonly name: MarginLevelName;
  readonly ticks: Ticks;
  /** `Yêu cầu bổ sung ký quỹ 100%`: the percentage alone would be unclear. */
  readonly label: string;
}

export interface MarginLevelsView {
  readonly marginLevels: readonly MarginLevelLine[];
  readonly theme: ChartTheme;
  readonly priceOf: (ticks: Ticks) => number;
  readonly textOf: (ticks: Ticks) => string;
  readonly widthOf: (text: string) => number;
}

export interface PlacedMarginLevels {
  readonly lines: readonly { readonly level: MarginLevelLine; readonly y: number }[];
  readonly above: readonly MarginLevelLine[];
  readonly below: readonly MarginLevelLine[];
}

export const MARGIN_LEVELS = 'muaMarginLevels';
const HEIGHT = 18;
const PADDING = 6;
const LEFT = 10;
/** Below the legend's first lines. */
const TOP = 52;

/** Visible levels as lines; levels beyond an edge as text at that edge, the nearest first. */
export function placedMarginLevels(
  marginLevels: readonly MarginLevelLine[],
  yOf: (level: MarginLevelLine) => number,
  height: number,
): PlacedMarginLevels {
  const placed = marginLevels.map((level) => ({ level, y: yOf(level) }));
  const beyond = (isBeyond: (y: number) => boolean, sign: 1 | -1) =>
    placed
      .filter(({ y }) => isBeyond(y))
      .sort((a, b) => sign * (a.y - b.y))
      .map(({ level }) => level);
  return {
    lines: placed.filter(({ y }) => y >= 0 && y <= height),
    above: beyond((y) => y < 0, -1),
    below: beyond((y) => y > height, 1),
  };
}

export const marginLevelsTemplate: OverlayTemplate<() => MarginLevelsView> = {
  name: MARGIN_LEVELS,
  ...PAINTED,
  zLevel: -2,
  createPointFigures: ({ overlay, bounding, yAxis }) => {
    const view = overlay.extendData();
    if (!yAxis) return [];
    const yOf = ({ ticks }: MarginLevelLine) => yAxis.convertToPixel(view.priceOf(ticks));
    const { lines, above, below } = placedMarginLevels(view.marginLevels, yOf, bounding.height);
    return [
      ...lines.flatMap(({ level, y }) => levelFigures(view, level, { y, width: bounding.width })),
      ...edgeFigures(view, { arrow: '↑', marginLevels: above, y: TOP, width: bounding.width }),
      ...edgeFigures(view, {
        arrow: '↓',
        marginLevels: below,
        y: bounding.height - HEIGHT / 2 - 4,
        width: bounding.width,
      }),
    ];
  },
};

export function showMarginLevels(chart: Chart, view: MarginLevelsView): void {
  paintOverlay(chart, MARGIN_LEVELS, { view: view.marginLevels.length === 0 ? null : view });
}

function colourOf(theme: ChartTheme, { name }: MarginLevelLine): string {
  return name === 'call' ? theme.warning : theme.down;
}

function levelFigures(
  view: MarginLevelsView,
  level: MarginLevelLine,
  { y, width }: { y: number; width: number },
): OverlayFigure[] {
  const color = colourOf(view.theme, level);
  const line = {
    coordinates: [
      { x: 0, y },
      { x: width, y },
    ],
  };
  const text = textOf(view, level);
  return [
    { type: 'line', attrs: line, styles: { style: 'dashed', dashedValue: [2, 4], color, size: 1 }, ignoreEvent: true },
    ...words(view, { text, color, y }),
  ];
}

function textOf({ textOf: priceText }: MarginLevelsView, { label, ticks }: MarginLevelLine): string {
  return `${label} ${priceText(ticks)}`;
}

/** The levels beyond one edge on a single line, the nearest first, as many as fit. */
export function edgeText(
  arrow: string,
  texts: readonly string[],
  { width, widthOf }: { readonly width: number; readonly widthOf: (text: string) => number },
): string {
  const joined = (count: number) => `${arrow} ${texts.slice(0, count).join(' · ')}`;
  let count = texts.length;
  while (count > 1 && widthOf(joined(count)) + LEFT + PADDING * 2 > width) count -= 1;
  return joined(count);
}

function edgeFigures(
  view: MarginLevelsView,
  edge: { arrow: string; marginLevels: readonly MarginLevelLine[]; y: number; width: number },
): OverlayFigure[] {
  const { arrow, marginLevels, y, width } = edge;
  const [nearest] = marginLevels;
  if (!nearest) return [];
  const texts = marginLevels.map((level) => textOf(view, level));
  const text = edgeText(arrow, texts, { width, widthOf: view.widthOf });
  return words(view, { text, color: colourOf(view.theme, nearest), y });
}

function words(
  { theme, widthOf }: MarginLevelsView,
  { text, color, y }: { text: string; color: string; y: number },
): OverlayFigure[] {
  const box = { x: LEFT, y: y - HEIGHT / 2, width: widthOf(text) + PADDING * 2, height: HEIGHT };
  const surface = { style: 'fill', color: theme.surface, borderRadius: 3 };
  const none = { paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0, borderSize: 0 };
  const font = { color, family: theme.family, size: 11, weight: 500, backgroundColor: 'transparent' };
  return [
    { type: 'rect', attrs: box, styles: surface, ignoreEvent: true },
    {
      type: 'text',
      attrs: { x: LEFT + PADDING, y, text, align: 'left', baseline: 'middle' },
      styles: { ...font, ...none },
      ignoreEvent: true,
    },
  ];
}
