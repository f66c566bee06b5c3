/** The main thread's side of the history worker, which is stateless: if it dies, a new one is started. */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#ground/worker-threads.ts';
import type { Bar } from '#venue/port/market-data.ts';
import type { BarQuery, ListedContract, MarketHours } from '#venue/thread/market.ts';

export interface HistoryWorkerData {
  readonly seed: number;
  readonly contracts: readonly ListedContract[];
  readonly startMs: number;
  readonly marketHours: MarketHours;
}

export interface HistoryQuestion {
  readonly kind: 'bars';
  readonly id: number;
  readonly query: BarQuery;
  readonly untilMs: number;
}

export type ToHistory = HistoryQuestion | { readonly kind: 'list'; readonly contracts: readonly ListedContract[] };

export interface HistoryAnswer {
  readonly id: number;
  readonly bars: readonly Bar[];
}

export interface HistoryThread {
  bars(query: BarQuery, untilMs: number): Promise<readonly Bar[]>;
  list(contracts: readonly ListedContract[]): void;
  stop(): Promise<void>;
}

interface Waiting {
  readonly done: (bars: readonly Bar[]) => void;
  readonly fail: (error: Error) => void;
}

export function createHistoryThread(options: HistoryWorkerData): HistoryThread {
  let workerData = options;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = startWorker('venue/simulated/history-worker', workerData);
    started.on('message', ({ id, bars }: HistoryAnswer) => {
      waiting.get(id)?.done(bars);
      waiting.delete(id);
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

  return {
    bars(query, untilMs) {
      worker ??= start();
      lastId += 1;
      const question: HistoryQuestion = { kind: 'bars', id: lastId, query, untilMs };
      const target = worker;
      return new Promise((done, fail) => {
        waiting.set(question.id, { done, fail });
        target.postMessage(question);
      });
    },
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
