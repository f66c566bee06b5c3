/**
 * Takes together whatever waits while one batch runs (group commit): what costs a commit each then costs one for all,
 * and the busier it is, the more a batch holds. One batch at a time, in the order of coming. What comes in one turn of
 * the event loop begins together.
 *
 * A batch that fails is run again in halves, down to the item that fails alone, so that nobody suffers for another.
 */
import { outsideRequests } from '#ground/own-request.ts';

export interface Batches<Item, Result> {
  add(item: Item): Promise<Result>;
}

/** What became of an item; throws for one that is refused. */
export type ResultOf<Item, Result> = (item: Item) => Result;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** `run` rejects only when nothing of the batch is under way any more, and after it the same items may be run again. */
export function createBatches<Item, Result>(deps: {
  /** Items of one batch. */
  readonly most: number;
  readonly run: (items: readonly Item[]) => Promise<ResultOf<Item, Result>>;
}): Batches<Item, Result> {
  const { most, run } = deps;
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    let resultOf: ResultOf<Item, Result>;
    try {
      resultOf = await run(batch.map(({ item }) => item));
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else {
        const half = Math.ceil(batch.length / 2);
        await settle(batch.slice(0, half));
        await settle(batch.slice(half));
      }
      return;
    }
    for (const { item, resolve, reject } of batch) {
      try {
        resolve(resultOf(item));
      } catch (error) {
        reject(error);
      }
    }
  }

  async function runWaiting(): Promise<void> {
    while (waiting.length > 0) await settle(waiting.splice(0, most));
    isRunning = false;
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (isRunning) return;
        isRunning = true;
        // A batch is of many requests.
        outsideRequests(() => setImmediate(() => void runWaiting()));
      });
    },
  };
}
