/** Connections to the database that a process shares among all who ask it something. */
import pg from 'pg';

/** As long as the slowest answer may take (http/answer-in-time.ts). */
export const STATEMENT_MS = 120_000;

/**
 * A transaction in which nothing happens for so long is of a process that is frozen, or gone with its machine: its locks,
 * those under a key too (keyed-locks.ts), are let go. No task takes so long.
 */
export const RESTING_MS = 30_000;

/** A little more than most answers may take: whoever would wait longer for a connection has been answered. */
export const CONNECTION_MS = 16_000;

/**
 * A statement that takes longer than `statementMs`, for a lock that is never let go, say, is ended: it would keep one of
 * few connections for ever. A PostgreSQL that hangs ends nothing; what that means is record 150's.
 */
export function openPool(url: string, max: number, statementMs = STATEMENT_MS): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString: url, max, statement_timeout: statementMs, connectionTimeoutMillis: CONNECTION_MS },
    idle_in_transaction_session_timeout: RESTING_MS,
  });
  // The next query replaces a connection that dies idle.
  pool.on('error', () => {});
  return pool;
}

/** Nobody has let go of one within CONNECTION_MS: nothing was asked of the database. */
export function isNoConnection(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
