/**
 * Calculates Ichimoku Kinko Hyo and paints its cloud, which reaches beyond the newest bar: the result is longer than
 * the list of bars by what is ahead of them. Hosoda counts the current bar, so a displacement of 26 is 25 bars away.
 */
import type { IndicatorTemplate, KLineData } from 'klinecharts';
import type { Pixel } from '#features/chart/surface/plane-points.ts';

export type IchimokuPoint = Partial<Readonly<Record<'conversion' | 'base' | 'a' | 'b' | 'lagging', number>>>;

export interface IchimokuLengths {
  readonly conversion: number;
  readonly base: number;
  /** Of span B. */
  readonly span: number;
  readonly displacement: number;
}

type Ranged = Pick<KLineData, 'high' | 'low' | 'close'>;

export function ichimoku(bars: readonly Ranged[], lengths: IchimokuLengths): IchimokuPoint[] {
  const ahead = lengths.displacement - 1;
  const conversion = middles(bars, lengths.conversion);
  const base = middles(bars, lengths.base);
  const spanB = middles(bars, lengths.span);
  return Array.from({ length: bars.length === 0 ? 0 : bars.length + ahead }, (_, at) => {
    const fast = conversion[at - ahead];
    const slow = base[at - ahead];
    return withoutGaps({
      conversion: conversion[at],
      base: base[at],
      a: fast === undefined || slow === undefined ? undefined : (fast + slow) / 2,
      b: spanB[at - ahead],
      lagging: at < bars.length ? bars[at + ahead]?.close : undefined,
    });
  });
}

function withoutGaps(values: Record<keyof IchimokuPoint, number | undefined>): IchimokuPoint {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Middle between the highest high and the lowest low of the last bars, in one pass. */
export function middles(bars: readonly Ranged[], period: number): (number | undefined)[] {
  const highs = new Window(period);
  const lows = new Window(period);
  return bars.map(({ high, low }, at) => {
    const top = highs.push(at, high);
    const bottom = -lows.push(at, -low);
    return at < period - 1 ? undefined : (top + bottom) / 2;
  });
}

/** The greatest of the last values; those that a later one exceeds are forgotten at once. */
class Window {
  readonly #period: number;
  #kept: { readonly at: number; readonly value: number }[] = [];
  #first = 0;

  constructor(period: number) {
    this.#period = period;
  }

  push(at: number, value: number): number {
    while (this.#kept.length > this.#first && (this.#kept.at(-1)?.value ?? value) <= value) this.#kept.pop();
    this.#kept.push({ at, value });
    while ((this.#kept[this.#first]?.at ?? at) <= at - this.#period) this.#first += 1;
    return this.#kept[this.#first]?.value ?? value;
  }
}

/** A stretch of the cloud in which the same span is above. */
export interface CloudStretch {
  readonly isRising: boolean;
  /** Along span A, then back along span B. */
  readonly outline: readonly Pixel[];
}

export interface CloudEdge {
  readonly x: number;
  /** Heights of the spans, in pixels from the top. */
  readonly a: number;
  readonly b: number;
}

/** Splits the cloud where the spans cross. */
export function cloudStretches(edges: readonly CloudEdge[]): CloudStretch[] {
  const stretches: CloudStretch[] = [];
  let open: CloudEdge[] = [];
  const close = () => {
    const widest = open.find(({ a, b }) => a !== b);
    if (widest && open.length > 1) {
      const back = open.toReversed().map(({ x, b }) => ({ x, y: b }));
      stretches.push({ isRising: widest.a < widest.b, outline: [...open.map(({ x, a }) => ({ x, y: a })), ...back] });
    }
  };
  for (const edge of edges) {
    const before = open.at(-1);
    const crossed = before && (before.a - before.b) * (edge.a - edge.b) < 0 ? crossing(before, edge) : null;
    if (crossed) {
      open.push(crossed);
      close();
      open = [crossed];
    }
    open.push(edge);
  }
  close();
  return stretches;
}

function crossing(from: CloudEdge, to: CloudEdge): CloudEdge {
  const [away, there] = [from.a - from.b, to.a - to.b];
  const share = away / (away - there);
  const y = from.a + (to.a - from.a) * share;
  return { x: from.x + (to.x - from.x) * share, a: y, b: y };
}

/** By the parameters in their order. */
export function barsAhead([, , , displacement]: readonly unknown[]): number {
  return Number(displacement) - 1;
}

const CLOUD_ALPHA = '24';
const curve = (key: keyof IchimokuPoint) => ({ key, title: key, type: 'line' });

export const ichimokuTemplate: IndicatorTemplate<IchimokuPoint, number> = {
  name: 'muaIchimoku',
  series: 'price',
  figures: (['conversion', 'base', 'a', 'b', 'lagging'] as const).map(curve),
  calc: (bars, { calcParams: [conversion = 9, base = 26, span = 52, displacement = 26] }) =>
    ichimoku(bars, { conversion, base, span, displacement }),
  draw: ({ ctx, chart, indicator, xAxis, yAxis }) => {
    const { from, realTo } = chart.getVisibleRange();
    const [, , spanA, spanB] = indicator.styles?.lines ?? [];
    const colours = [spanA?.color, spanB?.color] as const;
    const newest = chart.getDataList().length - 1;
    const edges: (CloudEdge & { readonly at: number })[] = [];
    for (let at = Math.max(0, from - 1); at < Math.min(realTo + 1, indicator.result.length); at += 1) {
      const { a, b } = indicator.result[at] ?? {};
      if (a === undefined || b === undefined) continue;
      edges.push({ at, x: xAxis.convertToPixel(at), a: yAxis.convertToPixel(a), b: yAxis.convertToPixel(b) });
    }
    // The library draws the spans up to the newest bar.
    const ahead = edges.filter(({ at }) => at >= newest);
    stroke(
      ctx,
      ahead.map(({ x, a }) => ({ x, y: a })),
      colours[0],
    );
    stroke(
      ctx,
      ahead.map(({ x, b }) => ({ x, y: b })),
      colours[1],
    );
    ctx.globalCompositeOperation = 'destination-over';
    for (const { isRising, outline } of cloudStretches(edges)) {
      const colour = colours[isRising ? 0 : 1];
      if (colour === undefined || colour === 'transparent') continue;
      trace(ctx, outline);
      ctx.fillStyle = `${colour}${CLOUD_ALPHA}`;
      ctx.fill();
    }
    return false;
  },
};

function trace(ctx: CanvasRenderingContext2D, points: readonly Pixel[]): void {
  ctx.beginPath();
  points.forEach(({ x, y }, place) => {
    if (place === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
}

function stroke(ctx: CanvasRenderingContext2D, points: readonly Pixel[], colour: string | undefined): void {
  if (points.length < 2 || colour === undefined) return;
  trace(ctx, points);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.setLineDash([]);
  ctx.stroke();
}
