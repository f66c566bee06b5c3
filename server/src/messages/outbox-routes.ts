/** The demo's outbox: there is no such call where real people are written to. */
import { readOutbox } from '@mua/contract/http/outbox';
import type { Config } from '#config';
import { type Bind, ok } from '#http/bind-route';
import { replyError } from '#http/reply-error';
import type { Messages } from './messages.ts';

export function bindOutboxRoutes(bind: Bind, { mode }: Pick<Config, 'mode'>, messages: Messages): void {
  bind(readOutbox, async () => {
    if (mode !== 'demo') throw replyError('NotFound', {});
    return ok({ items: await messages.newest(), nextCursor: null });
  });
}
