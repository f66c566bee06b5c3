/** Fills emptied read tables again from the whole journal: they are projections and may be dropped at any time. */
import type { Database } from '#db/database';
import { encodeHistory, encodeRows, historyWrites, readTableWrites } from './read-tables.ts';
import { recover } from './recovery.ts';

export async function rebuildReadTables(database: Database): Promise<void> {
  const insert = `with writing as (select 1 as epoch), ${readTableWrites(1)}, ${historyWrites(9)} select 1`;
  await recover(
    database.writer,
    async (rows) => void (await database.pool.query(insert, [...encodeRows(rows), ...encodeHistory(rows)])),
    'genesis',
  );
}
