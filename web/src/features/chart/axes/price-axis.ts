/**
 * Draws the price axis: its range and its labels, which are round prices in the contract's own format (or round
 * percentages, or sums for the thing itself), hidden where a price tag would cover them. Other parts of the chart ask it where a price is.
 */

import type { Ticks } from '@mua/core/values';
import type { AxisCreateRangeParams, AxisCreateTicksParams, AxisRange, AxisTick } from 'klinecharts';
import type { AxisLabel, PhysicalScale } from '#features/chart/axes/physical-scale.ts';
import { isUnderTag, type TagGround } from '#features/chart/axes/price-tags.ts';
import { priceTicks } from '#features/chart/axes/price-ticks.ts';
import { atPercent, LOG_AXIS, logRange, percentOf, percentText, roundSteps } from '#features/chart/axes/scale-mode.ts';
import type { ScaleMode } from '#features/chart/settings/chart-settings.ts';
import type { PriceScale } from '#features/chart/surface/price-scale.ts';

/** Minimum distance between two labels. */
const LABEL_PX = 38;
/** On a logarithmic scale, round prices get denser towards the top. */
const LABEL_MIN_PX = 18;
/** How far the last price may move before the axis is relabelled. */
const DRIFT_PX = 6;
const EDGE_PX = 8;

/**
 * Own lines outside the bars extend the range up to this distance, in heights of the bars; further ones would flatten
 * the bars.
 */
const REACH = 0.6;
/** With so few bars, their height is no measure. */
const REACH_LEAST_TICKS = 16;

export interface PriceAxis {
  createRange(params: Pick<AxisCreateRangeParams, 'defaultRange'>): AxisRange;
  createTicks(params: AxisCreateTicksParams): AxisTick[];
  /** Returns what the axis shows at a price: the price, the change, or the sum. */
  textAt(price: number): string;
  /** Tells whether the last price has moved so far that it covers different labels. */
  hasDrifted(lastPrice: number): boolean;
}

export interface PriceAxisOptions {
  readonly scale: PriceScale;
  readonly textOf: (ticks: Ticks) => string;
  readonly lastPrice: () => number | undefined;
  /** Prices of the investor's own lines, which the range includes. */
  readonly ownPrices: () => readonly number[];
  /** Positions of the tags on the axis. */
  readonly tagTops: (ground: TagGround) => readonly number[];
  /** Other prices in view, from compared contracts. */
  readonly otherPrices: () => readonly number[];
  readonly mode: () => ScaleMode;
  /** The lowest price is at the top. */
  readonly isInverted: () => boolean;
  /** The base of the percentages. */
  readonly base: () => number | undefined;
  readonly physical: PhysicalScale | null;
}

export function createPriceAxis(options: PriceAxisOptions): PriceAxis {
  const { scale, textOf, lastPrice, ownPrices, tagTops, otherPrices, mode, isInverted, base, physical } = options;
  let yOf = (price: number) => price;
  let labelledAt: number | undefined;
  return {
    createRange: ({ defaultRange }) => {
      const whole = rangeAround(otherPrices(), defaultRange);
      const range = rangeWith(ownPrices(), whole, scale.unit * REACH_LEAST_TICKS);
      return mode() === 'log' ? logRange(range) : range;
    },
    textAt: (price) => {
      if (mode() === 'physical' && physical) return physical.textAt(price);
      const from = base();
      const percent = mode() === 'percent' && from !== undefined ? percentOf(price, from) : null;
      return percent === null ? textOf(scale.ticksOf(price)) : percentText(percent);
    },
    hasDrifted: (price) => labelledAt === undefined || Math.abs(yOf(price) - labelledAt) > DRIFT_PX,
    createTicks: ({ range, bounding: { height } }) => {
      const { realFrom, realRange, from, to } = range;
      const isLog = mode() === 'log';
      const realOf = (price: number) => (isLog ? LOG_AXIS.valueToRealValue(price) : price);
      const isUpsideDown = isInverted();
      yOf = (price) => {
        const share = (realOf(price) - realFrom) / realRange;
        return Math.round((isUpsideDown ? share : 1 - share) * height);
      };
      const last = lastPrice();
      labelledAt = last === undefined ? undefined : yOf(last);
      const tops = tagTops({ yOf, lastY: labelledAt, height });
      const count = Math.max(1, Math.floor(height / LABEL_PX));
      let before = Number.POSITIVE_INFINITY;
      return labelsIn({ from, to, count }).flatMap(({ price, text }) => {
        const coord = yOf(price);
        if (coord <= EDGE_PX || coord >= height - EDGE_PX || Math.abs(before - coord) < LABEL_MIN_PX) return [];
        before = coord;
        // The grid line is kept.
        return { value: price, coord, text: isUnderTag(coord, tops, labelledAt) ? '' : text };
      });
    },
  };

  /** Ordered from the lowest up. */
  function labelsIn({ from, to, count }: { from: number; to: number; count: number }): AxisLabel[] {
    if (mode() === 'physical' && physical) return physical.labels({ from, to, count });
    const zero = base();
    const low = zero === undefined ? null : percentOf(from, zero);
    const high = zero === undefined ? null : percentOf(to, zero);
    if (mode() === 'percent' && zero !== undefined && low !== null && high !== null) {
      const percents = roundSteps({ from: low, to: high, count });
      const step = (percents[1] ?? 1) - (percents[0] ?? 0);
      const decimals = step >= 1 ? 0 : Math.min(3, Math.ceil(-Math.log10(step) - 1e-9));
      return percents.map((percent) => ({
        price: atPercent(percent, zero),
        text: percentText(percent, Math.max(decimals, 1)),
      }));
    }
    const inside = { lowTicks: from / scale.unit, highTicks: to / scale.unit, count };
    return priceTicks(inside, scale.grid).map((ticks) => ({ price: scale.priceOf(ticks), text: textOf(ticks) }));
  }
}

/** Returns the range of the bars, widened for the prices near it. */
export function rangeWith(prices: readonly number[], range: AxisRange, leastReach = 0): AxisRange {
  const { realFrom, realTo, realRange } = range;
  const reach = Math.max(realRange * REACH, leastReach);
  const near = prices.filter((price) => price > realFrom - reach && price < realTo + reach);
  return rangeAround(near, range);
}

/** Returns the range widened for these prices, however far away. */
export function rangeAround(prices: readonly number[], range: AxisRange): AxisRange {
  const { realFrom, realTo } = range;
  const from = Math.min(realFrom, ...prices);
  const to = Math.max(realTo, ...prices);
  if (from === realFrom && to === realTo) return range;
  const height = to - from;
  return {
    ...range,
    ...{ from, to, range: height },
    ...{ realFrom: from, realTo: to, realRange: height },
    ...{ displayFrom: from, displayTo: to, displayRange: height },
  };
}
