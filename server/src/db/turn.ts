/**
 * A part of which an installation has one: whoever holds its advisory lock. Killed, it gives the lock back at once; the
 * next one's turn has a higher number, by the database's clock, whichever machine it is on. Where that clock was set back,
 * or another database's is behind, the number is lower, and readers believe it once its predecessor is not heard any more.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The key of the market's lock among the database's advisory locks. */
const MARKET_LOCK = 7_205_116;
const CONNECTED_MS = 10_000;
/** At a first start the role is made by an engine that starts at the same time. */
const LET_IN_MS = 20_000;
const AGAIN_MS = 250;

export interface Turn {
  /** Of two turns the later one has the higher, unless the database's clock was set back. */
  readonly number: number;
  end(): Promise<void>;
}

/**
 * Resolves when it is this process's turn to be the market. `onLost`: it may be another's by now.
 * @throws Error at a standby, which has locks of its own
 */
export async function awaitMarketTurn(url: string, onLost: (error: Error) => void): Promise<Turn> {
  const client = await connectPatiently(url);
  let isOver = false;
  const lose = (error: Error): void => {
    if (!isOver) onLost(error);
  };
  client.on('error', lose);
  client.on('end', () => lose(new Error('the lock of the market is lost')));
  await client.query('select pg_advisory_lock($1)', [MARKET_LOCK]);
  const { rows } = await client.query<{ ms: number }>(
    `select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms where not pg_is_in_recovery()`,
  );
  const end = async (): Promise<void> => {
    isOver = true;
    await client.end();
  };
  const [turn] = rows;
  if (turn) return { number: turn.ms, end };
  await end();
  throw new Error('the database is a standby, whose locks are not those of the primary');
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

async function connectPatiently(url: string): Promise<pg.Client> {
  for (const untilMs = performance.now() + LET_IN_MS; ; ) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTED_MS, keepAlive: true });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (performance.now() > untilMs) throw error;
      await sleep(AGAIN_MS);
    }
  }
}
