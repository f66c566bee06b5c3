/**
 * An engine whose read tables another process fills: that one is there, or will be. Orders are taken meanwhile; what the
 * engine serves itself, and its jobs, read the tables. Until they can, it says over HTTP what it waits for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Registry } from 'prom-client';
import { blameForListening } from '#app/failed-start.ts';
import type { ProcessStart } from '#app/process-start.ts';
import { openRoleHttp } from '#app/role-http.ts';
import { writeAddress } from '#ground/data-dir.ts';
import type { ReadTables } from '#journal/read-pool.ts';
import { replyError } from '#refusals/reply-error.ts';
import { type FreeSpace, gaugeSpace } from '#system/free-space.ts';

/** Longer than the read tables are ever behind where a process fills them. */
const FOLLOWED_MS = 1_000;
const AGAIN_MS = 200;

/** A stop does not wait for it. */
export async function awaitReadTables(
  { config, shutdown, say }: ProcessStart,
  reads: Pick<ReadTables, 'follow'>,
  space: FreeSpace,
): Promise<void> {
  let isAsked = false;
  const followed = Promise.race([
    untilFollowed(reads, () => isAsked),
    new Promise<boolean>((resolve) =>
      shutdown.actOnStop(() => {
        isAsked = true;
        resolve(true);
      }),
    ),
  ]);
  if (!(await Promise.race([followed, sleep(FOLLOWED_MS, false)]))) {
    say('Takes orders, and waits for a projector to fill the read tables: without one it has no calls and no jobs');
    const registry = new Registry();
    gaugeSpace(registry, space);
    const health = { trouble: () => replyError('RecordsBehind', {}), waitsFor: () => undefined };
    const http = await openRoleHttp(config, health, registry).catch(blameForListening);
    writeAddress(config, http.address);
    await followed.finally(http.close);
  }
  shutdown.assertNotAsked();
  shutdown.actOnStop(() => {});
}

/**
 * A look that fails is no reason to end who takes orders: a database that is gone ends the engine by its writer. One that
 * will never do (no such table, no right to it) is told.
 */
async function untilFollowed(reads: Pick<ReadTables, 'follow'>, isAsked: () => boolean): Promise<boolean> {
  while (!isAsked()) {
    try {
      await reads.follow();
      return true;
    } catch (error) {
      if (isForGood(error)) throw error;
      await sleep(AGAIN_MS);
    }
  }
  return true;
}

/** PostgreSQL's classes of errors: what may not be done, is not there or not let in. */
function isForGood(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(42|3[DF]|28)/.test(error.code ?? '');
}
