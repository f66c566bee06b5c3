/**
 * How the read tables are read: they follow the journal (projector.ts), so a reader waits until they have what was on
 * disk when it asked. Whoever wrote reads what they wrote.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { STATEMENT_MS } from '#db/pool.ts';
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
  const whole = new ReadPool({ connectionString: url, statement_timeout: STATEMENT_MS }, () =>
    inTime(follow(), withinMs),
  );
  const shown = new ReadPool({ connectionString: url, statement_timeout: shownWithinMs }, () =>
    projection.isStuck ? Promise.resolve() : inTime(follow(), withinMs),
  );
  return {
    whole,
    shown,
    follow,
    async end() {
      await Promise.all([whole.end(), shown.end()]);
    },
  };
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

class ReadPool extends pg.Pool {
  readonly #follow: () => Promise<void>;

  constructor(to: pg.PoolConfig, follow: () => Promise<void>) {
    super({ ...to, max: CONNECTIONS });
    this.#follow = follow;
    // The next query replaces a connection that dies idle.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const followed = this.#follow();
    // The driver's own `query` comes here too, with a callback.
    if (!callback) return followed.then(() => super.connect());
    followed.then(
      () => super.connect(callback),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }
}

async function inTime(reached: Promise<void>, withinMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(replyError('RecordsBehind', {})), withinMs);
  });
  await Promise.race([reached, late]).finally(() => clearTimeout(timer));
}

const LOOK_MS = 20;

/**
 * The read tables where another process fills them: looked at while somebody waits, once for all. A reader who has given
 * up must not go on looking by itself: while that process is away, there are more of them with every call.
 */
export function watchProjection(pool: pg.Pool): Projection {
  let seq = 0;
  let waiting: { readonly seq: number; resolve(): void; reject(error: unknown): void }[] = [];
  let isLooking = false;

  async function look(): Promise<void> {
    isLooking = true;
    try {
      while (waiting.length > 0) {
        seq = Math.max(seq, await readProjectedSeq(pool));
        for (const { resolve } of waiting.filter((one) => one.seq <= seq)) resolve();
        waiting = waiting.filter((one) => one.seq > seq);
        if (waiting.length > 0) await sleep(LOOK_MS);
      }
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error);
    } finally {
      isLooking = false;
    }
  }

  return {
    isStuck: false,
    reached(wanted) {
      if (wanted <= seq) return Promise.resolve();
      const reached = new Promise<void>((resolve, reject) => waiting.push({ seq: wanted, resolve, reject }));
      if (!isLooking) void look();
      return reached;
    },
  };
}
