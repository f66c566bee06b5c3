/**
 * Alert levels of one contract in two sorted lists, so that a price visits only the levels it reaches. An alert that
 * waits for its price has its level on one side; a repeating one that waits for the market to move back has one a tick
 * away on the other.
 */
import type { Ticks } from '@mua/core/values';

export interface Level<T> {
  readonly ticks: Ticks;
  readonly of: T;
}

export interface AlertIndex<T> {
  /** Reached by a price at or above the level. */
  addUp(ticks: Ticks, of: T): void;
  /** Reached by a price at or below the level. */
  addDown(ticks: Ticks, of: T): void;
  /** Removes the level from either side; no effect if it is absent. */
  remove(of: T): void;
  /** Removes and returns what this price reaches. */
  reach(ticks: Ticks): readonly T[];
  readonly size: number;
}

export function createAlertIndex<T>(): AlertIndex<T> {
  /** Nearest last: lowest for those above, highest for those below, so that reached levels are popped. */
  const up: Level<T>[] = [];
  const down: Level<T>[] = [];
  return {
    addUp: (ticks, of) => insert(up, { ticks, of }, (a, b) => b - a),
    addDown: (ticks, of) => insert(down, { ticks, of }, (a, b) => a - b),
    remove(of) {
      for (const levels of [up, down]) {
        const at = levels.findIndex((level) => level.of === of);
        if (at >= 0) levels.splice(at, 1);
      }
    },
    reach(ticks) {
      const reached: T[] = [];
      popWhile(up, (level) => ticks >= level, reached);
      popWhile(down, (level) => ticks <= level, reached);
      return reached;
    },
    get size() {
      return up.length + down.length;
    },
  };
}

function popWhile<T>(levels: Level<T>[], isReached: (ticks: Ticks) => boolean, reached: T[]): void {
  for (let nearest = levels.at(-1); nearest && isReached(nearest.ticks); nearest = levels.at(-1)) {
    levels.pop();
    reached.push(nearest.of);
  }
}

/** Inserts before equal levels, so that at the same price the first entered is reported first. */
function insert<T>(levels: Level<T>[], level: Level<T>, compare: (a: number, b: number) => number): void {
  let from = 0;
  let to = levels.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = levels[middle];
    if (other && compare(other.ticks, level.ticks) < 0) from = middle + 1;
    else to = middle;
  }
  levels.splice(from, 0, level);
}
