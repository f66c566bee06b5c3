/**
 * Where chips of own orders have just come to, moved or gone from. Prices and other devices do that as well as the user, so
 * for a moment a click may be meant for what was there before.
 *
 * Where a chip has left, the place's own button has come: a click that would have cancelled it would be a new order, so none
 * is placed there, and that is said. A chip so young that a click on it would not have counted yet could not be aimed at,
 * as an order that fills at once: several quick orders at one price go on.
 *
 * What has just come under the pointer is cancelled by no click: it may be the order that the last one placed. What
 * protects a position is not cancelled either while others come to its price and go from it. Live orders of one price are
 * as good as each other, and whoever cancels them one after the other while they fill is not held up.
 */
import type { Side, Ticks } from '@mua/core/values';
import { useLayoutEffect, useState } from 'react';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { isWaitingLeg, type OwnOrder, ownIdOf, sideOf } from '#features/order-ladder/resting-order.ts';
import { placeKey } from '#features/order-ladder/use-ladder-orders.ts';
import { nowMs } from '#session/clock.ts';

interface Chip {
  readonly place: string;
  /** When it first appeared, wherever that was; at the beginning of time if it was there from the first. */
  readonly bornMs: number;
  /** When it came to this place. */
  readonly hereMs: number;
}

interface Left {
  readonly atMs: number;
  readonly bornMs: number;
}

export class RestlessPlaces {
  /** By own id; null before the first look, when there was nothing to aim at. */
  #chips: ReadonlyMap<string, Chip> | null = null;
  /** The oldest chip that has just left a place. */
  readonly #left = new Map<string, Left>();
  readonly #changedMs = new Map<string, number>();

  /** Looks at all chips, as they are shown from now on. */
  note(owns: readonly OwnOrder[]): void {
    const before = this.#chips;
    const bornMs = before ? nowMs() : Number.NEGATIVE_INFINITY;
    const now = new Map(
      owns.map((own): [string, Chip] => {
        const id = ownIdOf(own);
        const place = placeKey(sideOf(own), own.priceTicks);
        const known = before?.get(id);
        const hereMs = known?.place === place ? known.hereMs : bornMs;
        return [id, { place, bornMs: known?.bornMs ?? bornMs, hereMs }];
      }),
    );
    this.#chips = now;
    if (!before) return;
    for (const [id, chip] of before) if (now.get(id)?.place !== chip.place) this.#leave(chip);
    for (const [id, { place }] of now) if (before.get(id)?.place !== place) this.#changedMs.set(place, nowMs());
  }

  #leave({ place, bornMs }: Chip): void {
    const before = this.#left.get(place);
    const isBeside = before !== undefined && isRecent(before.atMs);
    this.#changedMs.set(place, nowMs());
    this.#left.set(place, { atMs: nowMs(), bornMs: isBeside ? Math.min(before.bornMs, bornMs) : bornMs });
  }

  /** A click to place there may be meant to cancel what has left. */
  mayPlace(side: Side, priceTicks: Ticks): boolean {
    const left = this.#left.get(placeKey(side, priceTicks));
    return left === undefined || !isRecent(left.atMs) || isRecent(left.bornMs);
  }

  /** A click to cancel there may be meant for something else. */
  mayCancel(own: OwnOrder): boolean {
    const sinceMs = isWaitingLeg(own)
      ? this.#changedMs.get(placeKey(sideOf(own), own.priceTicks))
      : this.#chips?.get(ownIdOf(own))?.hereMs;
    return !isRecent(sinceMs);
  }
}

function isRecent(ms: number | undefined): boolean {
  return ms !== undefined && nowMs() - ms < ARMING_PAUSE_MS;
}

/** Follows what is on screen: a click is judged by what was last painted. */
export function useRestlessPlaces(owns: readonly OwnOrder[]): RestlessPlaces {
  const [places] = useState(() => new RestlessPlaces());
  useLayoutEffect(() => places.note(owns));
  return places;
}
