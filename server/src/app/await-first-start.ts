/**
 * An engine's first start makes what other roles find in the database: the role by which they enter, tables and rights, and
 * at its end the seals of its keys. Whoever is started beside it waits.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ProcessStart } from '#app/process-start.ts';
import { type Clock, steadyClock } from '#ground/clock.ts';

const LOOK_MS = 200;
/** An engine that starts beside this process makes its role sooner; a password that is wrong nobody will make right. */
const LET_IN_WITHIN_MS = 60_000;

/**
 * Resolves when it is there, as `isThere` finds it in a database that may not have a table, or let nobody in; that it lets
 * this process in is not waited for without end.
 */
export async function awaitFirstStart(
  { shutdown, say }: Pick<ProcessStart, 'shutdown' | 'say'>,
  isThere: () => Promise<boolean>,
  steady: Pick<Clock, 'nowMs'> = steadyClock(),
): Promise<void> {
  const untilMs = steady.nowMs() + LET_IN_WITHIN_MS;
  for (let isTold = false; ; isTold = true) {
    const missing = await whatIsMissing(isThere);
    if (missing === undefined) return;
    const { sentence, denial } = missing;
    if (denial && steady.nowMs() >= untilMs) throw denial;
    if (!isTold) say(`Waiting for an engine to prepare the database: ${sentence}`);
    shutdown.assertNotAsked();
    await sleep(LOOK_MS);
  }
}

const NO_TABLE = '42P01';
const NO_RIGHT = '42501';
/** No such role yet, or not with this password. */
const SHUT_OUT = /^28/;

interface Missing {
  readonly sentence: string;
  /** Of a database that lets this process in nowhere, or not there: no engine may ever change that. */
  readonly denial?: pg.DatabaseError;
}

/** Undefined where nothing is. What no engine brings is thrown. */
async function whatIsMissing(isThere: () => Promise<boolean>): Promise<Missing | undefined> {
  try {
    return (await isThere()) ? undefined : { sentence: 'none has served yet' };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { code = '', message: sentence } = error;
    if (code === NO_TABLE) return { sentence };
    if (code === NO_RIGHT || SHUT_OUT.test(code)) return { sentence, denial: error };
    throw error;
  }
}
