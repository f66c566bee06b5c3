/**
 * How the read tables are read: they follow the journal (projector.ts), so a reader waits until they have what was on
 * disk when it asked. Whoever wrote reads what they wrote. A database that takes another's place may have less in them
 * (record 172): their place is what the database has that is read, and is known no longer than its connections.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CONNECTION_MS, RESTING_MS, STATEMENT_MS } from '#db/pool.ts';
import { type Projection, readProjectedSeq } from '#journal/projector.ts';
import { replyError } from '#refusals/reply-error.ts';

/** They are behind by some milliseconds. Who would have to wait longer is told: RecordsBehind. */
const WITHIN_MS = 5_000;
const CONNECTIONS = 5;
/** A little more than an answer takes at most (http/answer-in-time.ts): then nobody waits for the rows any more. */
const SHOWN_WITHIN_MS = 16_000;

/** The read tables, for two kinds of readers; each query, and each client taken, waits for them. */
export interface ReadTables {
  /** For what is decided or signed from them: never without what was durable when it was asked. */
  readonly whole: pg.Pool;
  /**
   * For what is shown. While they can't be written (the disk is full), as they are: to wait would not help. A query whose
   * caller has been answered is ended, so that it does not keep a connection.
   */
  readonly shown: pg.Pool;
  /** Resolves when they have what is durable now, however long that takes. */
  follow(): Promise<void>;
  /** The same within the time of a reader; throws RecordsBehind. For many who would read one after another. */
  followInTime(): Promise<void>;
  end(): Promise<void>;
}

export function openReadTables(options: {
  readonly url: string;
  readonly projection: Projection;
  readonly durableSeq: () => number;
  readonly withinMs?: number;
  readonly shownWithinMs?: number;
}): ReadTables {
  const { url, projection, durableSeq, withinMs = WITHIN_MS, shownWithinMs = SHOWN_WITHIN_MS } = options;
  const follow = (): Promise<void> => projection.reached(durableSeq());
  const inTime = (): Promise<void> => reachedWithin(projection, durableSeq(), withinMs);
  const doubt = (): void => projection.doubt?.();
  const whole = new ReadPool({ connectionString: url, statement_timeout: STATEMENT_MS }, inTime, doubt);
  const inTimeOrStuck = (): Promise<void> => (projection.isStuck ? Promise.resolve() : inTime());
  const shown = new ReadPool({ connectionString: url, statement_timeout: shownWithinMs }, inTimeOrStuck, doubt);
  return {
    whole,
    shown,
    follow,
    followInTime: inTime,
    async end() {
      await Promise.all([whole.end(), shown.end()]);
    },
  };
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

class ReadPool extends pg.Pool {
  readonly #follow: () => Promise<void>;
  readonly #doubt: () => void;
  /** Connected since the tables were waited for, so perhaps to another database. */
  readonly #fresh = new WeakSet<pg.PoolClient>();

  constructor(to: pg.PoolConfig, follow: () => Promise<void>, doubt: () => void) {
    super({
      ...to,
      ...{ max: CONNECTIONS, connectionTimeoutMillis: CONNECTION_MS, idle_in_transaction_session_timeout: RESTING_MS },
    });
    this.#follow = follow;
    this.#doubt = doubt;
    this.on('connect', (client) => this.#fresh.add(client));
    // The next query replaces a connection that dies idle.
    this.on('error', doubt);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const taken = this.#take();
    // The driver's own `query` comes here too, with a callback.
    if (!callback) return taken;
    taken.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #take(): Promise<pg.PoolClient> {
    await this.#follow();
    const client = await super.connect();
    if (!this.#fresh.delete(client)) return client;
    client.release();
    this.#doubt();
    return this.#take();
  }
}

/** Whoever has given up is not remembered: while nothing fills the tables, there are more of them with every call. */
async function reachedWithin(projection: Projection, seq: number, withinMs: number): Promise<void> {
  const givingUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      givingUp.abort();
      reject(replyError('RecordsBehind', {}));
    }, withinMs);
  });
  await Promise.race([projection.reached(seq, givingUp.signal), late]).finally(() => clearTimeout(timer));
}

const LOOK_MS = 20;

interface Waiting {
  readonly seq: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The read tables where another process fills them: looked at while somebody waits, once for all. `epoch` is the engine's:
 * a database that takes another's place has a new engine too.
 */
export function watchProjection(pool: pg.Pool, epoch: () => number | undefined = () => undefined): Projection {
  let seq = 0;
  let seenEpoch = epoch();
  let doubts = 0;
  let waiting: Waiting[] = [];
  let isLooking = false;

  function doubt(): void {
    seq = 0;
    doubts += 1;
  }

  async function look(): Promise<void> {
    isLooking = true;
    try {
      while (waiting.length > 0) {
        const before = doubts;
        const found = await readProjectedSeq(pool);
        if (doubts !== before) continue;
        seq = found;
        for (const { resolve } of waiting.filter((one) => one.seq <= seq)) resolve();
        waiting = waiting.filter((one) => one.seq > seq);
        if (waiting.length > 0) await sleep(LOOK_MS);
      }
    } catch (error) {
      doubt();
      for (const { reject } of waiting.splice(0)) reject(error);
    } finally {
      isLooking = false;
    }
  }

  return {
    isStuck: false,
    doubt,
    reached(wanted, givenUp) {
      if (epoch() !== seenEpoch) {
        seenEpoch = epoch();
        doubt();
      }
      if (wanted <= seq) return Promise.resolve();
      return new Promise<void>((resolve, reject) => {
        const one = { seq: wanted, resolve, reject };
        waiting.push(one);
        givenUp?.addEventListener('abort', () => {
          waiting = waiting.filter((other) => other !== one);
        });
        if (!isLooking) void look();
      });
    },
  };
}
