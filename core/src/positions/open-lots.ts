/**
 * The open lots of a position, oldest first, as an immutable value: opening and closing return a new one. An event thus
 * carries ten thousand lots without copying them: the values of a position share one list that only grows at its end,
 * and each knows its own part of it.
 */

import type { Lots, Ticks } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

/** Lots opened by one fill and not closed yet. */
export interface OpenLot {
  readonly fillId: string;
  readonly priceTicks: Ticks;
  readonly timeMs: number;
  readonly lots: Lots;
}

/** Open lots for readers; a plain list, as in storage, is one too. */
export interface OpenLotList extends Iterable<OpenLot> {
  readonly length: number;
  /** Negative indexes count from the end, as in an array. */
  at(index: number): OpenLot | undefined;
  map<T>(emit: (lot: OpenLot) => T): T[];
}

/** The part of the shared list with all but the oldest lot: from `from` up to `to`. */
interface Younger {
  readonly shared: OpenLot[];
  readonly from: number;
  readonly to: number;
}

/** Minimum number of closed lots at the front before the shared list is replaced by a shorter one. */
const CLOSED_MIN = 32;

export class OpenLots implements OpenLotList {
  static readonly NONE: OpenLots = new OpenLots(undefined, { shared: [], from: 0, to: 0 });

  static of(lots: Iterable<OpenLot>): OpenLots {
    const [oldest, ...younger] = lots;
    return new OpenLots(oldest, { shared: younger, from: 0, to: younger.length });
  }

  /** Stored separately, because it is the only one that is ever closed in part. */
  readonly oldest: OpenLot | undefined;
  readonly #younger: Younger;

  private constructor(oldest: OpenLot | undefined, younger: Younger) {
    this.oldest = oldest;
    this.#younger = younger;
  }

  get length(): number {
    return this.oldest === undefined ? 0 : 1 + this.#younger.to - this.#younger.from;
  }

  /** These lots and a younger one. */
  opened(lot: OpenLot): OpenLots {
    if (this.oldest === undefined) return OpenLots.of([lot]);
    const { shared, from, to } = this.#younger;
    // Another value has continued from this one, so the next entries in the list are not this value's.
    if (shared.length > to) return OpenLots.of([...this, lot]);
    shared.push(lot);
    return new OpenLots(this.oldest, { shared, from, to: to + 1 });
  }

  /** These lots less a number of lots of the oldest one. */
  closed(lots: Lots): OpenLots {
    const { oldest } = this;
    assert(oldest !== undefined && lots <= oldest.lots, 'no more is closed than the oldest fill opened');
    if (lots < oldest.lots) return new OpenLots({ ...oldest, lots: oldest.lots - lots }, this.#younger);
    const { shared, from, to } = this.#younger;
    if (from === to) return OpenLots.NONE;
    const younger = { shared, from: from + 1, to };
    return new OpenLots(shared[from], from < CLOSED_MIN || from * 2 < to ? younger : trimmed(younger));
  }

  at(index: number): OpenLot | undefined {
    const place = index < 0 ? this.length + index : index;
    if (place === 0) return this.oldest;
    return place > 0 && place < this.length ? this.#younger.shared[this.#younger.from + place - 1] : undefined;
  }

  map<T>(emit: (lot: OpenLot) => T): T[] {
    return Array.from(this, emit);
  }

  *[Symbol.iterator](): Iterator<OpenLot> {
    if (this.oldest === undefined) return;
    yield this.oldest;
    const { shared, from, to } = this.#younger;
    yield* shared.slice(from, to);
  }

  /** Stored as a plain list. */
  toJSON(): OpenLot[] {
    return [...this];
  }
}

function trimmed({ shared, from, to }: Younger): Younger {
  return { shared: shared.slice(from, to), from: 0, to: to - from };
}
