/**
 * An advisory lock of the database: of several processes, the one whose connection holds it does what only one may do.
 * Whoever waits for it asks again and again over a connection that is idle in between: a statement that waits would keep
 * its snapshot, and for as long as it does PostgreSQL cleans up nothing newer, in any table.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseRoleError } from '#db/roles.ts';

/** So long after it was given back, at most, it is somebody else's. */
const AGAIN_MS = 50;
/** So often a database that is away is tried. */
const CONNECT_AGAIN_MS = 100;

/** PostgreSQL asks a silent connection whether anybody is there: a machine that is gone keeps its lock for seconds, not hours. */
export const NOTICED_GONE = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3;
  set tcp_user_timeout = 10000`;

const TRY = 'select pg_try_advisory_lock($1) as won';

/** Whether this connection has it from now on. */
export async function tryLock(client: Pick<pg.ClientBase, 'query'>, key: number): Promise<boolean> {
  return (await hasWon(client, TRY, key)) === true;
}

/** A standby's locks are its own: there nobody's turn comes before it is promoted, and who has the lock is not known. */
function tryAtPrimary(client: pg.ClientBase, key: number): Promise<boolean | undefined> {
  return hasWon(client, `${TRY} where not pg_is_in_recovery()`, key);
}

async function hasWon(client: Pick<pg.ClientBase, 'query'>, text: string, key: number): Promise<boolean | undefined> {
  const { rows } = await client.query<{ won: boolean }>(text, [key]);
  return rows[0]?.won;
}

interface Line {
  readonly key: number;
  readonly connect: () => Promise<pg.Client>;
  /** What it waits with at first. */
  readonly first?: pg.Client;
  /** Called whenever it is not to be had: somebody else has it. */
  readonly onTaken?: () => void;
  /** Nobody waits any more. */
  readonly left?: AbortSignal;
}

/**
 * Resolves with a connection that has the lock. The database at which it waits may die and have a successor, at the same
 * address: then it waits there.
 */
export async function waitInLine({ key, connect, first, onTaken, left }: Line): Promise<pg.Client> {
  for (let waiting = first; ; waiting = undefined) {
    try {
      waiting ??= await connect();
      for (;;) {
        const hasWonIt = await tryAtPrimary(waiting, key);
        if (hasWonIt) break;
        if (hasWonIt === false) onTaken?.();
        await sleep(AGAIN_MS, undefined, { signal: left });
      }
      left?.throwIfAborted();
      return waiting;
    } catch (error) {
      void waiting?.end().catch(() => {});
      if (left?.aborted || !isAway(error)) throw error;
      await sleep(CONNECT_AGAIN_MS, undefined, { signal: left });
    }
  }
}

/** The connection is lost, or nobody takes one now; not that somebody is not let in. */
function isAway(error: unknown): boolean {
  return !(error instanceof DatabaseRoleError || error instanceof pg.DatabaseError) || /^(57P|53)/.test(codeOf(error));
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
