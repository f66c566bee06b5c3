/**
 * The main thread's side of a market in its worker: starts it, sends requests, and restarts it when it dies. A
 * restarted market has empty books and a new epoch; the broker routes its live orders again (ARCHITECTURE.md, "Exactly
 * once").
 */
import type { Worker } from 'node:worker_threads';
import type { Clock } from '#ground/clock.ts';
import { startWorker } from '#ground/worker-threads.ts';
import type { Bar } from '#venue/port/market-data.ts';
import type { VenueListener } from '#venue/port/venue.ts';
import type { BarQuery, TradeDateEnd } from '#venue/thread/market.ts';
import type {
  FromMarket,
  HeadStartPlan,
  MarketOpening,
  MarketPlan,
  MarketWorkerData,
  ToMarket,
} from '#venue/thread/messages.ts';

/** A market that dies more often than this within the time is given up. */
const MOST_RESTARTS = 5;
const RESTARTS_WITHIN_MS = 60_000;

type Output = Extract<FromMarket, { kind: 'output' }>;
type Unstamped = ToMarket extends infer M ? (M extends ToMarket ? Omit<M, 'nowMs'> : never) : never;

/** A thread that waits for its market's opening. */
export type PreparedMarket = Worker;

/** Starts a thread that plays its head start until its market is opened. It keeps no process alive. */
export function prepareMarket(headStart: HeadStartPlan): PreparedMarket {
  const worker = newWorker(headStart);
  worker.unref();
  // Whoever opens it finds out, and begins without it.
  worker.on('error', () => {});
  return worker;
}

function newWorker(data: MarketWorkerData): Worker {
  return startWorker('venue/market-worker', data);
}

export interface MarketThreadOptions {
  /** Called at each opening. */
  readonly plan: () => MarketPlan;
  readonly clock: Clock;
  /** With a manual clock the market steps only in `settle` and with requests. */
  readonly isManual: boolean;
  /** Unique for ever; each opening of the market adds its number. */
  readonly epoch: string;
  /** Called with each output before the listener. */
  readonly onOutput: (output: Output) => void;
  /** For the first opening. */
  readonly prepared?: PreparedMarket | undefined;
}

interface Waiting {
  readonly done: (bars: readonly Bar[]) => void;
  readonly fail: (error: Error) => void;
}

export class MarketThread {
  readonly #options: MarketThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #diedMs: number[] = [];
  /** Last published prices: the broker settles at the same. */
  readonly #lastTicks = new Map<string, number>();
  #worker: Worker | undefined;
  #openings = 0;
  #lastId = 0;
  #isStopped = false;
  #prepared: PreparedMarket | undefined;

  constructor(options: MarketThreadOptions) {
    this.#options = options;
    this.#prepared = options.prepared;
  }

  /** Opens the market; resolves after its first complete output. */
  start(listener: VenueListener): Promise<void> {
    const { plan, clock, isManual } = this.#options;
    this.#openings += 1;
    const epoch = `${this.#options.epoch}-${this.#openings}`;
    const worker = this.#takePrepared() ?? newWorker(null);
    this.#worker = worker;
    worker.ref();
    const opening: MarketOpening = {
      ...{ kind: 'open', plan: plan(), epoch },
      ...{ startMs: clock.nowMs(), isSelfDriven: !isManual },
    };
    worker.postMessage(opening);
    return new Promise((resolve, reject) => {
      let isOpen = false;
      let cause = new Error('the market thread ended');
      worker.on('message', (message: FromMarket) => {
        if (message.kind !== 'output') {
          this.#answer(message.id, message.kind === 'bars' ? message.bars : []);
          return;
        }
        if (!isOpen) void listener.restarted(epoch);
        this.#publish(listener, message, epoch);
        isOpen = true;
        resolve();
      });
      worker.on('error', (error) => {
        cause = error instanceof Error ? error : new Error(String(error));
      });
      worker.on('exit', () => {
        this.#failWaiting(cause);
        if (this.#isStopped) return;
        if (!isOpen) reject(cause);
        else this.#reopen(listener, cause);
      });
    });
  }

  /** Unless it has ended meanwhile. */
  #takePrepared(): PreparedMarket | undefined {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    return prepared?.threadId === -1 ? undefined : prepared;
  }

  post(message: Unstamped): void {
    this.#worker?.postMessage({ ...message, nowMs: this.#options.clock.nowMs() });
  }

  endTradeDate(end: Omit<TradeDateEnd, 'settlements'>): void {
    this.post({ kind: 'endTradeDate', end: { ...end, settlements: this.#lastTicks } });
  }

  /** Resolves when everything due by now has been delivered. */
  async settle(): Promise<void> {
    await this.#ask((id) => ({ kind: 'settle', id }));
  }

  bars(query: BarQuery): Promise<readonly Bar[]> {
    return this.#ask((id) => ({ kind: 'bars', id, query }));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker?.terminate();
  }

  #ask(message: (id: number) => Unstamped): Promise<readonly Bar[]> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail });
      this.post(message(id));
    });
  }

  #answer(id: number, bars: readonly Bar[]): void {
    this.#waiting.get(id)?.done(bars);
    this.#waiting.delete(id);
  }

  #failWaiting(cause: Error): void {
    for (const { fail } of this.#waiting.values()) fail(cause);
    this.#waiting.clear();
  }

  #publish(listener: VenueListener, output: Output, epoch: string): void {
    const { reports, updates, link } = output;
    for (const { contractCode, trades } of updates) {
      const last = trades?.at(-1);
      if (last) this.#lastTicks.set(contractCode, last.priceTicks);
    }
    this.#options.onOutput(output);
    if (reports.length > 0) void listener.reports(reports);
    if (link?.kind === 'lost') void listener.lost(link.reason);
    if (link?.kind === 'back') void listener.back(epoch, link.orders);
    if (updates.length > 0) listener.market(updates);
  }

  #reopen(listener: VenueListener, cause: Error): void {
    const nowMs = this.#options.clock.nowMs();
    this.#diedMs.push(nowMs);
    const recent = this.#diedMs.filter((timeMs) => nowMs - timeMs < RESTARTS_WITHIN_MS);
    if (recent.length > MOST_RESTARTS) listener.failed(cause);
    else this.start(listener).catch((error: unknown) => listener.failed(error instanceof Error ? error : cause));
  }
}
