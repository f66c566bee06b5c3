/** The audit log for operators: reading it, and verifying its chain. */
import { type AuditLine, listAudit, verifyAudit } from '@mua/contract/http/audit';
import { pageSize } from '@mua/contract/wire';
import type pg from 'pg';
import type { AuditLog } from '#audit/audit-log.ts';
import { type AuditRow, type ChainEnd, GENESIS_HASH, hashOf, rowOf, type StoredRow } from '#audit/audit-row.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { instantText } from '#wire/wire-text.ts';

export function bindAuditRoutes(
  bind: Bind,
  {
    pool,
    log,
    noted: notedEnd,
  }: {
    readonly pool: pg.Pool;
    readonly log: AuditLog;
    /** As the journal has it; undefined if it was never told. */
    readonly noted: () => ChainEnd | undefined;
  },
): void {
  bind(listAudit, async ({ query }) => {
    await log.settled();
    const [before = null] = decodeCursor(query.cursor, /^audit (\d{1,15})$/) ?? [];
    const limit = pageSize(query.limit);
    const found = await pool.query<StoredRow>(
      `select * from audit_row where ($1::bigint is null or audit_id < $1)
         and ($2::text is null or actor_id = $2) and ($3::text is null or account_id = $3)
       order by audit_id desc limit $4`,
      [before, query.actorId ?? null, query.accountId ?? null, limit + 1],
    );
    const rows = found.rows.slice(0, limit).map(rowOf);
    const last = found.rows.length > limit ? rows.at(-1) : undefined;
    return ok({ items: rows.map(lineOf), nextCursor: last ? encodeCursor('audit', last.auditId) : null });
  });
  bind(verifyAudit, async () => {
    await log.settled();
    // What this process has seen, and what the journal has noted, stands before the end, or was cut off.
    const [seen, found, noted] = [log.end(), await log.readEnd(), notedEnd()];
    const { auditId: rows, hash: endHash } = [found, noted ?? found].reduce(later, seen);
    const firstBroken = await firstBrokenRow(pool, { auditId: rows, hash: endHash }, [seen, noted]);
    return ok({ rows, endHash, firstBroken, notedRows: noted?.auditId ?? 0 });
  });
}

function later(one: ChainEnd, other: ChainEnd): ChainEnd {
  return other.auditId > one.auditId ? other : one;
}

function lineOf({ timeMs, previousHash: _previous, browserSessionId, ...row }: AuditRow): AuditLine {
  return { ...row, jarId: browserSessionId, time: instantText(timeMs) };
}

const PAGE = 1_000;

/**
 * The first row that does not follow from the one before, is missing, or is another than the known ones: those that the
 * journal has noted and this process has seen; null if the chain is intact. So a tail that was cut off while servers run
 * is noticed too.
 */
async function firstBrokenRow(
  pool: pg.Pool,
  end: ChainEnd,
  known: readonly (ChainEnd | undefined)[],
): Promise<number | null> {
  let [auditId, hash] = [0, GENESIS_HASH];
  while (auditId < end.auditId) {
    const page = await pool.query<StoredRow>(
      'select * from audit_row where audit_id > $1 and audit_id <= $2 order by audit_id limit $3',
      [auditId, end.auditId, PAGE],
    );
    for (const row of page.rows.map(rowOf)) {
      const follows = row.auditId === auditId + 1 && row.previousHash === hash && row.hash === hashOf(row);
      if (!follows) return auditId + 1;
      ({ auditId, hash } = row);
      if (known.some((one) => one?.auditId === row.auditId && one.hash !== row.hash)) return auditId;
    }
    if (page.rows.length === 0) return auditId + 1;
  }
  return hash === end.hash ? null : auditId;
}
