/**
 * Follows the journal live. It recovers as a start does, and then executes each batch that it is told of, by the same
 * code and with the same comparisons. What tells it may lose, double or swap batches: the database has them all, and what
 * is missing is read there.
 */
import type { EngineState } from '@mua/core/engine';
import { Mutex } from 'async-mutex';
import { JournalDamagedError, type JournalReader, readTexts, type StoredText } from '#journal/journal.ts';
import { type Replaying, recover } from '#journal/recovery.ts';
import { type Replayed, replayBatch } from '#journal/replay.ts';

export interface Replica {
  /** As of the last batch that was executed here. */
  readonly state: EngineState;
  /** Of that batch. */
  readonly headHash: string;
  /** Of the snapshot that it began with. */
  readonly snapshotSeq: number;
  /** Tells it of a batch that is on disk. */
  hear(batch: StoredText): void;
  /** Looks for batches that nobody told of. Resolves when what the database has now is executed, or can't be read. */
  catchUp(): Promise<void>;
  /** Resolves when the state has that command. */
  reached(seq: number): Promise<void>;
  /** Calls the listener with every batch, in their order. */
  onBatch(listener: (replayed: Replayed) => void): void;
}

/** So many that came before their turn are kept; those beyond are read from the database when their turn comes. */
const KEPT = 200;

/**
 * `onFatal` is called once: the journal is damaged. `onUnread` is told that the database does not answer: whoever calls
 * `catchUp` again may find it back. `replaying` is for its recovery and for what follows.
 */
export async function openReplica(
  client: JournalReader,
  onFatal: (error: unknown) => void,
  onUnread: (error: unknown) => void = onFatal,
  replaying: Replaying = {},
): Promise<Replica> {
  const recovered = await recover(client, replaying);
  const { state } = recovered;
  const early = new Map<number, StoredText>();
  const listeners: ((replayed: Replayed) => void)[] = [];
  let headHash = recovered.headHash;
  let waiting: { readonly seq: number; readonly resolve: () => void }[] = [];
  let isDead = false;
  /** Of those who read the database. */
  const turn = new Mutex();

  function execute(batch: StoredText): void {
    const replayed = replayBatch(state, batch, headHash, replaying.noticesOf);
    headHash = batch.hash;
    void replaying.onBatch?.(replayed);
    for (const listener of listeners) listener(replayed);
    for (const { resolve } of waiting.filter(({ seq }) => seq <= state.seq)) resolve();
    waiting = waiting.filter(({ seq }) => seq > state.seq);
  }

  function executeEarly(): void {
    for (let next = early.get(state.seq + 1); next; next = early.get(state.seq + 1)) execute(next);
    for (const [firstSeq] of early) if (firstSeq <= state.seq) early.delete(firstSeq);
  }

  async function read(): Promise<void> {
    if (isDead) return;
    for await (const batch of readTexts(client, state.seq)) {
      guarded(() => execute(batch));
      if (isDead) return;
    }
    guarded(executeEarly);
  }

  function guarded(work: () => void): void {
    if (isDead) return;
    try {
      work();
    } catch (error) {
      die(error);
    }
  }

  function die(error: unknown): void {
    if (isDead) return;
    isDead = true;
    onFatal(error);
  }

  const catchUp = inTurn(turn, () =>
    read().catch((error: unknown) => {
      if (error instanceof JournalDamagedError) die(error);
      else onUnread(error);
    }),
  );

  return {
    state,
    snapshotSeq: recovered.snapshotSeq,
    get headHash() {
      return headHash;
    },
    hear(batch) {
      if (batch.lastSeq <= state.seq) return;
      if (early.size < KEPT) early.set(batch.firstSeq, batch);
      // While the database is read, its order counts.
      if (turn.isLocked()) return;
      guarded(executeEarly);
      if (state.seq < batch.lastSeq) void catchUp();
    },
    catchUp,
    reached(seq) {
      if (seq <= state.seq) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push({ seq, resolve });
      });
    },
    onBatch(listener) {
      listeners.push(listener);
    },
  };
}

/** Whoever asks joins the work that waits for its turn; work that goes on may be past what they ask for. */
function inTurn(turn: Mutex, work: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined;
  return () => {
    next ??= turn.runExclusive(() => {
      next = undefined;
      return work();
    });
    return next;
  };
}
