/**
 * Which of several addresses of one database takes writes: the driver has no addresses with `target_session_attrs`. A
 * primary that was superseded and started again takes itself for the primary still; the other one's timeline is higher,
 * because each promotion begins one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { overConnection } from '#db/short-connection.ts';

/** None of the addresses is of a primary, and the message says what each answers. */
export class NoPrimaryError extends Error {}

export type DatabaseRole = { readonly is: 'standby' } | { readonly is: 'primary'; readonly timeline: number };

const ANSWER_WITHIN_MS = 1_000;
/** A promotion takes a second or two, with its detection; Patroni takes up to its `ttl`. */
const FOUND_WITHIN_MS = 30_000;
const PAUSE_MS = 100;

/**
 * Waits for one, while a promotion is under way.
 * @throws NoPrimaryError if there is none within `withinMs`.
 */
export async function findPrimary(urls: readonly string[], withinMs = FOUND_WITHIN_MS): Promise<string> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answers = await Promise.all(urls.map(ask));
    const newest = answers
      .flatMap(({ url, role }) => (role?.is === 'primary' ? [{ url, timeline: role.timeline }] : []))
      .sort((a, b) => b.timeline - a.timeline);
    const [found, rival] = newest;
    const isOne = found !== undefined && found.timeline !== rival?.timeline;
    if (isOne) return found.url;
    if (performance.now() > deadline)
      throw new NoPrimaryError(
        `DATABASE_URLS: ${found ? 'two databases take writes, on one timeline' : 'no database takes writes'}: ${answers.map(({ host, said }) => `${host} ${said}`).join(', ')}`,
      );
    await sleep(PAUSE_MS);
  }
}

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

interface Answer {
  readonly url: string;
  readonly host: string;
  readonly role?: DatabaseRole;
  readonly said: string;
}

async function ask(url: string): Promise<Answer> {
  const { host } = new URL(url);
  try {
    const role = await databaseRole(url);
    const said = role.is === 'standby' ? 'is a standby' : `is a primary on timeline ${role.timeline}`;
    return { url, host, role, said };
  } catch (error) {
    return { url, host, said: `does not answer (${error instanceof Error ? error.message : String(error)})` };
  }
}
