/**
 * Places the tags on an axis. The last price's tag stays at its price; tags of own lines, drawings and indicators move
 * away from it and from each other. Axis labels under a tag are hidden.
 */
import type { Chart, YAxis } from 'klinecharts';

export const TAG_HEIGHT = 18;
/** Height of the last price's tag with its countdown. */
const LAST_TAG_HEIGHT = 31;
const AXIS_TEXT_HALF = 6;

/** Owners of tags, which also order the tags at one price. */
export type TagOwner = 'own' | 'drawings' | 'studies';

export interface TagGround {
  readonly yOf: (price: number) => number;
  /** Position of the last price's tag, if any. */
  readonly lastY: number | undefined;
  readonly height: number;
}

/** Collects everything that has a tag on one axis. Each owner paints its own tags and asks here where. */
export class AxisTags {
  readonly #prices = new Map<TagOwner, () => readonly number[]>();

  set(owner: TagOwner, prices: () => readonly number[]): void {
    this.#prices.set(owner, prices);
  }

  allTops(ground: TagGround): number[] {
    return (['own', 'drawings', 'studies'] as const).flatMap((owner) => this.tops(owner, ground));
  }

  /** Returned in the order of the owner's prices; indicator tags take the space the others leave. */
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

/** A tag further from its price than this would be misleading. */
const SHIFT_MAX_PX = 60;
/** Marks a tag that is hidden. */
const NOWHERE = -2 * TAG_HEIGHT;

/** Places each tag as near to its price as the placed ones allow, or nowhere if there is no room. */
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

/** Returned in the order given. */
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

/** Returns the position of the last price's tag, which the library keeps within the axis. */
export function lastPriceY(
  chart: Pick<Chart, 'getDataList'>,
  yAxis: Pick<YAxis, 'convertToNicePixel'>,
): number | undefined {
  const close = chart.getDataList().at(-1)?.close;
  return close === undefined ? undefined : yAxis.convertToNicePixel(close);
}

/**
 * Places tags of these heights (from the top down) without overlaps. The last price's tag stays put: tags above its
 * price move up, the others down, so that all keep their price order.
 */
export function tagTops(ys: readonly number[], lastY: number | undefined, height = Number.POSITIVE_INFINITY): number[] {
  if (lastY === undefined) return above(clearTops(ys, TAG_HEIGHT, 0), height);
  const lastTop = lastY - TAG_HEIGHT / 2;
  const over = ys.filter((y) => y < lastY);
  // Moving up is moving down, mirrored.
  const up = clearTops(over.map((y) => -y).reverse(), TAG_HEIGHT, 1 - lastTop).map((top) => -top - TAG_HEIGHT);
  const down = clearTops(ys.slice(over.length), TAG_HEIGHT, lastTop + LAST_TAG_HEIGHT + 1);
  return [...up.reverse(), ...above(down, height)];
}

/** Pushes tags back up where the lowest would leave the axis. */
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

/** Tells whether an axis label at this height would show partly from under a tag. */
export function isUnderTag(y: number, tops: readonly number[], lastY: number | undefined): boolean {
  const covers = (top: number, height: number) => y > top - AXIS_TEXT_HALF && y < top + height + AXIS_TEXT_HALF;
  if (lastY !== undefined && covers(lastY - TAG_HEIGHT / 2, LAST_TAG_HEIGHT)) return true;
  return tops.some((top) => covers(top, TAG_HEIGHT));
}

/** Places boxes at these heights (from the top down) without overlaps, in the same order. */
export function clearTops(ys: readonly number[], height: number, from = Number.NEGATIVE_INFINITY): number[] {
  let ceiling = from;
  return ys.map((y) => {
    const top = Math.max(y - height / 2, ceiling);
    ceiling = top + height + 1;
    return top;
  });
}
