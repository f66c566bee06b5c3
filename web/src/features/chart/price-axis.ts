/**
 * The price axis: how far it reaches, and its labels, round prices in the contract's own format, left blank where the tag
 * of a price would cover them. The chart's other parts ask it where a price stands.
 */
import type { AxisCreateRangeParams, AxisCreateTicksParams, AxisRange, AxisTick } from 'klinecharts';
import { isUnderTag, tagTops } from './own-lines.ts';
import type { PriceScale } from './price-scale.ts';
import { priceTicks } from './price-ticks.ts';

/** Between two labels. */
const LABEL_PX = 38;
/** The last price may wander so far from where it was when the axis was labelled. */
const DRIFT_PX = 6;
const EDGE_PX = 8;

/** Own lines outside the bars are brought into sight this far, in heights of the bars; what is further would flatten them. */
const REACH = 0.6;

export interface PriceAxis {
  createRange(params: Pick<AxisCreateRangeParams, 'defaultRange'>): AxisRange;
  createTicks(params: AxisCreateTicksParams): AxisTick[];
  /** Whether the last price has moved so far that other labels are covered now. */
  hasDrifted(lastPrice: number): boolean;
}

export interface PriceAxisOptions {
  readonly scale: PriceScale;
  readonly textOf: (ticks: number) => string;
  readonly lastPrice: () => number | undefined;
  /** Prices of the investor's own lines. */
  readonly ownPrices: () => readonly number[];
}

export function createPriceAxis({ scale, textOf, lastPrice, ownPrices }: PriceAxisOptions): PriceAxis {
  let yOf = (price: number) => price;
  let labelledAt: number | undefined;
  return {
    createRange: ({ defaultRange }) => rangeWith(ownPrices(), defaultRange),
    hasDrifted: (price) => labelledAt === undefined || Math.abs(yOf(price) - labelledAt) > DRIFT_PX,
    createTicks: ({ range, bounding: { height } }) => {
      const { realFrom, realRange, realTo } = range;
      yOf = (price) => Math.round((1 - (price - realFrom) / realRange) * height);
      const last = lastPrice();
      labelledAt = last === undefined ? undefined : yOf(last);
      const tops = tagTops(
        ownPrices()
          .map(yOf)
          .sort((a, b) => a - b),
        labelledAt,
      );
      const count = Math.max(1, Math.floor(height / LABEL_PX));
      const inside = { lowTicks: realFrom / scale.unit, highTicks: realTo / scale.unit, count };
      return priceTicks(inside, scale.grid).flatMap((ticks) => {
        const coord = yOf(scale.priceOf(ticks));
        if (coord <= EDGE_PX || coord >= height - EDGE_PX) return [];
        // The line of the grid stays.
        const text = isUnderTag(coord, tops, labelledAt) ? '' : textOf(ticks);
        return { value: scale.priceOf(ticks), coord, text };
      });
    },
  };
}

/** The range of the bars, widened for the prices near it. */
export function rangeWith(prices: readonly number[], range: AxisRange): AxisRange {
  const { realFrom, realTo, realRange } = range;
  const near = prices.filter((price) => price > realFrom - realRange * REACH && price < realTo + realRange * REACH);
  const from = Math.min(realFrom, ...near);
  const to = Math.max(realTo, ...near);
  if (from === realFrom && to === realTo) return range;
  const height = to - from;
  return {
    ...range,
    ...{ from, to, range: height },
    ...{ realFrom: from, realTo: to, realRange: height },
    ...{ displayFrom: from, displayTo: to, displayRange: height },
  };
}
