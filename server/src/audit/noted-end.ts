/**
 * The audit log's end as the journal has it. A chain of hashes shows what was changed in it and not what was cut off its
 * end, so the journal, which is a chain of its own, is told every few seconds which row was the last, and a start
 * compares. Both would have to be forged alike.
 */
import type pg from 'pg';
import type { AuditLog } from '#audit/audit-log.ts';
import type { ChainEnd } from '#audit/audit-row.ts';
import type { Clock } from '#ground/clock.ts';

/** Rows that the journal knows of are gone or others. The start stops, and says the way out (failed-start.ts). */
export class AuditDamagedError extends Error {}

/** Rows of all processes. Rows of the last moments before a crash, at most, can be cut off unseen; a stop notes the last one. */
const NOTE_MS = 5_000;

export interface NotedEnd {
  /** Tells the journal of the last row, if it is news. */
  close(): Promise<void>;
}

export function noteEnds(deps: {
  readonly log: Pick<AuditLog, 'end' | 'readEnd'>;
  /** Others write rows too. */
  readonly hasNeighbours: boolean;
  readonly wall: Pick<Clock, 'every'>;
  readonly noted: () => ChainEnd | undefined;
  /** Resolves when it is durable. */
  readonly enter: (end: ChainEnd) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}): NotedEnd {
  const { log, hasNeighbours, wall, noted, enter, onError } = deps;
  let entering: Promise<void> | undefined;

  async function note(end: ChainEnd): Promise<void> {
    if (end.auditId > (noted()?.auditId ?? 0)) await enter(end);
  }

  function noteOnce(): Promise<void> {
    entering ??= (hasNeighbours ? log.readEnd().then(note) : note(log.end())).catch(onError).finally(() => {
      entering = undefined;
    });
    return entering;
  }

  const stop = wall.every(NOTE_MS, () => void noteOnce());
  return {
    async close() {
      stop();
      // What is under way was read before the last row.
      await entering;
      await noteOnce();
    },
  };
}

/**
 * Nobody may write meanwhile.
 * @throws AuditDamagedError if the row is not there as it was noted
 */
export async function demandNotedRow(client: pg.ClientBase, noted: ChainEnd | null): Promise<void> {
  if (!noted) return;
  const { rows } = await client.query<{ hash: string | null; last: number }>(
    `select (select hash from audit_row where audit_id = $1) as hash,
       coalesce((select max(audit_id) from audit_row), 0)::float8 as last`,
    [noted.auditId],
  );
  const { hash = null, last = 0 } = rows[0] ?? {};
  if (hash === noted.hash) return;
  const known = `the journal knows row ${noted.auditId}`;
  const found =
    last < noted.auditId
      ? `row ${last + 1} and what followed are gone, ${known}`
      : `row ${noted.auditId} is ${hash === null ? 'missing' : 'not what was written'}, ${known}`;
  throw new AuditDamagedError(`audit log: ${found}`);
}
