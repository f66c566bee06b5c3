/**
 * Where alerts wait for a price: each contract has the levels of its fixed prices in one index, and those that follow
 * something in one for each interval of bars.
 */
import type { BarInterval, Ticks } from '@mua/core/values';
import { type AlertIndex, createAlertIndex } from '#alerts/alert-index.ts';
import type { StoredAlert } from '#alerts/alert-store.ts';
import { FollowingLevels, type FollowingOptions } from '#alerts/following-levels.ts';
import type { LastPrice } from '#alerts/growing-closes.ts';
import { type Waiting, waitAt } from '#alerts/waiting.ts';

interface Places {
  readonly fixed: AlertIndex<Waiting>;
  readonly following: Map<BarInterval, FollowingLevels>;
}

type WaitingPlacesOptions = Omit<FollowingOptions, 'contractCode' | 'interval'>;

export class WaitingPlaces {
  readonly #options: WaitingPlacesOptions;
  readonly #places = new Map<string, Places>();

  constructor(options: WaitingPlacesOptions) {
    this.#options = options;
  }

  get contractCodes(): readonly string[] {
    return [...this.#places.keys()];
  }

  place(entry: Waiting): void {
    const { contractCode, follows, priceTicks } = entry.alert;
    if (follows) this.#followingOf(contractCode, follows.interval).add(entry);
    else if (priceTicks !== null) waitAt(this.#placesOf(contractCode).fixed, entry, priceTicks);
  }

  remove(entry: Waiting): void {
    const { contractCode, follows } = entry.alert;
    if (follows) this.#followingOf(contractCode, follows.interval).remove(entry);
    else this.#placesOf(contractCode).fixed.remove(entry);
  }

  /** Removes and returns what this price reaches. */
  reach(contractCode: string, last: LastPrice): readonly Waiting[] {
    const places = this.#places.get(contractCode);
    if (!places) return [];
    const fixed = places.fixed.reach(last.priceTicks);
    if (places.following.size === 0) return fixed;
    return [...fixed, ...[...places.following.values()].flatMap((following) => following.reach(last))];
  }

  /** The price that an alert is told of: its own, or that of what it follows at the running bar. */
  priceOf(alert: StoredAlert): Ticks | null {
    if (!alert.follows) return alert.priceTicks;
    return this.#followingOf(alert.contractCode, alert.follows.interval).priceOf(alert);
  }

  /** Trades are missing from now on: bars are read again. */
  mend(contractCode: string): void {
    for (const following of this.#places.get(contractCode)?.following.values() ?? []) following.mend();
  }

  /** Reads bars that could not be read before. */
  retry(): void {
    for (const following of this.#allFollowing()) following.retry();
  }

  /** Resolves when no bars are being read. */
  async settled(): Promise<void> {
    for (;;) {
      const readings = this.#allFollowing().flatMap(({ reading }) => reading ?? []);
      if (readings.length === 0) return;
      await Promise.all(readings);
    }
  }

  #allFollowing(): FollowingLevels[] {
    return [...this.#places.values()].flatMap(({ following }) => [...following.values()]);
  }

  #placesOf(contractCode: string): Places {
    const known = this.#places.get(contractCode);
    if (known) return known;
    const created: Places = { fixed: createAlertIndex(), following: new Map() };
    this.#places.set(contractCode, created);
    return created;
  }

  #followingOf(contractCode: string, interval: BarInterval): FollowingLevels {
    const { following } = this.#placesOf(contractCode);
    const known = following.get(interval);
    if (known) return known;
    const created = new FollowingLevels({ ...this.#options, contractCode, interval });
    following.set(interval, created);
    return created;
  }
}
