/** The installation's own accounts at messengers: each is a channel of notices, and none has to be there. */
import type { Registry } from 'prom-client';
import type { ChatService } from '#chats/chat-service.ts';
import type { Clock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import { openTelegram, type TelegramDeps } from '#telegram/telegram.ts';
import { openZalo, type Zalo, type ZaloDeps } from '#zalo/zalo.ts';
import { gaugeZaloTokens } from '#zalo/zalo-metrics.ts';

export interface Messengers {
  readonly services: readonly ChatService[];
  readonly zalo: Zalo | undefined;
  close(): Promise<void>;
}

export interface MessengersDeps
  extends Pick<ZaloDeps, 'pool' | 'secrets' | 'clock' | 'jobs' | 'log'>,
    Pick<TelegramDeps, 'api'> {
  readonly wall: Clock;
  readonly config: Pick<Config, 'telegram' | 'zalo'>;
  readonly registry: Registry;
}

export function openMessengers({ config, registry, api, ...deps }: MessengersDeps): Messengers {
  const telegram = openTelegram({ ...deps, config, api });
  const zalo = openZalo({ ...deps, config: config.zalo, onTokens: gaugeZaloTokens(registry) });
  return {
    services: [telegram?.service, zalo?.service].filter((service) => service !== undefined),
    zalo,
    async close() {
      await telegram?.close();
      await zalo?.close();
    },
  };
}
