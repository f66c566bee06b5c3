/** Sends to thousands of sockets in batches, so that orders are handled in between. Each yield ends a batch. */

/** Sockets written to in one batch: about a millisecond of work. */
const SOCKETS_PER_BATCH = 64;

export type WorkBatches = Generator<void, void>;

/** Runs all batches, the first at once, each further one in its own turn of the event loop; then calls `onEnd`. */
export function runBatches(batches: WorkBatches, onEnd: () => void = () => undefined): void {
  if (batches.next().done) onEnd();
  else setImmediate(runBatches, batches, onEnd);
}

/** Calls `take` for every item, a batch at a time. */
export function* inBatches<Item>(items: Iterable<Item>, take: (item: Item) => void): WorkBatches {
  let taken = 0;
  for (const item of items) {
    take(item);
    taken += 1;
    if (taken % SOCKETS_PER_BATCH === 0) yield;
  }
}
