/**
 * Serves an exchange to whichever engine leads (remote-venue.ts). The first engine's hello opens it, as it is at the
 * broker. An engine of a higher epoch takes the line over: it is told again what its predecessor had not yet on disk, and
 * the exchange is brought to what the broker's journal has and the predecessor did not come to say. Whoever has been
 * succeeded is not heard any more.
 *
 * It knows orders and their owners, as an exchange does, and no account.
 */
import type { VenueOrderView } from '@mua/core/exchange';
import type { Bus } from '#bus/bus.ts';
import type { Clock } from '#ground/clock.ts';
import type { MarketMoment } from '#venue/port/engine-moment.ts';
import type { ContractUpdate, VenueListing } from '#venue/port/market-data.ts';
import type { OrderEntry } from '#venue/port/order-entry.ts';
import type { SimulatedControls } from '#venue/port/simulated-controls.ts';
import type { VenueListener } from '#venue/port/venue.ts';
import { BrokerKnowledge } from '#venue/remote/broker-knowledge.ts';
import {
  type ContractAtBroker,
  decodeFromExchange,
  decodeToExchange,
  type ExchangeFrame,
  encodeFromExchange,
  exchangeFrame,
  FROM_EXCHANGE,
  type FromExchange,
  inParts,
  TO_EXCHANGE,
} from '#venue/remote/exchange-messages.ts';
import { NumberedLine } from '#venue/remote/numbered-line.ts';

const LOOK_MS = 50;

/** The engine's books know another exchange than this one, which has taken orders: it has to begin anew. */
export class StrangeEngineError extends Error {}

export interface ServedVenue {
  readonly orders: OrderEntry;
  readonly controls: SimulatedControls;
  start(listener: VenueListener): Promise<void>;
  stop(): Promise<void>;
}

export interface ExchangeDoorOptions {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly steady: Pick<Clock, 'every'>;
  /** When this process began, in ms of its machine: a later one has a higher figure. */
  readonly life: number;
  /** Told of the engine's time before its messages: a manual clock follows it. */
  readonly onTime: (engineMs: number) => void;
  /** Called once. `atBroker` is asked at each opening of the market. */
  readonly open: (atBroker: (contractCode: string) => ContractAtBroker | undefined) => ServedVenue;
  readonly listingOf: (contractCode: string) => VenueListing | undefined;
  readonly onMarket: (updates: readonly ContractUpdate[]) => void;
  /** Tells of the market until now. */
  readonly tellMarket: () => MarketMoment;
  /** A frame could not be sent or read: it is sent again. */
  readonly onError: (error: unknown) => void;
  readonly onFatal: (error: unknown) => void;
}

export interface ExchangeDoor {
  close(): Promise<void>;
}

export function serveExchange(options: ExchangeDoorOptions): ExchangeDoor {
  return new Door(options);
}

class Door implements ExchangeDoor {
  readonly #options: ExchangeDoorOptions;
  readonly #stops: (() => void)[];
  readonly #broker = new BrokerKnowledge();
  #engine = 0;
  #line: NumberedLine | undefined;
  #venue: ServedVenue | undefined;
  #venueEpoch = '';
  /** What waits for the next engine's hello, in order: only then is it clear what that engine knows. */
  #untold: string[] = [];
  #isGreeted = false;
  /** The contracts of the hello that is under way. */
  #introduced: ContractAtBroker[] = [];
  /** The epoch of the exchange that has taken orders. */
  #takenEpoch = '';
  /** Why the link is down, if it is. */
  #cut: string | null = null;
  /** Questions how orders stand that the market has not answered. */
  #asked: number[] = [];
  /** One message after another: the first takes as long as the market takes to open. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ExchangeDoorOptions) {
    this.#options = options;
    const { bus, steady, onError } = options;
    const hear = (text: string): void => {
      try {
        this.#hear(exchangeFrame.parse(JSON.parse(text)));
      } catch (error) {
        onError(error);
      }
    };
    this.#stops = [bus.subscribe(TO_EXCHANGE, hear), steady.every(LOOK_MS, () => this.#line?.look())];
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#line?.close();
    await this.#venue?.stop();
  }

  #hear(frame: ExchangeFrame): void {
    const { life } = this.#options;
    if (frame.engine < this.#engine) return;
    if (frame.engine > this.#engine) this.#beginLine(frame.engine);
    if (frame.life === life) this.#line?.hear(frame);
    else this.#put({ engine: this.#engine, life, first: 1, texts: [], heard: 0, done: 0, isLacking: false });
  }

  #beginLine(engine: number): void {
    const { life, onFatal } = this.#options;
    this.#untold = [...(this.#line?.held ?? []).filter(isForNext), ...this.#untold];
    this.#isGreeted = false;
    this.#introduced = [];
    this.#line?.close();
    const line = new NumberedLine({
      put: (frame) => this.#put({ engine, life, ...frame }),
      take: (text) => {
        this.#turn = this.#turn
          // Whatever a predecessor had still to say is in the journal, and its successor looks after it.
          .then(() => (line === this.#line ? this.#do(decodeToExchange(text)) : undefined))
          .catch(onFatal);
        return this.#turn;
      },
    });
    this.#engine = engine;
    this.#line = line;
  }

  async #do({ nowMs, message }: ReturnType<typeof decodeToExchange>): Promise<unknown> {
    const { onTime, tellMarket, listingOf } = this.#options;
    const line = this.#line;
    onTime(nowMs);
    if (message.kind === 'contracts') return this.#introduced.push(...message.contracts);
    if (message.kind === 'hello') return this.#greet(message.venueEpoch, nowMs);
    const venue = this.#venue;
    if (!venue) return;
    const { orders, controls } = venue;
    switch (message.kind) {
      case 'requests':
        if (message.epoch !== this.#venueEpoch) return;
        this.#takenEpoch = message.epoch;
        return orders.send(message.requests, message.epoch);
      case 'listOpen':
        return this.#listOpen(venue, message.id);
      case 'endTradeDate': {
        const end = this.#broker.endTradeDate(message);
        return end && controls.endTradeDate(end);
      }
      case 'session':
        return controls.setSession(this.#broker.setSession(message));
      case 'list':
        return controls.list(this.#broker.list(message.contractCodes, listingOf));
      case 'halt':
        return controls.setHalt(message.contractCode, message.isHalted);
      case 'link':
        return controls.setLink(message.isUp, message.reason);
      case 'settle':
        await controls.caughtUp();
        return line?.send([encodeFromExchange({ kind: 'settled', id: message.id, market: tellMarket() })]);
    }
  }

  async #greet(venueEpoch: string | null, nowMs: number): Promise<void> {
    const line = this.#line;
    const contracts = this.#introduced;
    if (this.#venue) this.#bringTo(this.#venue, contracts, nowMs);
    else {
      this.#broker.begin(contracts);
      this.#venue = this.#options.open((contractCode) => this.#broker.of(contractCode));
      await this.#venue.start(this.#listener());
    }
    // A successor that came meanwhile says hello itself.
    if (line !== this.#line) return;
    this.#tellWhere(this.#venue, venueEpoch);
    this.#tell({ kind: 'opened' });
  }

  /** Says what the predecessor had on disk and did not come to say. */
  #bringTo({ controls }: ServedVenue, contracts: readonly ContractAtBroker[], nowMs: number): void {
    const { listingOf } = this.#options;
    const missed = this.#broker.bringTo(contracts, { nowMs, listingOf });
    for (const end of missed.dateEnds) controls.endTradeDate(end);
    if (missed.listings.length > 0) controls.list(missed.listings);
    for (const change of missed.sessions) controls.setSession(change);
  }

  /** What was not on disk yet, then how orders stand, or that the exchange began anew since. */
  #tellWhere(venue: ServedVenue, venueEpoch: string | null): void {
    const untold = this.#untold.filter((text) => venueEpoch === null || text !== restartOf(venueEpoch));
    [this.#untold, this.#isGreeted] = [[], true];
    this.#line?.send(untold);
    if (venueEpoch === this.#venueEpoch) this.#listOpen(venue, 0);
    else {
      if (this.#takenEpoch === this.#venueEpoch)
        throw new StrangeEngineError(`it has orders of ${this.#venueEpoch}, and the engine knows ${venueEpoch}`);
      const restarted = restartOf(this.#venueEpoch);
      if (!untold.includes(restarted)) this.#line?.send([restarted]);
    }
    if (this.#cut !== null) this.#tell({ kind: 'lost', reason: this.#cut });
  }

  #listOpen({ orders }: ServedVenue, id: number): void {
    // Over a link that is down nothing is answered; it is asked again when it is mended.
    if (this.#cut !== null) return;
    this.#asked.push(id);
    orders.listOpen();
  }

  #listener(): VenueListener {
    const { onMarket, onFatal } = this.#options;
    return {
      restarted: async (epoch) => {
        this.#venueEpoch = epoch;
        [this.#cut, this.#asked] = [null, []];
        this.#tell({ kind: 'restarted', epoch });
      },
      lost: async (reason) => {
        [this.#cut, this.#asked] = [reason, []];
        this.#tell({ kind: 'lost', reason });
      },
      back: async (epoch, orders) => this.#tellBack(epoch, orders),
      reports: async (reports) =>
        this.#tell(...inParts(reports).map((part) => ({ kind: 'reports', reports: part }) as const)),
      market: (updates) => {
        this.#broker.hearMarket(updates);
        onMarket(updates);
      },
      instruments: () => {},
      failed: onFatal,
    };
  }

  /** By itself, or because it was asked. Only an answer counts: no request is on its way then that it does not reflect. */
  #tellBack(epoch: string, orders: readonly VenueOrderView[]): void {
    if (this.#cut !== null) {
      this.#cut = null;
      return this.#tell({ kind: 'mended' });
    }
    const id = this.#asked.shift();
    if (id === undefined) return;
    const parts = inParts(orders).map((part) => ({ kind: 'open', orders: part }) as const);
    this.#tell(...parts, { kind: 'back', epoch, id });
  }

  #tell(...messages: readonly FromExchange[]): void {
    const texts = messages.map(encodeFromExchange);
    if (this.#isGreeted) this.#line?.send(texts);
    else this.#untold.push(...texts.filter(isForNext));
  }

  #put(frame: ExchangeFrame): void {
    try {
      this.#options.bus.publish(FROM_EXCHANGE, JSON.stringify(frame));
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

function restartOf(epoch: string): string {
  return encodeFromExchange({ kind: 'restarted', epoch });
}

/** Facts go to whoever leads; how the link is, an engine is told anew. */
function isForNext(text: string): boolean {
  const { kind } = decodeFromExchange(text);
  return kind === 'reports' || kind === 'restarted';
}
