/**
 * An engine that waits for its turn: it follows the journal, so that it can serve within moments of getting the writer's
 * lock. A killed engine's lock is free at once. One that hangs keeps it: when neither this process nor any gateway has heard
 * of it for a while, its connection is ended. One that has got its turn says so until it serves, and has longer for that.
 * Whoever hears nobody is cut off itself, and does nothing; and what was said while it could not hear is nobody's silence.
 */
import type pg from 'pg';
import type { Bus } from '#bus/bus.ts';
import {
  CANDIDATE_ALIVE,
  type Candidate,
  decodeGatewayAlive,
  ENGINE_STARTING,
  GATEWAY_ALIVE,
} from '#gateway/engine-messages.ts';
import { watchEngine } from '#gateway/engine-watch.ts';
import type { Clock } from '#ground/clock.ts';
import { demandNoLaterEngine, EngineTooOldError } from '#journal/engine-version.ts';
import { JournalDamagedError } from '#journal/journal.ts';
import { openReplica, type Replica } from '#journal/replica.ts';

export interface EngineCandidate {
  readonly replica: Replica;
  /** It is this one's turn: nothing is followed any more. Resolves when the state has everything that is on disk. */
  takeOver(): Promise<void>;
}

/** An engine says that it lives five times a second. */
export const HANGS_MS = 2_000;
/** One that starts may be busy for longer, and so may one that was never heard: it may be starting. */
const STARTS_MS = 15_000;
const LOOK_MS = 250;
/** A gateway that was heard within this time is there. */
const HEARD_MS = 1_000;

/**
 * The database that it followed may have died, and its successor, alone until then, not have had everything: what was
 * followed is not true any more.
 */
async function demandSameHead(pool: pg.Pool, { state, headHash }: Replica): Promise<void> {
  const found = await pool.query<{ hash: string }>('select hash from journal_batch order by last_seq desc limit 1');
  const [head] = found.rows;
  const isSame = head ? head.hash === headHash : state.seq === 0;
  if (!isSame) throw new Error(`the journal does not end where it was followed to, at seq ${state.seq}`);
}

/** @throws EngineTooOldError, JournalDamagedError; `onFatal` is told of what comes to be so meanwhile. */
export async function followAsCandidate(options: {
  readonly bus: Bus;
  readonly pool: pg.Pool;
  readonly steady: Pick<Clock, 'nowMs' | 'every'>;
  /** Ends the connections of that epoch's writer. */
  readonly fence: (epoch: number) => Promise<void>;
  /** Of whoever has the journal, heard or not. */
  readonly writerEpoch: () => Promise<number>;
  /** Whether the database keeps everybody's commits waiting. */
  readonly commitsWait: () => Promise<boolean>;
  readonly onFatal: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
}): Promise<EngineCandidate> {
  const { bus, pool, steady, fence, writerEpoch, commitsWait, onFatal, onError } = options;
  await demandNoLaterEngine(pool);
  const replica = await openReplica(pool, onFatal, onError);
  const engine = watchEngine({ bus, replica, steady, onNew: () => {}, onError });
  let gatewayMs = Number.NEGATIVE_INFINITY;
  /** When a gateway, any of them, last heard of the engine. */
  let witnessedMs = Number.NEGATIVE_INFINITY;
  let startingMs = steady.nowMs();
  let isOver = false;
  const hearing = [
    bus.subscribe(GATEWAY_ALIVE, (text) => {
      const { silentMs, hearingMs = Number.POSITIVE_INFINITY } = decodeGatewayAlive(text);
      // It has heard nobody since it hears, and that is not long enough to tell anything: no witness, for or against.
      if (silentMs >= hearingMs && hearingMs <= HANGS_MS) return;
      gatewayMs = steady.nowMs();
      witnessedMs = Math.max(witnessedMs, gatewayMs - silentMs);
    }),
    bus.subscribe(ENGINE_STARTING, () => {
      startingMs = steady.nowMs();
    }),
  ];

  async function look(): Promise<void> {
    const nowMs = steady.nowMs();
    // Asked each time, so that it is known since when this one hears.
    const { epoch, silentMs, hearingMs } = engine;
    if (isOver || nowMs - gatewayMs > HEARD_MS || nowMs - witnessedMs <= HANGS_MS) return;
    if (epoch !== undefined && nowMs - silentMs >= startingMs) {
      if (Math.min(silentMs, hearingMs) <= HANGS_MS) return;
      await fence(epoch);
      // Whoever has begun since, heard by nobody yet, has as long as one that starts.
      if ((await writerEpoch()) > epoch) startingMs = nowMs;
    } else if (Math.min(nowMs - startingMs, hearingMs) > STARTS_MS) {
      // Whoever comes next has as long.
      startingMs = nowMs;
      await fence(await writerEpoch());
    }
  }

  async function tellAlive(): Promise<void> {
    if (isOver) return;
    try {
      await demandNoLaterEngine(pool);
      const sign: Candidate = { commitsWait: await commitsWait(), seq: replica.state.seq };
      if (!isOver) bus.publish(CANDIDATE_ALIVE, JSON.stringify(sign));
    } catch (error) {
      const isFatal = error instanceof EngineTooOldError || error instanceof JournalDamagedError;
      if (!isOver && isFatal) onFatal(error);
      else throw error;
    }
  }

  const tasks = [look, tellAlive].map(oneAtATime);
  const stopLooking = steady.every(LOOK_MS, () => {
    for (const task of tasks) void task().catch(onError);
  });
  return {
    replica,
    async takeOver() {
      isOver = true;
      stopLooking();
      for (const stop of hearing) stop();
      engine.close();
      await replica.catchUp();
      await demandSameHead(pool, replica);
    },
  };
}

/** Not begun anew while it is under way: nothing piles up behind a database that does not answer. */
function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let isUnderWay = false;
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await task();
    } finally {
      isUnderWay = false;
    }
  };
}
