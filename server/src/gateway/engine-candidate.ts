/**
 * An engine that waits for its turn: it follows the journal, so that it can serve within moments of getting the writer's
 * lock. A killed engine's lock is free at once. One that hangs keeps it: when neither this process nor a gateway has heard
 * of it for a while, its connection is ended. Whoever hears nobody is cut off itself, and does nothing.
 */
import type pg from 'pg';
import type { Bus } from '#bus/bus.ts';
import { CANDIDATE_ALIVE, type Candidate, decodeGatewayAlive, GATEWAY_ALIVE } from '#gateway/engine-messages.ts';
import { watchEngine } from '#gateway/engine-watch.ts';
import type { Clock } from '#ground/clock.ts';
import { demandNoLaterEngine, EngineTooOldError } from '#journal/engine-version.ts';
import { openReplica, type Replica } from '#journal/replica.ts';

export interface EngineCandidate {
  readonly replica: Replica;
  /** It is this one's turn: nothing is followed any more. Resolves when the state has everything that is on disk. */
  takeOver(): Promise<void>;
}

/** An engine says that it lives five times a second. */
export const HANGS_MS = 2_000;
const LOOK_MS = 250;
/** A gateway that was heard within this time is there. */
const HEARD_MS = 1_000;

/** @throws EngineTooOldError; `onFatal` is told of it if a later engine begins to write meanwhile. */
export async function followAsCandidate(options: {
  readonly bus: Bus;
  readonly pool: pg.Pool;
  readonly steady: Pick<Clock, 'nowMs' | 'every'>;
  /** Ends the connections of that epoch's writer. */
  readonly fence: (epoch: number) => Promise<void>;
  /** Whether the database keeps everybody's commits waiting. */
  readonly commitsWait: () => Promise<boolean>;
  readonly onFatal: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
}): Promise<EngineCandidate> {
  const { bus, pool, steady, fence, commitsWait, onFatal, onError } = options;
  await demandNoLaterEngine(pool);
  const replica = await openReplica(pool, onFatal, onError);
  const engine = watchEngine({ bus, replica, steady, onNew: () => {}, onError });
  let gatewayHeardMs = Number.NEGATIVE_INFINITY;
  let isOver = false;
  const stopHearing = bus.subscribe(GATEWAY_ALIVE, (text) => {
    if (decodeGatewayAlive(text).silentMs > HANGS_MS) gatewayHeardMs = steady.nowMs();
  });

  async function look(): Promise<void> {
    const { epoch, silentMs } = engine;
    if (isOver || epoch === undefined || silentMs <= HANGS_MS) return;
    if (steady.nowMs() - gatewayHeardMs <= HEARD_MS) await fence(epoch);
  }

  let isAsked = false;
  async function tellAlive(): Promise<void> {
    if (isAsked || isOver) return;
    isAsked = true;
    try {
      await demandNoLaterEngine(pool);
      const sign: Candidate = { commitsWait: await commitsWait(), seq: replica.state.seq };
      if (!isOver) bus.publish(CANDIDATE_ALIVE, JSON.stringify(sign));
    } catch (error) {
      if (!isOver && error instanceof EngineTooOldError) onFatal(error);
      else throw error;
    } finally {
      isAsked = false;
    }
  }

  const stopLooking = steady.every(LOOK_MS, () => {
    void look().catch(onError);
    void tellAlive().catch(onError);
  });
  return {
    replica,
    async takeOver() {
      isOver = true;
      stopLooking();
      stopHearing();
      engine.close();
      await replica.catchUp();
    },
  };
}
