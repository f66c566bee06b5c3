/** The installation's own Telegram bot: a messenger for notices, and who has started it. */

import { randomBytes } from 'node:crypto';
import type { ChatService } from '#chats/chat-service.ts';
import type { Config } from '#ground/config.ts';
import type { Jobs } from '#ground/jobs.ts';
import { createTelegramApi, type TelegramApi } from '#telegram/telegram-api.ts';
import { hearTelegramStarts, type TelegramStartsDeps } from '#telegram/telegram-starts.ts';

export interface Telegram {
  readonly service: ChatService;
  close(): Promise<void>;
}

export interface TelegramDeps extends Omit<TelegramStartsDeps, 'api'> {
  readonly config: Pick<Config, 'telegram'>;
  readonly jobs: Pick<Jobs, 'areHere'>;
  /** Instead of that of the settings. */
  readonly api: TelegramApi | undefined;
}

/** Telegram takes about thirty messages a second of one bot. */
const AT_ONCE = 10;
const MOST_LETTERS = 4096;

/** Undefined where the installation has no bot. Of an installation's processes, the one with the jobs hears who starts it. */
export function openTelegram({ config, jobs, api: given, ...deps }: TelegramDeps): Telegram | undefined {
  const api = given ?? (config.telegram && createTelegramApi(config.telegram));
  if (!api) return undefined;
  const starts = jobs.areHere ? hearTelegramStarts({ ...deps, api }) : undefined;
  return {
    service: {
      channel: 'telegram',
      ...{ atOnce: AT_ONCE, mostLetters: MOST_LETTERS },
      async makeCode() {
        const code = randomBytes(24).toString('base64url');
        return { code, url: `https://t.me/${await api.username()}?start=${code}`, isWritten: false };
      },
      send: api.send,
    },
    close: async () => starts?.close(),
  };
}
