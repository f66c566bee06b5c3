/**
 * Tells whether the server can take orders, and what keeps it from that. Nothing is asked when somebody wants to know:
 * a database that hangs would hold up the answer.
 */
import pg from 'pg';
import type { Sequencer } from '#journal/sequencer.ts';
import { type ReplyError, replyError } from '#refusals/reply-error.ts';
import type { FreeSpace } from '#system/free-space.ts';

export interface Health {
  /** Undefined while nothing is wrong. */
  trouble(): ReplyError | undefined;
  close(): Promise<void>;
}

/** Readiness must be true within a second (reliability, D5). */
const LOOK_MS = 250;
const SILENT_MS = 700;

/** `isOpen`: the start has ended, and no stop has begun. `space`: of an engine, whose gateways have its word for it. */
export function watchHealth(deps: {
  readonly url: string;
  readonly sequencer: Pick<Sequencer, 'stoppage'>;
  readonly space?: Pick<FreeSpace, 'left' | 'freeBytes' | 'neededBytes'>;
  readonly isOpen: () => boolean;
}): Health {
  const { url, sequencer, space, isOpen } = deps;
  const database = watchDatabase(url);
  return {
    trouble() {
      if (!isOpen()) return replyError('ServiceUnavailable', {});
      if (space && space.left !== 'enough') {
        const { freeBytes, neededBytes } = space;
        return replyError('DiskNearlyFull', { freeBytes, neededBytes });
      }
      const { stoppage: why } = sequencer;
      // A database that does not answer is why the read tables are behind.
      if (why === 'BEHIND' && database.isAway()) return replyError('DatabaseConnectionError', {});
      if (why) return replyError('JOURNAL_UNAVAILABLE', { why });
      return database.isAway() ? replyError('DatabaseConnectionError', {}) : undefined;
    },
    close: database.close,
  };
}

export interface DatabaseWatch {
  /** It does not answer, or is a standby, which takes no writes. */
  isAway(): boolean;
  close(): Promise<void>;
}

/** Asks the database every quarter of a second, on a connection of its own, which is not waited for. */
export function watchDatabase(url: string): DatabaseWatch {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: SILENT_MS });
  // The next question opens another one.
  pool.on('error', () => {});
  let answeredAt = performance.now();
  let isAsked = false;
  const ask = (): void => {
    if (isAsked) return;
    isAsked = true;
    pool
      .query('select where not pg_is_in_recovery()')
      .then(
        ({ rowCount }) => {
          if (rowCount === 1) answeredAt = performance.now();
        },
        () => {},
      )
      .finally(() => {
        isAsked = false;
      });
  };
  const timer = setInterval(ask, LOOK_MS);
  return {
    isAway: () => performance.now() - answeredAt > SILENT_MS,
    async close() {
      clearInterval(timer);
      await pool.end();
    },
  };
}
