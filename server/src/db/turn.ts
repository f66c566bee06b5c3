/**
 * A part of which an installation has one: whoever holds its advisory lock. Killed, it gives the lock back at once; the
 * next one's turn has a higher number, by the database's clock, whichever machine it is on. Where that clock was set back,
 * or another database's is behind, the number is lower, and readers believe it once its predecessor is not heard any more.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { NOTICED_GONE, waitInLine } from '#db/advisory-lock.ts';

/** The key of the market's lock among the database's advisory locks. */
const MARKET_LOCK = 7_205_116;
const CONNECTED_MS = 10_000;
/** At a first start the role is made by an engine that starts at the same time. */
const LET_IN_MS = 20_000;
const AGAIN_MS = 250;

export interface Turn {
  /** Of two turns the later one has the higher, unless the database's clock was set back. */
  readonly number: number;
  /** Its lock was lost with the connection, and somebody else has it by now. */
  readonly isAnothers: boolean;
  end(): Promise<void>;
}

/**
 * Resolves when it is this process's turn to be the market. A database that is away ends no turn, because prices go on
 * without it: the turn waits in line for its lock again, and whether somebody else was first is known then. `onLost`: it
 * can't wait any more.
 */
export async function awaitMarketTurn(url: string, onLost: (error: unknown) => void): Promise<Turn> {
  const left = new AbortController();
  let isAnothers = false;
  let letInUntilMs = performance.now() + LET_IN_MS;

  async function connect(): Promise<pg.Client> {
    const client = await connectPatiently(url, letInUntilMs, left.signal);
    letInUntilMs = Number.POSITIVE_INFINITY;
    return client;
  }

  async function takeLock(): Promise<pg.Client> {
    const onTaken = (): void => {
      isAnothers = true;
    };
    const client = await waitInLine({ key: MARKET_LOCK, connect, onTaken, left: left.signal });
    isAnothers = false;
    client.once('end', () => void (left.signal.aborted || takeLockAgain()));
    return client;
  }

  async function takeLockAgain(): Promise<void> {
    try {
      holder = await takeLock();
    } catch (error) {
      if (!left.signal.aborted) onLost(error);
    }
  }

  let holder = await takeLock();
  const end = (): Promise<void> => {
    left.abort();
    return holder.end();
  };
  try {
    const { rows } = await holder.query<{ ms: number }>(
      'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    const number = rows[0]?.ms ?? 0;
    return {
      number,
      get isAnothers() {
        return isAnothers;
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Ends the connection of whoever has the turn, if it has had it for `heldMs`: one that hangs. It finds its turn lost when
 * it wakes.
 */
export async function fenceMarket(pool: Pick<pg.Pool, 'query'>, heldMs: number): Promise<void> {
  // Its connection has done nothing since it got the lock.
  await pool.query(
    `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = 0 and objid = $1
       and database = (select oid from pg_database where datname = current_database())
       and state_change < clock_timestamp() - $2 * interval '1 millisecond'`,
    [MARKET_LOCK, heldMs],
  );
}

async function connectPatiently(url: string, untilMs: number, left: AbortSignal): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTED_MS, keepAlive: true });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(NOTICED_GONE);
      return client;
    } catch (error) {
      void client.end().catch(() => {});
      if (performance.now() > untilMs) throw error;
      await sleep(AGAIN_MS, undefined, { signal: left });
    }
  }
}
