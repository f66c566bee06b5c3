/** The main thread's side of the history worker, which is stateless: if it dies, a new one is started. */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#ground/worker-threads.ts';
import type { Bar, HeldLots, HeldLotsQuery } from '#venue/port/market-data.ts';
import type { BarQuery, ListedContract, MarketHours } from '#venue/thread/market.ts';

export interface HistoryWorkerData {
  readonly seed: number;
  readonly contracts: readonly ListedContract[];
  readonly startMs: number;
  readonly marketHours: MarketHours;
}

type Asked =
  | { readonly kind: 'bars'; readonly query: BarQuery; readonly untilMs: number }
  | { readonly kind: 'openInterest'; readonly query: HeldLotsQuery; readonly untilMs: number };

export type HistoryQuestion = Asked & { readonly id: number };

export type ToHistory = HistoryQuestion | { readonly kind: 'list'; readonly contracts: readonly ListedContract[] };

export interface HistoryAnswer {
  readonly id: number;
  /** Of what was not asked for there is none. */
  readonly bars: readonly Bar[];
  readonly held: readonly HeldLots[];
}

export interface HistoryThread {
  bars(query: BarQuery, untilMs: number): Promise<readonly Bar[]>;
  openInterest(query: HeldLotsQuery, untilMs: number): Promise<readonly HeldLots[]>;
  list(contracts: readonly ListedContract[]): void;
  stop(): Promise<void>;
}

interface Waiting {
  readonly done: (answer: HistoryAnswer) => void;
  readonly fail: (error: Error) => void;
}

export function createHistoryThread(options: HistoryWorkerData): HistoryThread {
  let workerData = options;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = startWorker('venue/simulated/history-worker', workerData);
    started.on('message', (answer: HistoryAnswer) => {
      waiting.get(answer.id)?.done(answer);
      waiting.delete(answer.id);
    });
    started.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => {
      failAll(new Error('the history thread ended'));
      if (worker === started) worker = undefined;
    });
    // Open questions keep the process alive, the idle worker does not.
    started.unref();
    return started;
  }

  function failAll(error: Error): void {
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  }

  function ask(asked: Asked): Promise<HistoryAnswer> {
    worker ??= start();
    lastId += 1;
    const question: HistoryQuestion = { ...asked, id: lastId };
    const target = worker;
    return new Promise((done, fail) => {
      waiting.set(question.id, { done, fail });
      target.postMessage(question);
    });
  }

  return {
    bars: async (query, untilMs) => (await ask({ kind: 'bars', query, untilMs })).bars,
    openInterest: async (query, untilMs) => (await ask({ kind: 'openInterest', query, untilMs })).held,
    list(contracts) {
      workerData = { ...workerData, contracts: [...workerData.contracts, ...contracts] };
      const news: ToHistory = { kind: 'list', contracts };
      worker?.postMessage(news);
    },
    async stop() {
      await worker?.terminate();
    },
  };
}
