/**
 * A process's writer of the audit log. Rows are written in groups: one statement for all waiting rows, one group at a
 * time. A row that its reply waits for starts a group at once, any other within a moment, so that orders do not pay for a
 * commit each. A failed group is written again when the database is back; no row is dropped while the process lives.
 *
 * There is one chain, whoever writes: a group takes the numbers that follow the last row that its process knows, and the
 * primary key lets only one group have them. Whoever is not the first reads where the chain ends now, chains its rows
 * anew and tries again (record 165).
 */
import type pg from 'pg';
import {
  AUDIT_COLUMNS,
  type AuditEntry,
  type AuditRow,
  type ChainEnd,
  chained,
  columnsOf,
  GENESIS_HASH,
} from '#audit/audit-row.ts';
import { columnArrays, rowsFrom } from '#db/column-arrays.ts';
import { namedStatement } from '#db/named-statement.ts';
import type { Clock } from '#ground/clock.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface AuditLog {
  /** Throws JOURNAL_UNAVAILABLE if the backlog is full, so that no further audited act is possible. */
  admit(): void;
  /** Resolves when the row is on disk, with its place in the chain. */
  write(entry: AuditEntry): Promise<ChainEnd>;
  /** On disk within GROUP_MS. */
  note(entry: AuditEntry): void;
  /** Resolves when all rows so far are on disk. */
  settled(): Promise<void>;
  /** The last row on disk that this process knows of. */
  end(): ChainEnd;
  /** The last row on disk, whoever has written it. */
  readEnd(): Promise<ChainEnd>;
  close(): Promise<void>;
}

/** Maximum delay of a row of the second kind, and the most that a crash can lose. */
const GROUP_MS = 50;
const GROUP_MAX = 1_000;
const WAITING_MAX = 20_000;
const RETRY_MS = 1_000;

function appending(name: string, writing: string) {
  const statement = namedStatement<Readonly<Record<string, Buffer | number | null>>>(`
    with writing as (
      ${writing}
    ), added as (
      insert into audit_row
        (${Object.keys(AUDIT_COLUMNS).join(', ')})
        select row.* from writing, ${rowsFrom('rows', AUDIT_COLUMNS, 'row')} returning 1
    )
    select count(*)::integer as written from added`);
  return { name, ...statement };
}

/** By the process that writes the journal, while it does. */
const APPEND_FENCED = appending(
  'append-audit-fenced',
  'select epoch from writer where epoch = :epoch::integer for share',
);
const APPEND = appending('append-audit', 'select :epoch::integer as epoch');

interface Waiting {
  readonly entry: AuditEntry;
  readonly written?: { resolve(place: ChainEnd): void; reject(error: unknown): void };
}

export interface AuditLogDeps {
  readonly pool: pg.Pool;
  /** Of the process that writes the journal: after its successor it writes here no more. Others have none. */
  readonly epoch: number | undefined;
  readonly wall: Clock;
  readonly onError: (error: unknown) => void;
}

export async function openAuditLog({ pool, epoch, wall, onError }: AuditLogDeps): Promise<AuditLog> {
  let end = await readEnd(pool);
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let callOff: (() => void) | undefined;

  function startIn(delayMs: number): void {
    callOff ??= wall.at(wall.nowMs() + delayMs, () => {
      callOff = undefined;
      void flush().catch(() => {});
    });
  }

  function flush(): Promise<void> {
    if (waiting.length === 0) return Promise.resolve();
    writing ??= writeAll();
    return writing;
  }

  async function writeAll(): Promise<void> {
    try {
      while (waiting.length > 0) await writeGroup(waiting.slice(0, GROUP_MAX));
    } finally {
      // Reset here and not in a later promise callback: the next row must start a group of its own.
      writing = undefined;
    }
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    for (;;) {
      const rows = chainedTo(end, group);
      try {
        await append(rows);
        return finish(group, rows);
      } catch (error) {
        if (isTaken(error)) {
          await lookAtEnd();
          continue;
        }
        onError(error);
        for (const { written } of group) written?.reject(error);
        await passOver(group, rows).catch(onError);
        startIn(RETRY_MS);
        throw error;
      }
    }
  }

  async function append(rows: readonly AuditRow[]): Promise<void> {
    const { name, text, valuesOf } = epoch === undefined ? APPEND : APPEND_FENCED;
    const values = valuesOf({ epoch: epoch ?? null, ...columnArrays('rows', AUDIT_COLUMNS, rows.map(columnsOf)) });
    const added = await pool.query<{ written: number }>({ name, text, values });
    if (added.rows[0]?.written !== rows.length) throw new Error(`epoch ${epoch} may not write any more`);
  }

  function finish(group: readonly Waiting[], rows: readonly AuditRow[]): void {
    const { auditId, hash } = rows.at(-1) ?? end;
    end = { auditId, hash };
    waiting = waiting.slice(group.length);
    for (const [place, row] of rows.entries()) group[place]?.written?.resolve(row);
  }

  /** Never back: that rows were cut off is for the verification to find. */
  async function lookAtEnd(): Promise<void> {
    const found = await readEnd(pool);
    if (found.auditId > end.auditId) end = found;
  }

  /**
   * After a broken connection it is unknown whether the commit succeeded: the table knows. A group is written whole or
   * not at all, and nobody else's last row has this hash.
   */
  async function passOver(group: readonly Waiting[], rows: readonly AuditRow[]): Promise<void> {
    // Their callers have been answered; the rows still have to be written.
    const left = group.map(({ entry }) => ({ entry }));
    waiting = [...left, ...waiting.slice(group.length)];
    const last = rows.at(-1);
    const found = await pool.query('select 1 from audit_row where audit_id = $1 and hash = $2', [
      last?.auditId,
      last?.hash,
    ]);
    if (found.rowCount === 1) waiting = waiting.slice(left.length);
    await lookAtEnd();
  }

  return {
    admit() {
      if (waiting.length >= WAITING_MAX) throw replyError('JOURNAL_UNAVAILABLE', { why: 'SILENT' });
    },
    write: (entry) =>
      new Promise<ChainEnd>((resolve, reject) => {
        waiting.push({ entry, written: { resolve, reject } });
        void flush().catch(() => {});
      }),
    note(entry) {
      waiting.push({ entry });
      startIn(GROUP_MS);
    },
    async settled() {
      // The outcome of the current group says nothing about the next.
      await writing?.catch(() => {});
      while (waiting.length > 0) await flush();
    },
    end: () => end,
    readEnd: () => readEnd(pool),
    async close() {
      await flush();
      callOff?.();
    },
  };
}

function chainedTo(end: ChainEnd, group: readonly Waiting[]): readonly AuditRow[] {
  let next = end;
  return group.map(({ entry }) => {
    const row = chained(entry, next);
    next = row;
    return row;
  });
}

/** Another process has written rows with these numbers. */
function isTaken(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}

async function readEnd(pool: pg.Pool): Promise<ChainEnd> {
  const found = await pool.query<{ audit_id: bigint; hash: string }>(
    'select audit_id, hash from audit_row order by audit_id desc limit 1',
  );
  const row = found.rows[0];
  return row ? { auditId: Number(row.audit_id), hash: row.hash } : { auditId: 0, hash: GENESIS_HASH };
}
