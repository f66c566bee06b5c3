/**
 * The exchange of another process, as an engine has it (served by exchange-door.ts). It goes on while engines change: a
 * new one says hello and is told what its predecessor had not yet on disk, then how every open order stands. So nothing is
 * routed again, and orders keep their place in the queue.
 *
 * The order in which things are told is what makes the state of orders whole: it is asked for only when the loss of the
 * link is on disk. By then every request from before is on the line ahead of the question, and none follows it until the
 * answer is entered.
 */
import type { AccountKind, VenueOrderView } from '@mua/core/engine';
import type { Bus } from '#bus/bus.ts';
import type { Clock } from '#ground/clock.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { MarketMoment } from '#venue/port/engine-moment.ts';
import type { OrderEntry, OrderEntryListener } from '#venue/port/order-entry.ts';
import type { SimulatedControls } from '#venue/port/simulated-controls.ts';
import {
  type ContractAtBroker,
  decodeFromExchange,
  type ExchangeFrame,
  encodeToExchange,
  exchangeFrame,
  FROM_EXCHANGE,
  type FromExchange,
  inParts,
  TO_EXCHANGE,
  type ToExchange,
} from '#venue/remote/exchange-messages.ts';
import { NumberedLine } from '#venue/remote/numbered-line.ts';

/** How often it is looked after what was not heard. */
const LOOK_MS = 50;
/** The exchange is heard five times a second. */
const SILENT_MS = 2_000;
const AWAY_MS = 500;
/** Everything that is due at the exchange comes first. */
const SETTLED_MS = 30_000;
/** A market takes seconds to open; one that ends again and again meanwhile is not waited for. */
const OPENED_MS = 30_000;
const SILENT = 'the exchange does not answer';
const SLOW = 'the exchange does not open';
const ANEW = 'the exchange begins anew';

/** What an engine says of itself to an exchange that it meets. */
export interface Introduction {
  /** The exchange whose orders are in its books; null before the first. */
  readonly venueEpoch: string | null;
  readonly contracts: readonly ContractAtBroker[];
}

export interface RemoteVenueOptions {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly steady: Pick<Clock, 'nowMs' | 'every'>;
  readonly name: string;
  readonly accounts: AccountKind;
  /** The engine's. */
  readonly epoch: number;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** As it is when it is asked for. */
  readonly introduction: () => Introduction;
  /** Resolves when the engine knows the market of that moment. */
  readonly reached: (market: MarketMoment) => Promise<void>;
  /** A frame could not be sent or read: it is sent again. */
  readonly onError: (error: unknown) => void;
}

export interface RemoteVenue {
  readonly name: string;
  readonly accounts: AccountKind;
  readonly orders: OrderEntry;
  readonly controls: SimulatedControls;
  /** Says hello. What the exchange tells waits for `start`, which does this itself where it was not done. */
  connect(): void;
  /** Resolves when the state of orders is known; without a word after two seconds, and after thirty: the link is lost. */
  start(listener: OrderEntryListener): Promise<void>;
  /** From here on nothing counts as heard: what was told is told to the next engine. */
  stop(): Promise<void>;
}

export function createRemoteVenue(options: RemoteVenueOptions): RemoteVenue {
  return new Link(options);
}

interface Settling {
  readonly resolve: (market: MarketMoment) => void;
  readonly reject: (error: Error) => void;
}

class Link implements RemoteVenue {
  readonly name: string;
  readonly accounts: AccountKind;
  readonly orders: OrderEntry;
  readonly controls: SimulatedControls;
  readonly #options: RemoteVenueOptions;
  #listener: OrderEntryListener | undefined;
  #line: NumberedLine | undefined;
  #life: number | null = null;
  /** Of processes that are gone. */
  readonly #gone = new Set<number>();
  #heardMs = 0;
  #lookedMs = 0;
  #isSilent = false;
  /** Resolves when the last loss of the link is on disk. */
  #lossKnown: Promise<unknown> = Promise.resolve();
  #lastId = 0;
  /** The question how orders stand whose answer counts; null: none does any more. */
  #awaitedId: number | null = null;
  /** Losses and restarts: whoever was about to ask before one does not any more. */
  #turns = 0;
  #openOrders: VenueOrderView[] = [];
  readonly #settling = new Map<number, Settling>();
  #isKnown = false;
  #startedMs = 0;
  #known = (): void => {};
  readonly #opened = new Promise<void>((resolve) => {
    this.#known = resolve;
  });
  #listens = (): void => {};
  readonly #isListening = new Promise<void>((resolve) => {
    this.#listens = resolve;
  });
  #stops: (() => void)[] = [];

  constructor(options: RemoteVenueOptions) {
    this.#options = options;
    this.name = options.name;
    this.accounts = options.accounts;
    this.orders = {
      send: (requests, epoch) =>
        this.#tell(...inParts(requests).map((part) => ({ kind: 'requests', epoch, requests: part }) as const)),
      listOpen: () => this.#askHowOrdersStand(),
    };
    this.controls = {
      endTradeDate: ({ contractCodes, ...end }) =>
        this.#tell({ kind: 'endTradeDate', ...end, contractCodes: [...contractCodes] }),
      setSession: ({ contractCodes, ...change }) =>
        this.#tell({ kind: 'session', ...change, contractCodes: [...contractCodes] }),
      list: (listings) => this.#tell({ kind: 'list', contractCodes: listings.map(({ contract }) => contract.code) }),
      setHalt: (contractCode, isHalted) => this.#tell({ kind: 'halt', contractCode, isHalted }),
      // Whoever asks is told that it was not done: it must not be done later.
      setLink: (isUp, reason) => this.#isSilent || this.#tell({ kind: 'link', isUp, reason }),
      caughtUp: async () => options.reached(await this.#settled()),
    };
  }

  start(listener: OrderEntryListener): Promise<void> {
    this.#listener = listener;
    this.#startedMs = this.#options.steady.nowMs();
    this.connect();
    this.#listens();
    return this.#opened;
  }

  connect(): void {
    const { bus, steady, onError } = this.#options;
    if (this.#stops.length > 0) return;
    this.#heardMs = steady.nowMs();
    const hear = (text: string): void => {
      try {
        this.#hear(exchangeFrame.parse(JSON.parse(text)));
      } catch (error) {
        onError(error);
      }
    };
    this.#stops = [bus.subscribe(FROM_EXCHANGE, hear), steady.every(LOOK_MS, () => this.#look())];
    this.#look();
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#line?.close();
    this.#failSettling();
  }

  #look(): void {
    const { steady, epoch } = this.#options;
    const nowMs = steady.nowMs();
    // Who did not look for so long was away itself: what came meanwhile has yet to be heard.
    if (nowMs - this.#lookedMs > AWAY_MS) this.#heardMs = nowMs;
    this.#lookedMs = nowMs;
    // Whoever is there answers with its name.
    if (!this.#line) this.#put({ engine: epoch, life: null, first: 1, texts: [], heard: 0, done: 0, isLacking: false });
    this.#line?.look();
    if (!this.#listener || this.#isSilent) return;
    this.#isSilent = nowMs - this.#heardMs > SILENT_MS;
    const isSlow = !this.#isKnown && nowMs - this.#startedMs > OPENED_MS;
    if (!this.#isSilent && !isSlow) return;
    if (this.#isSilent) this.#lose(SILENT);
    // The answer to hello counts still: nothing was sent since.
    else this.#lossKnown = this.#listener.lost(SLOW);
    this.#know();
  }

  #know(): void {
    this.#isKnown = true;
    this.#known();
  }

  #hear(frame: ExchangeFrame): void {
    const { steady, epoch } = this.#options;
    const { engine, life } = frame;
    if (engine !== epoch || life === null || this.#isOver(life)) return;
    this.#heardMs = steady.nowMs();
    const wasSilent = this.#isSilent;
    this.#isSilent = false;
    if (life !== this.#life) this.#meet(life, wasSilent);
    else if (wasSilent) this.#askHowOrdersStand();
    this.#line?.hear(frame);
  }

  /**
   * A late frame must not bring back who is gone, met or not. One whose machine's clock is behind is believed when
   * nobody else is heard.
   */
  #isOver(life: number): boolean {
    return this.#gone.has(life) || (this.#life !== null && life < this.#life && !this.#isSilent);
  }

  /** Requests for the one before are void: one that begins anew is handed every order. */
  #meet(life: number, isLost: boolean): void {
    const { epoch, introduction } = this.#options;
    if (this.#life !== null) {
      this.#gone.add(this.#life);
      if (!isLost) this.#lose(ANEW);
    }
    this.#line?.close();
    this.#failSettling();
    this.#life = life;
    this.#awaitedId = 0;
    this.#openOrders = [];
    this.#line = new NumberedLine({
      put: (frame) => this.#put({ engine: epoch, life, ...frame }),
      take: (text) => this.#takeWhenListening(decodeFromExchange(text)),
    });
    const { venueEpoch, contracts } = introduction();
    const parts = inParts(contracts).map((part) => ({ kind: 'contracts', contracts: part }) as const);
    this.#tell(...parts, { kind: 'hello', venueEpoch });
  }

  #lose(reason: string): void {
    this.#turn();
    this.#lossKnown = this.#listener?.lost(reason) ?? Promise.resolve();
  }

  #turn(): void {
    this.#turns += 1;
    this.#awaitedId = null;
  }

  #askHowOrdersStand(): void {
    const turn = this.#turns;
    void this.#lossKnown.then(() => {
      if (turn !== this.#turns) return;
      this.#lastId += 1;
      this.#awaitedId = this.#lastId;
      this.#tell({ kind: 'listOpen', id: this.#lastId });
    });
  }

  async #takeWhenListening(message: FromExchange): Promise<unknown> {
    if (!this.#listener) await this.#isListening;
    return this.#take(message);
  }

  async #take(message: FromExchange): Promise<unknown> {
    const listener = this.#listener;
    switch (message.kind) {
      case 'opened':
        return this.#know();
      case 'restarted':
        this.#turn();
        return listener?.restarted(message.epoch);
      case 'lost':
        this.#lose(message.reason);
        return this.#lossKnown;
      case 'mended':
        return this.#askHowOrdersStand();
      case 'open':
        return this.#openOrders.push(...message.orders);
      case 'back': {
        const orders = this.#openOrders;
        this.#openOrders = [];
        if (message.id !== this.#awaitedId) return;
        this.#awaitedId = null;
        return listener?.back(message.epoch, orders);
      }
      case 'reports':
        return listener?.reports(message.reports);
      case 'settled':
        this.#settling.get(message.id)?.resolve(message.market);
        return this.#settling.delete(message.id);
    }
  }

  #settled(): Promise<MarketMoment> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(replyError('GatewayTimeout', {})), SETTLED_MS);
      const over =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          end(value);
        };
      if (!this.#line || this.#isSilent) return over(reject)(replyError('ServiceUnavailable', {}));
      this.#settling.set(id, { resolve: over(resolve), reject: over(reject) });
      this.#tell({ kind: 'settle', id });
    });
  }

  #failSettling(): void {
    for (const { reject } of this.#settling.values()) reject(replyError('ServiceUnavailable', {}));
    this.#settling.clear();
  }

  #tell(...messages: readonly ToExchange[]): void {
    const nowMs = this.#options.clock.nowMs();
    this.#line?.send(messages.map((message) => encodeToExchange(message, nowMs)));
  }

  #put(frame: ExchangeFrame): void {
    try {
      this.#options.bus.publish(TO_EXCHANGE, JSON.stringify(frame));
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
