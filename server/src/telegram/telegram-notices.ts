/** Notices by the installation's own Telegram bot, to whoever has started it. */
import type pg from 'pg';
import type { NoticePort } from '#deliveries/notice-port.ts';
import { chatOf, forgetChat } from '#telegram/chat-links.ts';
import type { TelegramApi } from '#telegram/telegram-api.ts';

/** Telegram takes about thirty messages a second of one bot. */
const AT_ONCE = 10;

/** `publicUrl`: where the client is, for the link; without it there is none. */
export function telegramNotices(pool: pg.Pool, api: TelegramApi, publicUrl: URL | undefined): NoticePort {
  return {
    channel: 'telegram',
    atOnce: AT_ONCE,
    showsOnLockScreen: true,
    addressOf: async (investorId) => (await chatOf(pool, investorId))?.name ?? null,
    async send({ investorId, title, text, path }) {
      const chat = await chatOf(pool, investorId);
      if (!chat) return 'gone';
      const address = publicUrl ? new URL(path, publicUrl).href : '';
      const answer = await api.send(chat.chatId, [title, text, address].filter((line) => line !== '').join('\n'));
      if (answer === 'gone') await forgetChat(pool, investorId, chat.chatId);
      return answer;
    },
  };
}
