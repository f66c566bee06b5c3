/**
 * Waits for a database that is started again, promoted or cut off for a while: a start that ended instead would come back
 * after one of the supervisor's pauses, which grow, and trading long after the database. One that is frozen takes
 * connections and never says a word, so nobody waits for that without an end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseRole } from '#db/database-role.ts';

/** It lets nobody in, and the message says for how long. The next start may find it back. */
export class DatabaseAwayError extends Error {}

/** Until a connection is let in, of a database that is there. */
export const LET_IN_WITHIN_MS = 10_000;

/** Longer, and the supervisor's pauses do no harm any more. */
const AWAITED_MS = 60_000;
const ASK_AGAIN_MS = 250;
/** PostgreSQL's word that it is starting, stopping, or has no connection left. */
const PASSES = /^(57P|53)/;

/** Resolves when it takes writes, and when waiting does not help: whoever connects then is told why. */
export async function awaitDatabase(
  url: string,
  { say, assertNotAsked }: { readonly say: (message: string) => void; readonly assertNotAsked: () => void },
): Promise<void> {
  const deadlineMs = performance.now() + AWAITED_MS;
  for (let isTold = false; performance.now() < deadlineMs; isTold = true) {
    const missing = await whatIsMissing(url);
    if (missing === undefined) return;
    if (!isTold) say(`Waiting for the database: ${missing}`);
    assertNotAsked();
    await sleep(ASK_AGAIN_MS);
  }
}

/** Undefined where nothing is, or what waiting does not bring. */
async function whatIsMissing(url: string): Promise<string | undefined> {
  try {
    return (await databaseRole(url)).is === 'primary' ? undefined : 'it is a standby';
  } catch (error) {
    if (error instanceof pg.DatabaseError && !PASSES.test(error.code ?? '')) return undefined;
    return error instanceof Error ? error.message : String(error);
  }
}
