/** Routes by which an investor connects the installation's Telegram bot, and ends it. */
import type { NoticeDeliverySettings } from '@mua/contract/entities/notice-delivery';
import { inviteToChat, leaveChat } from '@mua/contract/http/notifications';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import type { Secrets } from '#ground/secrets.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';
import { forgetChat, INVITATION_MS, makeInvitation } from '#telegram/chat-links.ts';
import type { TelegramApi } from '#telegram/telegram-api.ts';
import { instantText } from '#wire/wire-text.ts';

export interface TelegramRoutesDeps {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly secrets: Pick<Secrets, 'hash'>;
  /** Undefined where the installation has no bot. */
  readonly api: TelegramApi | undefined;
  readonly settingsOf: (investorId: string) => Promise<NoticeDeliverySettings>;
}

export function bindTelegramRoutes(bind: Bind, { pool, clock, secrets, api, settingsOf }: TelegramRoutesDeps): void {
  bind(inviteToChat, async ({ actor }) => {
    if (!api) throw replyError('NotFound', {});
    const username = await api.username().catch(() => {
      throw replyError('ServiceUnavailable', {});
    });
    const nowMs = clock.nowMs();
    const code = await makeInvitation(pool, secrets, actor.investorId, nowMs);
    return ok({ url: `https://t.me/${username}?start=${code}`, expiresAt: instantText(nowMs + INVITATION_MS) });
  });
  bind(leaveChat, async ({ actor }) => {
    await forgetChat(pool, actor.investorId);
    return ok(await settingsOf(actor.investorId));
  });
}
