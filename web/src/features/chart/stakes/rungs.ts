/** The rungs of the margin ladder as prices of the chart: drawn in sight, named at the edge where they are beyond it. */

import type { Ticks } from '@mua/core/values';
import type { Chart, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type { ChartTheme } from '#features/chart/chart-theme.ts';
import { PAINTED, paintOverlay } from '#features/chart/painted-overlay.ts';

export const RUNGS = ['call', 'cancel', 'countdown'] as const;
export type RungName = (typeof RUNGS)[number];

export interface ChartRung {
  readonly name: RungName;
  readonly ticks: Ticks;
  /** `100% Yêu cầu bổ sung` */
  readonly label: string;
  /** `100% 208'4` */
  readonly short: string;
}

export interface RungsView {
  readonly rungs: readonly ChartRung[];
  readonly theme: ChartTheme;
  readonly priceOf: (ticks: Ticks) => number;
  readonly textOf: (ticks: Ticks) => string;
  readonly widthOf: (text: string) => number;
}

export interface PlacedRungs {
  readonly lines: readonly { readonly rung: ChartRung; readonly y: number }[];
  readonly above: readonly ChartRung[];
  readonly below: readonly ChartRung[];
}

export const OWN_RUNGS = 'muaOwnRungs';
const HEIGHT = 18;
const PADDING = 6;
const LEFT = 10;
/** Below the legend's first lines. */
const TOP = 52;

/** In sight as lines; beyond an edge as words at that edge, the nearest first. */
export function placedRungs(
  rungs: readonly ChartRung[],
  yOf: (rung: ChartRung) => number,
  height: number,
): PlacedRungs {
  const placed = rungs.map((rung) => ({ rung, y: yOf(rung) }));
  const beyond = (isBeyond: (y: number) => boolean, sign: 1 | -1) =>
    placed
      .filter(({ y }) => isBeyond(y))
      .sort((a, b) => sign * (a.y - b.y))
      .map(({ rung }) => rung);
  return {
    lines: placed.filter(({ y }) => y >= 0 && y <= height),
    above: beyond((y) => y < 0, -1),
    below: beyond((y) => y > height, 1),
  };
}

export const ownRungsTemplate: OverlayTemplate<() => RungsView> = {
  name: OWN_RUNGS,
  ...PAINTED,
  zLevel: -2,
  createPointFigures: ({ overlay, bounding, yAxis }) => {
    const view = overlay.extendData();
    if (!yAxis) return [];
    const yOf = ({ ticks }: ChartRung) => yAxis.convertToPixel(view.priceOf(ticks));
    const { lines, above, below } = placedRungs(view.rungs, yOf, bounding.height);
    return [
      ...lines.flatMap(({ rung, y }) => rungFigures(view, rung, { y, width: bounding.width })),
      ...edgeFigures(view, { arrow: '↑', rungs: above, y: TOP }),
      ...edgeFigures(view, { arrow: '↓', rungs: below, y: bounding.height - HEIGHT / 2 - 4 }),
    ];
  },
};

export function showOwnRungs(chart: Chart, view: RungsView): void {
  paintOverlay(chart, OWN_RUNGS, { view: view.rungs.length === 0 ? null : view });
}

function colourOf(theme: ChartTheme, { name }: ChartRung): string {
  return name === 'call' ? theme.warning : theme.down;
}

function rungFigures(view: RungsView, rung: ChartRung, { y, width }: { y: number; width: number }): OverlayFigure[] {
  const color = colourOf(view.theme, rung);
  const level = {
    coordinates: [
      { x: 0, y },
      { x: width, y },
    ],
  };
  const text = `${rung.label} ${view.textOf(rung.ticks)}`;
  return [
    { type: 'line', attrs: level, styles: { style: 'dashed', dashedValue: [2, 4], color, size: 1 }, ignoreEvent: true },
    ...words(view, { text, color, y }),
  ];
}

/** All of an edge in one line. */
function edgeFigures(
  view: RungsView,
  { arrow, rungs, y }: { arrow: string; rungs: readonly ChartRung[]; y: number },
): OverlayFigure[] {
  const [nearest] = rungs;
  if (!nearest) return [];
  const text = `${arrow} ${rungs.map(({ short }) => short).join(' · ')}`;
  return words(view, { text, color: colourOf(view.theme, nearest), y });
}

function words(
  { theme, widthOf }: RungsView,
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
