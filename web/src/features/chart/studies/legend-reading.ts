/**
 * What the legend shows for one bar. Equal readings are the same object, so that an unchanged chart renders nothing.
 */
import type { KLineData } from 'klinecharts';
import { percentOf } from '#features/chart/axes/scale-mode.ts';
import type { StudyLine, StudyName } from '#features/chart/settings/study-catalogue.ts';

export interface StudyValue {
  /** `DIF`, `20`, or a word; empty where there is only one. */
  readonly title: StudyLine['title'];
  /** Empty until there are enough bars. */
  readonly text: string;
  /** Colour of its curve; null for columns and dots, which use the chart's own. */
  readonly color: string | null;
}

export interface StudyReading {
  readonly name: StudyName;
  readonly params: readonly number[];
  readonly values: readonly StudyValue[];
  /** Top of its pane; null over the price. */
  readonly topPx: number | null;
  /** Width of the axis, which the legend leaves free. */
  readonly axisPx: number;
}

export interface Reading {
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  /** Close minus the previous close. */
  readonly change: number | null;
  readonly volume: number | null;
  readonly studies: readonly StudyReading[];
  /**
   * On a percent axis, the values relative to its base, and the change since the previous close; prices are listed
   * above.
   */
  readonly percents: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'change', number | null>> | null;
  /** The price at the pointer, on a percent axis. */
  readonly pointed: number | null;
}

export const NO_READING: Reading = {
  open: null,
  high: null,
  low: null,
  close: null,
  change: null,
  volume: null,
  studies: [],
  percents: null,
  pointed: null,
};

export function readingOf(
  bars: readonly KLineData[],
  index: number,
  { ticksOf, studies }: { ticksOf: (price: number) => number; studies: readonly StudyReading[] },
): Reading {
  const bar = bars[index];
  if (!bar) return NO_READING;
  const before = bars[index - 1];
  return {
    open: ticksOf(bar.open),
    high: ticksOf(bar.high),
    low: ticksOf(bar.low),
    close: ticksOf(bar.close),
    change: before ? ticksOf(bar.close) - ticksOf(before.close) : null,
    volume: bar.volume ?? null,
    studies,
    percents: null,
    pointed: null,
  };
}

export function percentsOf(bars: readonly KLineData[], index: number, base: number): Reading['percents'] {
  const bar = bars[index];
  if (!bar) return null;
  const before = bars[index - 1];
  return {
    open: percentOf(bar.open, base),
    high: percentOf(bar.high, base),
    low: percentOf(bar.low, base),
    close: percentOf(bar.close, base),
    change: before ? percentOf(bar.close, before.close) : null,
  };
}
