/** A role's own connections to the database of the installation. */
import type pg from 'pg';
import type { ProcessStart } from '#app/process-start.ts';
import { openPool } from '#db/pool.ts';

export function ownPool({ shutdown }: Pick<ProcessStart, 'shutdown'>, url: string, connections: number): pg.Pool {
  const pool = openPool(url, connections);
  shutdown.opened(() => pool.end());
  return pool;
}
