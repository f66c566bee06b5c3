/**
 * The main thread's side of a market in its worker: starts it, speaks to it, and starts it again when it dies. A new
 * market has empty books and a new epoch; the broker routes its live orders again (architecture, "Two parties").
 */
import type { Worker } from 'node:worker_threads';
import type { Clock } from '#clock';
import type { Bar, VenueListener } from '#venue/venue';
import type { BarQuery, TradeDateEnd } from './market.ts';
import type { FromMarket, MarketPlan, MarketWorkerData, ToMarket } from './messages.ts';
import { startWorker } from './worker-file.ts';

/** A market that dies more often than this within the time can't be helped. */
const MOST_RESTARTS = 5;
const RESTARTS_WITHIN_MS = 60_000;

type Output = Extract<FromMarket, { kind: 'output' }>;
type Unstamped = ToMarket extends infer M ? (M extends ToMarket ? Omit<M, 'nowMs'> : never) : never;

export interface MarketThread {
  /** Resolves with the first output. */
  start(listener: VenueListener): Promise<void>;
  post(message: Unstamped): void;
  endTradeDate(end: Omit<TradeDateEnd, 'settlements'>): void;
  /** Resolves when everything due by the clock's now has been told. */
  settle(): Promise<void>;
  bars(query: BarQuery): Promise<readonly Bar[]>;
  stop(): Promise<void>;
}

export interface MarketThreadOptions {
  /** Asked for at each opening. */
  readonly plan: () => MarketPlan;
  readonly clock: Clock;
  /** A manual clock's market steps only in `settle` and with what it is asked. */
  readonly isManual: boolean;
  /** Unique for ever; each opening of the market adds its number. */
  readonly epoch: string;
  /** Sees each output before the listener does. */
  readonly onOutput: (output: Output) => void;
}

export function createMarketThread(options: MarketThreadOptions): MarketThread {
  const { plan, clock, isManual, onOutput } = options;
  const waiting = new Map<number, { done: (bars: readonly Bar[]) => void; fail: (error: Error) => void }>();
  const diedMs: number[] = [];
  /** Last prices as they were told: the broker settles by the same. */
  const lastTicks = new Map<string, number>();
  let worker: Worker | undefined;
  let openings = 0;
  let lastId = 0;
  let isStopped = false;

  function post(message: Unstamped): void {
    worker?.postMessage({ ...message, nowMs: clock.nowMs() });
  }

  function ask(message: (id: number) => Unstamped): Promise<readonly Bar[]> {
    lastId += 1;
    const id = lastId;
    return new Promise((done, fail) => {
      waiting.set(id, { done, fail });
      post(message(id));
    });
  }

  function answer(id: number, bars: readonly Bar[]): void {
    waiting.get(id)?.done(bars);
    waiting.delete(id);
  }

  /** Opens the market; resolves when it has told everything once. */
  function open(listener: VenueListener): Promise<void> {
    openings += 1;
    const epoch = `${options.epoch}.${openings}`;
    const workerData: MarketWorkerData = { plan: plan(), epoch, startMs: clock.nowMs(), isSelfDriven: !isManual };
    return new Promise((resolve, reject) => {
      let isOpen = false;
      let cause = new Error('the market thread ended');
      const opened = startWorker('./market-worker', import.meta.url, workerData);
      worker = opened;
      opened.on('message', (message: FromMarket) => {
        if (message.kind !== 'output') {
          answer(message.id, message.kind === 'bars' ? message.bars : []);
          return;
        }
        if (!isOpen) listener.restarted(epoch);
        rememberLast(message);
        onOutput(message);
        if (message.reports.length > 0) listener.reports(message.reports);
        if (message.updates.length > 0) listener.market(message.updates);
        isOpen = true;
        resolve();
      });
      opened.on('error', (error) => {
        cause = error instanceof Error ? error : new Error(String(error));
      });
      opened.on('exit', () => {
        for (const { fail } of waiting.values()) fail(cause);
        waiting.clear();
        if (isStopped) return;
        if (!isOpen) reject(cause);
        else reopen(listener, cause);
      });
    });
  }

  function rememberLast({ updates }: Output): void {
    for (const { contractCode, trades } of updates) {
      const last = trades?.at(-1);
      if (last) lastTicks.set(contractCode, last.priceTicks);
    }
  }

  function reopen(listener: VenueListener, cause: Error): void {
    const nowMs = clock.nowMs();
    diedMs.push(nowMs);
    const recent = diedMs.filter((timeMs) => nowMs - timeMs < RESTARTS_WITHIN_MS);
    if (recent.length > MOST_RESTARTS) listener.failed(cause);
    else open(listener).catch((error: unknown) => listener.failed(error instanceof Error ? error : cause));
  }

  return {
    start: open,
    post,
    endTradeDate: (end) => post({ kind: 'endTradeDate', end: { ...end, settlements: lastTicks } }),
    settle: async () => void (await ask((id) => ({ kind: 'settle', id }))),
    bars: (query) => ask((id) => ({ kind: 'bars', id, query })),
    async stop() {
      isStopped = true;
      await worker?.terminate();
    },
  };
}
