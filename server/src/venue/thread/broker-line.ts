/**
 * The line between a simulated or recorded market and the broker: requests come in, reports go out, and it can be cut.
 * While it is down the exchange trades on and keeps its reports; after reconnecting these are delivered first, then the
 * state of every open order. Its behaviour is plain or that of a third-party exchange (core: venue-quirks).
 */
import {
  type Exchange,
  NO_QUIRKS,
  QuirkyVenue,
  THIRD_PARTY_QUIRKS,
  type VenueOrderView,
  type VenueReport,
  type VenueRequest,
} from '@mua/core/exchange';
import { seededRandom } from '@mua/core/values';
import type { VenueBehaviour } from '#ground/config.ts';

export type LinkChange =
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'back'; readonly orders: readonly VenueOrderView[] };

/** Output to the broker: reports first, then the line's change. */
export interface LineOutput {
  readonly reports: readonly VenueReport[];
  readonly link?: LinkChange;
}

/** With third-party behaviour the line drops about every ten minutes, for ten seconds. */
const DROPS_EVERY_MS = 600_000;
const DROPS_FOR_MS = 10_000;
const LOOKS_EVERY_MS = 100;
const DROPPED = 'heartbeat missed';

export class BrokerLine {
  readonly #exchange: Exchange;
  readonly #venue: QuirkyVenue;
  readonly #drops: ((timeMs: number) => boolean) | null;
  #isUp = true;
  /** End of a spontaneous drop; null while it is up, or cut by hand. */
  #backAtMs: number | null = null;
  #change: LinkChange | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(options: {
    readonly exchange: Exchange;
    readonly epoch: string;
    readonly seed: number;
    readonly behaviour: VenueBehaviour;
  }) {
    const { exchange, epoch, seed, behaviour } = options;
    const isForeign = behaviour === 'foreign';
    const random = seededRandom(seed);
    this.#exchange = exchange;
    this.#venue = new QuirkyVenue({ exchange, epoch, random, quirks: isForeign ? THIRD_PARTY_QUIRKS : NO_QUIRKS });
    this.#drops = isForeign ? () => random.below(DROPS_EVERY_MS / LOOKS_EVERY_MS) === 0 : null;
  }

  /** Handles a request of the broker; on a dead line it is lost. */
  request(request: VenueRequest): readonly VenueReport[] {
    return this.#isUp ? this.#venue.handle(request) : [];
  }

  /** Takes the exchange's reports on the broker's orders. */
  receive(reports: readonly VenueReport[], nowMs: number): void {
    this.#venue.receive(reports, nowMs);
  }

  /** Runs spontaneous drops and reconnects. */
  step(nowMs: number): void {
    if (this.#drops === null || nowMs - this.#lookedMs < LOOKS_EVERY_MS) return;
    this.#lookedMs = nowMs;
    this.#venue.act(nowMs);
    if (this.#backAtMs !== null && nowMs >= this.#backAtMs) this.mend();
    else if (this.#isUp && this.#drops(nowMs)) {
      this.cut(DROPPED);
      this.#backAtMs = nowMs + DROPS_FOR_MS;
    }
  }

  dateRolled(nowMs: number): void {
    this.#venue.dateRolled(nowMs);
  }

  /** Cut by hand, it stays down until restored by hand, even if it had dropped by itself. */
  cut(reason: string): void {
    this.#backAtMs = null;
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#change = { kind: 'lost', reason };
  }

  mend(): void {
    if (this.#isUp) return;
    this.#isUp = true;
    this.#backAtMs = null;
    this.listOpen();
  }

  /** For a broker that does not know what this one has told: everything is reported, then every open order is listed. */
  listOpen(): void {
    if (this.#isUp) this.#change = { kind: 'back', orders: [] };
  }

  take(nowMs: number): LineOutput {
    const change = this.#change;
    this.#change = undefined;
    if (change?.kind === 'back') {
      const reports = this.#venue.reportAll();
      return { reports, link: { kind: 'back', orders: this.#views() } };
    }
    if (change) return { reports: [], link: change };
    return { reports: this.#isUp ? this.#venue.arriving(nowMs) : [] };
  }

  #views(): VenueOrderView[] {
    return this.#venue.liveOrders.flatMap((order) => this.#exchange.orderView(order) ?? []);
  }
}
