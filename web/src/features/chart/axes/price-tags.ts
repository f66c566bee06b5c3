/**
 * The tags that stand on an axis: the last price's, which stays where its price is, and those of own lines, drawings and
 * indicators, which step aside for it and for each other. Labels of the axis under a tag are left blank.
 */
import type { Chart, YAxis } from 'klinecharts';

export const TAG_HEIGHT = 18;
/** The last price's tag with its countdown. */
const LAST_TAG_HEIGHT = 31;
const AXIS_TEXT_HALF = 6;

/** Whose tags they are, and the order of those at one price. */
export type TagOwner = 'own' | 'drawings' | 'studies';

export interface TagGround {
  readonly yOf: (price: number) => number;
  /** Of the last price's tag, where there is one. */
  readonly lastY: number | undefined;
  readonly height: number;
}

/** Everything that has a tag on one axis. Each owner paints its own and asks here where. */
export class AxisTags {
  readonly #prices = new Map<TagOwner, () => readonly number[]>();

  set(owner: TagOwner, prices: () => readonly number[]): void {
    this.#prices.set(owner, prices);
  }

  allTops(ground: TagGround): number[] {
    return (['own', 'drawings', 'studies'] as const).flatMap((owner) => this.tops(owner, ground));
  }

  /** In the order of the owner's prices; those of indicators take what room the others leave. */
  tops(owner: TagOwner, ground: TagGround): number[] {
    const held = (['own', 'drawings'] as const).flatMap((name) =>
      (this.#prices.get(name)?.() ?? []).map((price) => ({ name, y: ground.yOf(price) })),
    );
    const tops = placedTags(
      held.map(({ y }) => y),
      ground,
    );
    if (owner !== 'studies') return held.flatMap(({ name }, place) => (name === owner ? [tops[place] ?? 0] : []));
    const yielding = (this.#prices.get('studies')?.() ?? []).map(ground.yOf);
    return tagsBetween(yielding, tops, ground);
  }
}

/** Further from its height a tag would say the wrong place. */
const SHIFT_MAX_PX = 60;
/** A tag that is not shown. */
const NOWHERE = -2 * TAG_HEIGHT;

/** Each as near to its height as there is room beside what stands already; where there is none, nowhere. */
export function tagsBetween(
  ys: readonly number[],
  taken: readonly number[],
  { lastY, height }: Pick<TagGround, 'lastY' | 'height'>,
): number[] {
  const boxes = taken.map((top) => ({ top, bottom: top + TAG_HEIGHT }));
  if (lastY !== undefined) {
    const top = lastY - TAG_HEIGHT / 2;
    boxes.push({ top, bottom: top + LAST_TAG_HEIGHT });
  }
  return ys.map((y) => {
    const wanted = y - TAG_HEIGHT / 2;
    if (wanted < -TAG_HEIGHT || wanted > height) return NOWHERE;
    const beside = boxes.flatMap(({ top, bottom }) => [top - TAG_HEIGHT - 1, bottom + 1]);
    const inside = Math.min(Math.max(wanted, 0), height - TAG_HEIGHT);
    const free = [inside, ...beside].filter(
      (top) =>
        top >= 0 &&
        Math.abs(top - wanted) <= SHIFT_MAX_PX &&
        top + TAG_HEIGHT <= height &&
        boxes.every((box) => top >= box.bottom || top + TAG_HEIGHT <= box.top),
    );
    const nearest = free.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
    if (nearest === undefined) return NOWHERE;
    boxes.push({ top: nearest, bottom: nearest + TAG_HEIGHT });
    return nearest;
  });
}

/** In the order given. */
export function placedTags(ys: readonly number[], { lastY, height }: Pick<TagGround, 'lastY' | 'height'>): number[] {
  const isSeen = (y: number) => y > -TAG_HEIGHT / 2 && y < height + TAG_HEIGHT / 2;
  const seen = ys.flatMap((y, place) => (isSeen(y) ? [{ y, place }] : [])).sort((a, b) => a.y - b.y);
  const tops = tagTops(
    seen.map(({ y }) => y),
    lastY,
    height,
  );
  const placed = ys.map((y) => y - TAG_HEIGHT / 2);
  seen.forEach(({ place }, rank) => {
    placed[place] = tops[rank] ?? 0;
  });
  return placed;
}

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
export function tagTops(ys: readonly number[], lastY: number | undefined, height = Number.POSITIVE_INFINITY): number[] {
  if (lastY === undefined) return above(clearTops(ys, TAG_HEIGHT, 0), height);
  const lastTop = lastY - TAG_HEIGHT / 2;
  const over = ys.filter((y) => y < lastY);
  // Upside down what steps up steps down.
  const up = clearTops(over.map((y) => -y).reverse(), TAG_HEIGHT, 1 - lastTop).map((top) => -top - TAG_HEIGHT);
  const down = clearTops(ys.slice(over.length), TAG_HEIGHT, lastTop + LAST_TAG_HEIGHT + 1);
  return [...up.reverse(), ...above(down, height)];
}

/** Pushed back up where the lowest would leave the axis. */
function above(tops: readonly number[], height: number): number[] {
  let floor = height;
  return tops
    .toReversed()
    .map((top) => {
      const placed = Math.min(top, floor - TAG_HEIGHT);
      floor = placed - 1;
      return placed;
    })
    .reverse();
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
