/**
 * How the read tables are read: they follow the journal (projector.ts), so a reader waits until they have what was on
 * disk when it asked. Whoever wrote reads what they wrote.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Projection, readProjectedSeq } from '#journal/projector.ts';
import { replyError } from '#refusals/reply-error.ts';

/** They are behind by some milliseconds. Who would have to wait longer is told: RecordsBehind. */
const WITHIN_MS = 5_000;
const CONNECTIONS = 8;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Each of its queries, and each client taken from it, comes when the tables have what is durable now. */
export class ReadPool extends pg.Pool {
  readonly #projection: Projection;
  readonly #durableSeq: () => number;
  readonly #withinMs: number;

  constructor(options: {
    readonly url: string;
    readonly projection: Projection;
    readonly durableSeq: () => number;
    readonly withinMs?: number;
  }) {
    const { url, projection, durableSeq, withinMs = WITHIN_MS } = options;
    super({ connectionString: url, max: CONNECTIONS });
    this.#projection = projection;
    this.#durableSeq = durableSeq;
    this.#withinMs = withinMs;
    // The next query replaces a connection that dies idle.
    this.on('error', () => {});
  }

  /** Resolves when the tables have what is durable now, however long that takes. */
  follows(): Promise<void> {
    return this.#projection.reached(this.#durableSeq());
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    // The driver's own `query` comes here too, with a callback.
    const followed = inTime(this.follows(), this.#withinMs);
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

/** The read tables where another process fills them: looked at while somebody waits, once for all. */
export function watchProjection(pool: pg.Pool): Projection {
  let seq = 0;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    seq = Math.max(seq, await readProjectedSeq(pool));
  };
  return {
    async reached(wanted) {
      while (seq < wanted) {
        looking ??= look().finally(() => {
          looking = undefined;
        });
        await looking;
        if (seq < wanted) await sleep(LOOK_MS);
      }
    },
  };
}
