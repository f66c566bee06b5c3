/**
 * Zalo's interface for Official Accounts (https://developers.zalo.me/docs/official-account), as far as notices need it.
 * It answers errors with status 200 and a code below zero. No token is ever put into an error or a log.
 */
import { z } from 'zod';
import type { ChatAnswer } from '#chats/chat-service.ts';
import { RetryLater } from '#deliveries/notice-port.ts';
import type { ZaloConfig } from '#ground/config.ts';

/** What opens the account: the access token for so long, the refresh token once. */
export interface ZaloTokens {
  readonly access: string;
  readonly refresh: string;
  readonly lifeMs: number;
}

export interface ZaloApi {
  /** `expired`: Zalo does not take that access token. Rejects where the message was not taken. */
  send(accessToken: string, userId: string, text: string): Promise<ChatAnswer | 'expired'>;
  /** By which somebody calls themselves there; undefined where Zalo does not tell. */
  nameOf(accessToken: string, userId: string): Promise<string | undefined>;
  /** Uses the refresh token up. Rejects where Zalo gave no new ones, or did not answer. */
  refresh(refreshToken: string): Promise<ZaloTokens>;
}

const PATIENCE_MS = 10_000;
const NAME_MAX = 100;
/** Zalo counts by the minute. */
const BUSY_MS = 60_000;

/** Codes that mean something to us; whatever else is below zero is tried again. */
const CODE = {
  taken: 0,
  busy: -32,
  /** Does not follow the account, or has blocked it. */
  gone: -213,
  tokenExpired: -216,
  /** Has not written for seven days. */
  silent: -230,
} as const;

const answer = z.object({ error: z.number().int(), data: z.unknown().optional() });
const profile = z.object({ display_name: z.string().min(1) });
const given = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  /** Seconds, as a number or as text. */
  expires_in: z.coerce.number().positive(),
});
const refusal = z.object({ error: z.number().int() });

export function createZaloApi({ appId, appSecret, api, oauth }: ZaloConfig): ZaloApi {
  return {
    async send(accessToken, userId, text) {
      const { error } = await asked(`${api}/v3.0/oa/message/cs`, 'a message', answer, {
        method: 'POST',
        headers: { 'content-type': 'application/json', access_token: accessToken },
        body: JSON.stringify({ recipient: { user_id: userId }, message: { text } }),
      });
      switch (error) {
        case CODE.taken:
          return 'sent';
        case CODE.tokenExpired:
          return 'expired';
        case CODE.gone:
          return 'gone';
        case CODE.silent:
          return 'silent';
        default:
          throw new RetryLater(`Zalo refused a message: ${error}`, error === CODE.busy ? BUSY_MS : 0);
      }
    },
    async nameOf(accessToken, userId) {
      const query = new URLSearchParams({ data: JSON.stringify({ user_id: userId }) });
      const { error, data } = await asked(`${api}/v3.0/oa/user/detail?${query}`, 'a name', answer, {
        headers: { access_token: accessToken },
      });
      return error === CODE.taken ? profile.safeParse(data).data?.display_name.slice(0, NAME_MAX) : undefined;
    },
    async refresh(refreshToken) {
      const told = await asked(`${oauth}/v4/oa/access_token`, 'a new token', z.union([given, refusal]), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', secret_key: appSecret },
        body: new URLSearchParams({ refresh_token: refreshToken, app_id: appId, grant_type: 'refresh_token' }),
      });
      if ('error' in told) throw new Error(`Zalo refused a new token: ${told.error}`);
      return { access: told.access_token, refresh: told.refresh_token, lifeMs: told.expires_in * 1000 };
    },
  };
}

async function asked<T extends z.ZodType>(
  url: string,
  what: string,
  schema: T,
  request: RequestInit,
): Promise<z.infer<T>> {
  const response = await fetch(url, {
    ...request,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => {
    throw new Error(`Zalo did not answer ${what}`);
  });
  const told = schema.safeParse(await response.json().catch(() => undefined));
  if (!told.success) throw new Error(`Zalo answered ${what} with ${response.status}`);
  return told.data;
}
