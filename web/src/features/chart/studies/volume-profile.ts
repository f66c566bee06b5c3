/**
 * Calculates at which prices the bars in view traded, and paints it as rows beside the price axis. A bar does not say
 * where within its range its lots were traded, so they are spread evenly over its ticks; the rows' lots are exactly the
 * bars' lots. The row with the most is the point of control; around it, the value area is grown row by row on the
 * heavier side until it holds its share of all lots.
 */
import type { Chart, IndicatorTemplate, KLineData } from 'klinecharts';
import type { StudyExtra } from '#features/chart/studies/study-extra.ts';

export interface VolumeProfile {
  /** Lots of each row, the lowest prices first. */
  readonly rows: readonly number[];
  /** Lowest price of the first row, in ticks. */
  readonly lowTicks: number;
  readonly rowTicks: number;
  /** Indexes of rows; the area's are both inside it. */
  readonly control: number;
  readonly areaFrom: number;
  readonly areaTo: number;
}

export interface ProfileOptions {
  /** At most so many rows; each holds the same whole number of ticks. */
  readonly rows: number;
  /** Part of the lots inside the value area, from 0 to 1. */
  readonly share: number;
}

type Traded = { readonly lowTicks: number; readonly highTicks: number; readonly lots: number };

/** Null when nothing was traded. */
export function volumeProfile(bars: readonly Traded[], { rows: most, share }: ProfileOptions): VolumeProfile | null {
  const traded = bars.filter(({ lots }) => lots > 0);
  if (traded.length === 0) return null;
  const lowTicks = traded.reduce((low, bar) => Math.min(low, bar.lowTicks), Number.POSITIVE_INFINITY);
  const highTicks = traded.reduce((high, bar) => Math.max(high, bar.highTicks), Number.NEGATIVE_INFINITY);
  const rowTicks = Math.max(1, Math.ceil((highTicks - lowTicks + 1) / most));
  const rows = new Array<number>(Math.ceil((highTicks - lowTicks + 1) / rowTicks)).fill(0);
  for (const bar of traded) {
    const perTick = bar.lots / (bar.highTicks - bar.lowTicks + 1);
    const [first, last] = [bar.lowTicks, bar.highTicks].map((ticks) => Math.floor((ticks - lowTicks) / rowTicks));
    for (let row = first ?? 0; row <= (last ?? 0); row += 1) {
      const from = Math.max(bar.lowTicks, lowTicks + row * rowTicks);
      const to = Math.min(bar.highTicks, lowTicks + (row + 1) * rowTicks - 1);
      rows[row] = (rows[row] ?? 0) + perTick * (to - from + 1);
    }
  }
  const control = rows.indexOf(Math.max(...rows));
  return { rows, lowTicks, rowTicks, control, ...valueArea(rows, control, share) };
}

function valueArea(rows: readonly number[], control: number, share: number): { areaFrom: number; areaTo: number } {
  const wanted = rows.reduce((sum, lots) => sum + lots, 0) * share;
  let [areaFrom, areaTo] = [control, control];
  let inside = rows[control] ?? 0;
  while (inside < wanted && (areaFrom > 0 || areaTo < rows.length - 1)) {
    const below = rows[areaFrom - 1] ?? -1;
    const above = rows[areaTo + 1] ?? -1;
    if (above >= below) areaTo += 1;
    else areaFrom -= 1;
    inside += Math.max(above, below);
  }
  return { areaFrom, areaTo };
}

export interface ProfilePrices {
  readonly poc: number;
  readonly vah: number;
  readonly val: number;
}

/** The middle of the control row, and the outer ticks of the value area. */
export function profilePrices(profile: VolumeProfile, tick: number): ProfilePrices {
  const { lowTicks, rowTicks, control, areaFrom, areaTo } = profile;
  return {
    poc: Math.round(lowTicks + control * rowTicks + (rowTicks - 1) / 2) * tick,
    vah: (lowTicks + (areaTo + 1) * rowTicks - 1) * tick,
    val: (lowTicks + areaFrom * rowTicks) * tick,
  };
}

interface Seen {
  readonly key: string;
  readonly first: KLineData | undefined;
  readonly last: KLineData | undefined;
  readonly profile: VolumeProfile | null;
}

/** Bars are compared by identity: the library replaces the one that changes. */
const seenOn = new WeakMap<Chart, Seen>();

/** The profile of the bars in view; calculated again when others are in view or one has grown. */
export function profileInView(chart: Chart, [rows = 48, share = 70]: readonly number[], tick: number) {
  const { from, to } = chart.getVisibleRange();
  const all = chart.getDataList();
  const key = [from, to, rows, share, tick].join(' ');
  const [first, last] = [all[from], all[to - 1]];
  const known = seenOn.get(chart);
  if (known && known.key === key && known.first === first && known.last === last) return known.profile;
  const ticksOf = (price: number) => Math.round(price / tick);
  const bars = all.slice(from, to).map(({ low, high, volume = 0 }) => ({
    lowTicks: ticksOf(low),
    highTicks: ticksOf(high),
    lots: volume,
  }));
  const profile = volumeProfile(bars, { rows, share: share / 100 });
  seenOn.set(chart, { key, first, last, profile });
  return profile;
}

/** Length of the longest row, as a part of the pane. */
const WIDEST = 0.28;
const AREA_ALPHA = '4d';
const OUTSIDE_ALPHA = '24';

export const volumeProfileTemplate: IndicatorTemplate<object, number, () => StudyExtra> = {
  name: 'muaVolumeProfile',
  series: 'price',
  zLevel: -1,
  figures: ['poc', 'vah', 'val'].map((key) => ({ key, title: key, type: 'line' })),
  calc: () => [],
  draw: ({ ctx, chart, indicator, bounding, yAxis }) => {
    const { tick } = indicator.extendData();
    const profile = profileInView(chart, indicator.calcParams, tick);
    const lines = indicator.styles?.lines ?? [];
    const colour = lines.find((line) => line?.color !== undefined && line.color !== 'transparent')?.color;
    if (!profile || colour === undefined) return true;
    const { rows, lowTicks, rowTicks, control, areaFrom, areaTo } = profile;
    const scale = (bounding.width * WIDEST) / (rows[control] ?? 1);
    // Half a tick beyond its outer prices, so that rows touch each other.
    const yOf = (ticks: number) => Math.round(yAxis.convertToPixel((ticks - 0.5) * tick));
    rows.forEach((lots, row) => {
      const edges = [yOf(lowTicks + row * rowTicks), yOf(lowTicks + (row + 1) * rowTicks)];
      const [top, bottom] = [Math.min(...edges), Math.max(...edges)];
      const width = lots * scale;
      ctx.fillStyle = `${colour}${row >= areaFrom && row <= areaTo ? AREA_ALPHA : OUTSIDE_ALPHA}`;
      ctx.fillRect(bounding.width - width, top, width, Math.max(1, bottom - top - 1));
    });
    const { poc, vah, val } = profilePrices(profile, tick);
    [poc, vah, val].forEach((price, place) => {
      const line = lines[place];
      if (line?.color === undefined || line.color === 'transparent') return;
      const y = Math.round(yAxis.convertToPixel(price)) + 0.5;
      ctx.strokeStyle = line.color;
      ctx.setLineDash(line.style === 'dashed' ? [4, 3] : []);
      ctx.beginPath();
      ctx.moveTo(bounding.width * (1 - WIDEST), y);
      ctx.lineTo(bounding.width, y);
      ctx.stroke();
    });
    return true;
  },
};
