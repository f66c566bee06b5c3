/** Routes by which an investor links a messenger, and ends it. */
import type { ChatChannel, NoticeDeliverySettings } from '@mua/contract/entities/notice-delivery';
import { inviteToChat, leaveChat } from '@mua/contract/http/notifications';
import type pg from 'pg';
import { forgetChat, INVITATION_MS, writeInvitation } from '#chats/chat-links.ts';
import type { ChatService } from '#chats/chat-service.ts';
import type { Clock } from '#ground/clock.ts';
import type { Secrets } from '#ground/secrets.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantText } from '#wire/wire-text.ts';

export interface ChatRoutesDeps {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly secrets: Pick<Secrets, 'hash'>;
  /** Undefined where the installation has no account there. */
  readonly serviceOf: (channel: ChatChannel) => ChatService | undefined;
  readonly settingsOf: (investorId: string) => Promise<NoticeDeliverySettings>;
}

export function bindChatRoutes(bind: Bind, { pool, clock, secrets, serviceOf, settingsOf }: ChatRoutesDeps): void {
  bind(inviteToChat, async ({ actor: { investorId }, params: { channel } }) => {
    const service = serviceOf(channel);
    if (!service) throw replyError('NotFound', {});
    const { code, url, isWritten } = await service.makeCode().catch(() => {
      throw replyError('ServiceUnavailable', {});
    });
    const nowMs = clock.nowMs();
    await writeInvitation(pool, secrets, { channel, code, investorId, nowMs });
    return ok({ url, code: isWritten ? code : null, expiresAt: instantText(nowMs + INVITATION_MS) });
  });
  bind(leaveChat, async ({ actor: { investorId }, params: { channel } }) => {
    await forgetChat(pool, channel, { investorId });
    return ok(await settingsOf(investorId));
  });
}
