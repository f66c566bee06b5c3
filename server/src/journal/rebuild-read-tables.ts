/** Rebuilds emptied read tables from the whole journal: they are projections and may be dropped at any time. */
import type { ColumnArrays } from '#db/column-arrays.ts';
import type { Database } from '#db/database.ts';
import { type NamedStatement, namedStatement } from '#db/named-statement.ts';
import { encodeRows } from '#journal/projections/encode-columns.ts';
import { PROJECTED, writesOf } from '#journal/projections/read-tables.ts';
import { recover } from '#journal/recovery.ts';

const INSERT: NamedStatement<ColumnArrays> = namedStatement(
  `with writing as (select 1 as epoch), ${writesOf(PROJECTED)} select 1`,
);

export async function rebuildReadTables(database: Database): Promise<void> {
  await recover(database.writer, {
    afterSeq: 0,
    async onBatch({ rows }) {
      await database.pool.query(INSERT.text, INSERT.valuesOf(encodeRows(PROJECTED, rows)));
    },
  });
}
