/** The broker's own Official Account at Zalo: a messenger for notices, and who has linked theirs. */
import { hearZalo } from '@mua/contract/http/zalo-events';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { ChatService } from '#chats/chat-service.ts';
import type { Clock } from '#ground/clock.ts';
import type { ZaloConfig } from '#ground/config.ts';
import type { Jobs } from '#ground/jobs.ts';
import { outsideRequests } from '#ground/own-request.ts';
import type { Secrets } from '#ground/secrets.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import type { BodySignature } from '#http/body-signature.ts';
import { replyError } from '#refusals/reply-error.ts';
import { zaloSignature } from '#zalo/event-signature.ts';
import { drawCode } from '#zalo/link-code.ts';
import { createZaloApi, type ZaloApi } from '#zalo/zalo-api.ts';
import { hearZaloEvents } from '#zalo/zalo-events.ts';
import { keepZaloTokens, type ZaloTokenKeeper } from '#zalo/zalo-tokens.ts';

export interface Zalo {
  readonly service: ChatService;
  /** With which Zalo signs what it tells. */
  readonly signature: BodySignature;
  take: ReturnType<typeof hearZaloEvents>['take'];
  close(): Promise<void>;
}

export interface ZaloDeps {
  readonly config: ZaloConfig | undefined;
  readonly pool: pg.Pool;
  readonly secrets: Pick<Secrets, 'hash' | 'seal' | 'open'>;
  /** Of the codes. */
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Of the machine: Zalo's world goes on where ours is stopped. */
  readonly wall: Pick<Clock, 'nowMs' | 'every'>;
  readonly jobs: Pick<Jobs, 'areHere'>;
  readonly log: FastifyBaseLogger;
  /** Told again and again, where the jobs are, whether Zalo gives tokens. */
  readonly onTokens: (isFailing: boolean) => void;
}

/** Zalo lets an account write some dozens of messages a second. */
const AT_ONCE = 10;
const MOST_LETTERS = 2_000;
/** An account that nobody is written to by for months would lose its refresh token. */
const LOOK_MS = 60_000;

/** Undefined where the installation has no account. */
export function openZalo({ config, jobs, onTokens, ...deps }: ZaloDeps): Zalo | undefined {
  if (!config) return undefined;
  const { wall, log } = deps;
  const api = createZaloApi(config);
  const tokens = keepZaloTokens({ ...deps, config, api });
  const send = sending(api, tokens);
  const nameOf = async (userId: string) => api.nameOf((await tokens.access()).token, userId);
  const events = hearZaloEvents({ ...deps, send, nameOf });
  let looking: Promise<void> | undefined;
  const look = (): void => {
    looking ??= outsideRequests(tokens.access)
      .then(({ isFailing }) => onTokens(isFailing))
      .catch((err: unknown) => {
        log.warn({ err }, 'nobody can be written to by Zalo');
        onTokens(true);
      })
      .finally(() => {
        looking = undefined;
      });
  };
  const stop = jobs.areHere ? wall.every(LOOK_MS, look) : undefined;
  if (jobs.areHere) look();
  return {
    service: {
      channel: 'zalo',
      ...{ atOnce: AT_ONCE, mostLetters: MOST_LETTERS },
      makeCode: async () => ({ code: drawCode(), url: `https://zalo.me/${config.accountId}`, isWritten: true }),
      send,
    },
    signature: zaloSignature(config, wall),
    take: events.take,
    async close() {
      stop?.();
      await Promise.all([looking, events.settled()]);
    },
  };
}

/** With a token that Zalo does not take, once more with another. */
function sending(api: ZaloApi, tokens: ZaloTokenKeeper): ChatService['send'] {
  return async (userId, text) => {
    const { token } = await tokens.access();
    const answer = await api.send(token, userId, text);
    if (answer !== 'expired') return answer;
    const next = await tokens.accessAfter(token);
    const again = await api.send(next.token, userId, text);
    if (again === 'expired') throw new Error('Zalo takes none of its own tokens');
    return again;
  };
}

export function bindZaloRoutes(bind: Bind, zalo: Pick<Zalo, 'take'> | undefined): void {
  bind(hearZalo, async ({ body }) => {
    if (!zalo) throw replyError('NotFound', {});
    await zalo.take(body);
    return ok({});
  });
}
