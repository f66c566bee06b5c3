/** A role's own connections to the database of the installation. */
import pg from 'pg';
import type { ProcessStart } from '#app/process-start.ts';

export function openPool({ shutdown }: Pick<ProcessStart, 'shutdown'>, url: string, connections: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  // The next query opens another one.
  pool.on('error', () => {});
  shutdown.opened(() => pool.end());
  return pool;
}
