/**
 * Sessions without passwords, so that a benchmark can act as five thousand people. A live product has no such route.
 */
import { makeSessions } from '@mua/contract/http/operator';
import type pg from 'pg';
import type { Config } from '#ground/config.ts';
import { type Bind, created } from '#http/bind-route.ts';
import type { BrowserSessionCookie } from '#identity/sessions/browser-session-cookie.ts';
import type { BrowserSessions } from '#identity/sessions/browser-sessions.ts';
import { replyError } from '#refusals/reply-error.ts';

export function bindSessionRoutes(
  bind: Bind,
  deps: {
    readonly pool: pg.Pool;
    readonly mode: Config['mode'];
    readonly browserSessions: Pick<BrowserSessions, 'signIn'>;
    readonly browserSessionCookie: Pick<BrowserSessionCookie, 'name'>;
  },
): void {
  const { pool, mode, browserSessions, browserSessionCookie } = deps;

  bind(makeSessions, async ({ body: { investorIds }, request }) => {
    if (mode !== 'demo') throw replyError('NotFound', {});
    await assertAllKnown(pool, investorIds);
    const items = await Promise.all(
      investorIds.map(async (investorId) => {
        const entered = await browserSessions.signIn(undefined, investorId, {
          address: request.ip,
          device: 'operator',
        });
        if (!entered) throw replyError('UserNotFound', {});
        const { cookie, actor } = entered;
        return { investorId, cookie: `${browserSessionCookie.name}=${cookie}`, slot: actor.handle };
      }),
    );
    return created({ items, nextCursor: null });
  });
}

async function assertAllKnown(pool: pg.Pool, investorIds: readonly string[]): Promise<void> {
  const ids = [...new Set(investorIds)];
  const found = await pool.query('select from investor where investor_id = any($1)', [ids]);
  if (found.rowCount !== ids.length) throw replyError('UserNotFound', {});
}
