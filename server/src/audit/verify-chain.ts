/** Whether the audit log is what was written: walks its chain from the first row to the last that anybody knows. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { AuditLog } from '#audit/audit-log.ts';
import { type ChainEnd, GENESIS_HASH, hashOf, rowOf, type StoredRow } from '#audit/audit-row.ts';

export interface ChainReport {
  readonly rows: number;
  readonly endHash: string;
  readonly firstBroken: number | null;
  /** The last row that the journal has noted. */
  readonly notedRows: number;
}

export interface ChainToVerify {
  readonly pool: pg.Pool;
  readonly log: Pick<AuditLog, 'settled' | 'end' | 'readEnd'>;
  /** As the journal has it; undefined if it was never told. */
  readonly noted: () => ChainEnd | undefined;
}

/** `tell` is called after every page with the row that it has reached, of how many. */
export async function verifyChain(
  { pool, log, noted: notedEnd }: ChainToVerify,
  tell: (progress: { readonly reached: number; readonly whole: number }) => void,
): Promise<ChainReport> {
  tell({ reached: 0, whole: log.end().auditId });
  await log.settled();
  // What this process has seen, and what the journal has noted, stands before the end, or was cut off.
  const [seen, found, noted] = [log.end(), await log.readEnd(), notedEnd()];
  const end = [found, noted ?? found].reduce(later, seen);
  const firstBroken = await firstBrokenRow(pool, {
    ...{ end, known: [seen, noted] },
    onPage: (reached) => tell({ reached, whole: end.auditId }),
  });
  return { rows: end.auditId, endHash: end.hash, firstBroken, notedRows: noted?.auditId ?? 0 };
}

function later(one: ChainEnd, other: ChainEnd): ChainEnd {
  return other.auditId > one.auditId ? other : one;
}

/** Some milliseconds of the thread that takes orders, which has as many for itself after each. */
const PAGE = 250;
const REST_MS = 5;

/**
 * The first row that does not follow from the one before, is missing, or is another than the known ones: those that the
 * journal has noted and this process has seen; null if the chain is intact. So a tail that was cut off while servers run
 * is noticed too.
 */
async function firstBrokenRow(
  pool: pg.Pool,
  {
    end,
    known,
    onPage,
  }: {
    readonly end: ChainEnd;
    readonly known: readonly (ChainEnd | undefined)[];
    readonly onPage: (reached: number) => void;
  },
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
    onPage(auditId);
    await sleep(REST_MS);
  }
  return hash === end.hash ? null : auditId;
}
