/** Notices by a messenger, to whoever has linked a chat there. */
import type pg from 'pg';
import { chatOf, forgetChat, noteSilence } from '#chats/chat-links.ts';
import type { ChatService } from '#chats/chat-service.ts';
import { letterAddress } from '#deliveries/notice-paths.ts';
import type { NoticeLetter, NoticePort } from '#deliveries/notice-port.ts';

/** `publicUrl`: where the client is, for the link; without it there is none. */
export function chatNotices(pool: pg.Pool, service: ChatService, publicUrl: URL | undefined): NoticePort {
  const { channel, atOnce, mostLetters } = service;
  return {
    channel,
    atOnce,
    showsOnLockScreen: true,
    showsAddress: true,
    addressOf: async (investorId) => (await chatOf(pool, channel, investorId))?.name ?? null,
    async send({ investorId, title, text, path, place }) {
      const chat = await chatOf(pool, channel, investorId);
      if (!chat) return 'gone';
      const address = letterAddress({ path, place }, publicUrl);
      const answer = await service.send(chat.chatId, messageOf({ title, text }, address, mostLetters));
      if (answer === 'gone') await forgetChat(pool, channel, { investorId, chatId: chat.chatId });
      if (answer === 'silent') await noteSilence(pool, channel, chat.chatId);
      return answer;
    },
  };
}

/** Its text is cut where the messenger takes less: what happened and where to see it are always there. */
export function messageOf(
  { title, text }: Pick<NoticeLetter, 'title' | 'text'>,
  address: string,
  mostLetters: number,
): string {
  const room = mostLetters - title.length - address.length - 2;
  const cut = text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1)).replace(/[\uD800-\uDBFF]$/, '')}…`;
  return [title, cut, address].filter((line) => line !== '').join('\n');
}
