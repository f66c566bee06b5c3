/** The installation's own Telegram bot: a channel of notices, and who has started it. */

import type { NoticePort } from '#deliveries/notice-port.ts';
import type { Config } from '#ground/config.ts';
import type { Jobs } from '#ground/jobs.ts';
import { createTelegramApi, type TelegramApi } from '#telegram/telegram-api.ts';
import { telegramNotices } from '#telegram/telegram-notices.ts';
import { hearTelegramStarts, type TelegramStartsDeps } from '#telegram/telegram-starts.ts';

export interface Telegram {
  readonly api: TelegramApi;
  readonly port: NoticePort;
  close(): Promise<void>;
}

export interface TelegramDeps extends Omit<TelegramStartsDeps, 'api'> {
  readonly config: Pick<Config, 'telegram' | 'publicUrl'>;
  readonly jobs: Pick<Jobs, 'areHere'>;
  /** Instead of that of the settings. */
  readonly api: TelegramApi | undefined;
}

/** Undefined where the installation has no bot. Of an installation's processes, the one with the jobs hears who starts it. */
export function openTelegram({ config, jobs, api: given, ...deps }: TelegramDeps): Telegram | undefined {
  const api = given ?? (config.telegram && createTelegramApi(config.telegram));
  if (!api) return undefined;
  const starts = jobs.areHere ? hearTelegramStarts({ ...deps, api }) : undefined;
  return {
    api,
    port: telegramNotices(deps.pool, api, config.publicUrl),
    close: async () => starts?.close(),
  };
}
