/**
 * The tags that stand on the price axis: the last price's, which stays where its price is, and those of the investor's
 * own lines, which step aside for it and for each other. Labels of the axis under a tag are left blank.
 */
import type { Chart, YAxis } from 'klinecharts';

export const TAG_HEIGHT = 18;
/** The last price's tag with its countdown. */
const LAST_TAG_HEIGHT = 31;
const AXIS_TEXT_HALF = 6;

/** Where the last price's tag stands: the library keeps it within the axis. */
export function lastPriceY(
  chart: Pick<Chart, 'getDataList'>,
  yAxis: Pick<YAxis, 'convertToNicePixel'>,
): number | undefined {
  const close = chart.getDataList().at(-1)?.close;
  return close === undefined ? undefined : yAxis.convertToNicePixel(close);
}

/**
 * Where the tags of these heights (from the top down) stand without covering each other. The last price's tag stays
 * where it is: prices above it step up, the others down, so that tags keep the order of their prices.
 */
export function tagTops(ys: readonly number[], lastY: number | undefined): number[] {
  if (lastY === undefined) return clearTops(ys, TAG_HEIGHT);
  const lastTop = lastY - TAG_HEIGHT / 2;
  const above = ys.filter((y) => y < lastY);
  // Upside down what steps up steps down.
  const up = clearTops(above.map((y) => -y).reverse(), TAG_HEIGHT, 1 - lastTop).map((top) => -top - TAG_HEIGHT);
  const down = clearTops(ys.slice(above.length), TAG_HEIGHT, lastTop + LAST_TAG_HEIGHT + 1);
  return [...up.reverse(), ...down];
}

/** Whether a label of the axis at this height would peek out from under a tag. */
export function isUnderTag(y: number, tops: readonly number[], lastY: number | undefined): boolean {
  const covers = (top: number, height: number) => y > top - AXIS_TEXT_HALF && y < top + height + AXIS_TEXT_HALF;
  if (lastY !== undefined && covers(lastY - TAG_HEIGHT / 2, LAST_TAG_HEIGHT)) return true;
  return tops.some((top) => covers(top, TAG_HEIGHT));
}

/** Where boxes around these heights (from the top down) stand without covering each other, in the same order. */
export function clearTops(ys: readonly number[], height: number, from = Number.NEGATIVE_INFINITY): number[] {
  let ceiling = from;
  return ys.map((y) => {
    const top = Math.max(y - height / 2, ceiling);
    ceiling = top + height + 1;
    return top;
  });
}
