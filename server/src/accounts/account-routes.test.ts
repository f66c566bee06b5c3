/**
 * Checks a sub-account that the read tables do not have: its margin is refused with a code instead of being half
 * computed.
 */
import { readMarginStatus } from '@mua/contract/http/investors';
import type { RouteDefinition } from '@mua/contract/route';
import { expect, test } from 'vitest';
import { bindAccountRoutes } from '#accounts/account-routes.ts';
import type { Bind } from '#http/bind-route.ts';

test('the margin of a sub-account without a record is MarginStatusNotFound', async () => {
  const handlers = new Map<RouteDefinition, (call: object) => Promise<unknown>>();
  const bind = ((route: RouteDefinition, handler: (call: object) => Promise<unknown>) => {
    handlers.set(route, handler);
  }) as unknown as Bind;
  const nothing = { pool: { query: async () => ({ rows: [] }) }, valuation: { tradeDateSeq: () => 0 } };
  bindAccountRoutes(bind, nothing as unknown as Parameters<typeof bindAccountRoutes>[1]);
  await expect(handlers.get(readMarginStatus)?.({ params: { accountId: 'a' } })).rejects.toMatchObject({
    code: 'MarginStatusNotFound',
  });
});
