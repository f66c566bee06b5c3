/** Whether a database takes writes, asked within a second: the driver has no addresses with `target_session_attrs`. */
import { overConnection } from '#db/short-connection.ts';

export type DatabaseRole = { readonly is: 'standby' } | { readonly is: 'primary'; readonly timeline: number };

const ANSWER_WITHIN_MS = 1_000;

/** @throws if it does not answer. */
export function databaseRole(url: string): Promise<DatabaseRole> {
  return overConnection(
    url,
    { connectWithinMs: ANSWER_WITHIN_MS, answerWithinMs: ANSWER_WITHIN_MS },
    async (client): Promise<DatabaseRole> => {
      // The name of a segment begins with its timeline; a standby writes none.
      const { rows } = await client.query<{ timeline: number | null }>(
        `select case when not pg_is_in_recovery()
           then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`,
      );
      const timeline = rows[0]?.timeline ?? null;
      return timeline === null ? { is: 'standby' } : { is: 'primary', timeline };
    },
  );
}
