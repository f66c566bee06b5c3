/** Listens to the engine: which one serves, whether it lives, and what is on disk, for this process's replica. */
import type { Bus } from '#bus/bus.ts';
import { watchHearing } from '#bus/hearing.ts';
import { decodeAlive, decodeBatch, ENGINE_ALIVE, JOURNAL } from '#gateway/engine-messages.ts';
import type { Clock } from '#ground/clock.ts';
import type { Replica } from '#journal/replica.ts';

export interface EngineWatch {
  /** Of the engine that serves now; undefined before one was heard. */
  readonly epoch: number | undefined;
  /** How long nothing has been heard of it, in ms. */
  readonly silentMs: number;
  /** How long this process could have heard of it. True for whoever asks again and again. */
  readonly hearingMs: number;
  /** What its clock shows now, or a little less, by as much as its word was under way. */
  readonly clockMs: number | undefined;
  /** It refuses some, because too much comes, from this process or another. */
  readonly isCrowded: boolean;
  /** Resolves when an engine is there and this process knows what it knew. */
  ready(): Promise<void>;
  close(): void;
}

/** `onNew` is called when another engine serves, once the replica has all that was on disk before. */
export function watchEngine(options: {
  readonly bus: Bus;
  readonly replica: Replica;
  readonly steady: Pick<Clock, 'nowMs'>;
  readonly onNew: () => void;
  readonly onError: (error: unknown) => void;
}): EngineWatch {
  const { bus, replica, steady, onNew, onError } = options;
  const hearing = watchHearing(bus, steady);
  let epoch: number | undefined;
  let heardMs = Number.NEGATIVE_INFINITY;
  let isKnown = false;
  let isCrowded = false;
  let toldClockMs: number | undefined;
  let whenReady: (() => void)[] = [];

  function hearBatch(text: string): void {
    const batch = decodeBatch(text);
    if ('commandText' in batch) replica.hear(batch);
    else if (batch.lastSeq > replica.state.seq) void replica.catchUp();
  }

  async function hearAlive(text: string): Promise<void> {
    const alive = decodeAlive(text);
    // A frozen one that wakes is the engine no more.
    if (epoch !== undefined && alive.epoch < epoch) return;
    const isNew = alive.epoch !== epoch;
    epoch = alive.epoch;
    heardMs = steady.nowMs();
    isCrowded = alive.isCrowded;
    toldClockMs = alive.clockMs;
    if (isNew || alive.seq > replica.state.seq) await replica.catchUp();
    if (!isNew) return;
    isKnown = true;
    onNew();
    const waiting = whenReady;
    whenReady = [];
    for (const resolve of waiting) resolve();
  }

  const guarded = (hear: (text: string) => unknown) => async (text: string) => {
    try {
      await hear(text);
    } catch (error) {
      onError(error);
    }
  };
  const closing = [bus.subscribe(JOURNAL, guarded(hearBatch)), bus.subscribe(ENGINE_ALIVE, guarded(hearAlive))];

  return {
    get epoch() {
      return epoch;
    },
    get silentMs() {
      return steady.nowMs() - heardMs;
    },
    get hearingMs() {
      return hearing.sinceMs;
    },
    get clockMs() {
      return toldClockMs === undefined ? undefined : toldClockMs + (steady.nowMs() - heardMs);
    },
    get isCrowded() {
      return isCrowded;
    },
    ready() {
      if (isKnown) return Promise.resolve();
      return new Promise((resolve) => {
        whenReady.push(resolve);
      });
    },
    close() {
      for (const close of closing) close();
    },
  };
}
