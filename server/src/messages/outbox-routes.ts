/** The demo's outbox route; it does not exist where messages go to real people. */
import { readOutbox } from '@mua/contract/http/outbox';
import type { Config } from '#ground/config.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Messages } from '#messages/messages.ts';
import { replyError } from '#refusals/reply-error.ts';

export function bindOutboxRoutes(bind: Bind, { mode }: Pick<Config, 'mode'>, messages: Messages): void {
  bind(readOutbox, async () => {
    if (mode !== 'demo') throw replyError('NotFound', {});
    return ok({ items: await messages.newest(), nextCursor: null });
  });
}
