/**
 * Where chips of own orders have just come to, moved or gone from. Prices and other devices do that as well as the user, so
 * for a moment a click may be meant for what was there before.
 *
 * Where a chip has left, the place's own button has come: a cancel that lands on it would be a new order, so none is
 * placed there. One that has come covers nothing that was aimed at by whoever places the next order beside it, and must not
 * slow down several quick orders at one price: it only keeps clicks from cancelling, because its neighbours have moved
 * aside for it. A chip that had only just appeared when it left (an order that filled at once) could not have been aimed
 * at: a click on it would not have counted either.
 */
import type { Side, Ticks } from '@mua/core/values';
import { useLayoutEffect, useState } from 'react';
import { ARMING_PAUSE_MS } from '#design/arming.ts';
import { type OwnOrder, ownIdOf, sideOf } from '#features/order-ladder/resting-order.ts';
import { placeKey } from '#features/order-ladder/use-ladder-orders.ts';
import { nowMs } from '#session/clock.ts';

interface Chip {
  readonly place: string;
  /** When it first appeared, wherever that was; at the beginning of time if it was there from the first. */
  readonly bornMs: number;
}

class RestlessPlaces {
  /** By own id; null before the first look, when there was nothing to aim at. */
  #chips: ReadonlyMap<string, Chip> | null = null;
  readonly #leftMs = new Map<string, number>();
  readonly #changedMs = new Map<string, number>();

  /** Looks at all chips, as they are shown from now on. */
  note(owns: readonly OwnOrder[]): void {
    const before = this.#chips;
    const bornMs = before ? nowMs() : Number.NEGATIVE_INFINITY;
    const now = new Map(
      owns.map((own): [string, Chip] => {
        const id = ownIdOf(own);
        const place = placeKey(sideOf(own), own.priceTicks);
        return [id, { place, bornMs: before?.get(id)?.bornMs ?? bornMs }];
      }),
    );
    this.#chips = now;
    if (!before) return;
    for (const [id, chip] of before) if (now.get(id)?.place !== chip.place) this.#leave(chip);
    for (const [id, { place }] of now) if (before.get(id)?.place !== place) this.#changedMs.set(place, nowMs());
  }

  #leave({ place, bornMs }: Chip): void {
    this.#changedMs.set(place, nowMs());
    if (!isRecent(bornMs)) this.#leftMs.set(place, nowMs());
  }

  /** A click to place there may be meant to cancel what has left. */
  mayPlace(side: Side, priceTicks: Ticks): boolean {
    return !isRecent(this.#leftMs.get(placeKey(side, priceTicks)));
  }

  /** A click to cancel there may be meant for something else. */
  mayCancel(own: OwnOrder): boolean {
    return !isRecent(this.#changedMs.get(placeKey(sideOf(own), own.priceTicks)));
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
