/**
 * An engine's first start makes what other roles find in the database: the role by which they enter, tables and rights, and
 * at its end the seals of its keys. Whoever is started beside it waits.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ProcessStart } from '#app/process-start.ts';

const LOOK_MS = 200;

/** Resolves when it is there, as `isThere` finds it in a database that may not have a table, or let nobody in. */
export async function awaitFirstStart(
  { shutdown, say }: Pick<ProcessStart, 'shutdown' | 'say'>,
  isThere: () => Promise<boolean>,
): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    const missing = await whatIsMissing(isThere);
    if (missing === undefined) return;
    if (!isTold) say(`Waiting for an engine to prepare the database: ${missing}`);
    shutdown.assertNotAsked();
    await sleep(LOOK_MS);
  }
}

const NO_TABLE = '42P01';
const NO_RIGHT = '42501';
/** No such role yet, or not with this password. */
const SHUT_OUT = /^28/;

/** Undefined where nothing is. What no engine brings is thrown. */
async function whatIsMissing(isThere: () => Promise<boolean>): Promise<string | undefined> {
  try {
    return (await isThere()) ? undefined : 'none has served yet';
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    if (error instanceof Error && (code === NO_TABLE || code === NO_RIGHT || SHUT_OUT.test(code))) return error.message;
    throw error;
  }
}
