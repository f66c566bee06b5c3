/**
 * What opens the broker's Official Account, kept over restarts. An access token holds for about a day; the refresh token
 * that brings the next one works once, so whoever uses it holds the row, and its successor is on disk before anything is
 * done with it. Where one is lost all the same (an answer that never came), an operator has Zalo make a new one: each
 * ZALO_REFRESH_TOKEN begins a line of tokens, once, and the latest line counts, in processes with an older setting too.
 */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { ZaloConfig } from '#ground/config.ts';
import type { Secrets } from '#ground/secrets.ts';
import type { ZaloApi } from '#zalo/zalo-api.ts';

export interface ZaloTokensOptions {
  readonly pool: pg.Pool;
  readonly secrets: Pick<Secrets, 'hash' | 'seal' | 'open'>;
  readonly config: Pick<ZaloConfig, 'appId' | 'refreshToken'>;
  readonly api: Pick<ZaloApi, 'refresh'>;
  /** Of the machine: Zalo's tokens go on where our clock is stopped. */
  readonly wall: Pick<Clock, 'nowMs'>;
  readonly log: FastifyBaseLogger;
}

export interface ZaloAccess {
  readonly token: string;
  /** Whether Zalo gave no new tokens when it was last asked; this one may hold for some hours still. */
  readonly isFailing: boolean;
}

export interface ZaloTokenKeeper {
  /** An access token that holds, renewed in time. Rejects where there is none. */
  access(): Promise<ZaloAccess>;
  /** Another one than that, which Zalo did not take. */
  accessAfter(refused: string): Promise<ZaloAccess>;
}

/** So long before its end an access token is renewed: there is time to repair what fails. */
const EARLY_MS = 6 * 3_600_000;
/** Zalo is not asked with every message for what it has just refused. */
const ASK_AGAIN_MS = 60_000;

const LOST =
  'Zalo gave no new token, and will be asked again. If that goes on, have it make a refresh token for the account, and ' +
  'start with it as ZALO_REFRESH_TOKEN (docs/operating/README.md#zalo)';

const kept = z.object({ access: z.string().nullable(), refresh: z.string() });

interface TokenRow extends z.infer<typeof kept> {
  readonly line: bigint;
  readonly expiresMs: number;
  readonly failedMs: number | null;
}

export function keepZaloTokens(options: ZaloTokensOptions): ZaloTokenKeeper {
  const { pool, secrets, config, api, wall, log } = options;
  const { appId, refreshToken: seed } = config;
  const about = `zalo ${appId}`;
  const sealed = (tokens: z.infer<typeof kept>): string => secrets.seal(JSON.stringify(tokens), about);
  let hasBegun = false;
  /** One for all who wait in this process: each would hold a connection. */
  let renewing: Promise<TokenRow> | undefined;

  async function begin(): Promise<void> {
    await pool.query(
      'insert into zalo_token (app_id, seed_hash, sealed) values ($1, $2, $3) on conflict (app_id, seed_hash) do nothing',
      [appId, secrets.hash(`zalo seed ${seed}`), sealed({ access: null, refresh: seed })],
    );
    hasBegun = true;
  }

  async function read(client: Queryable, lock: '' | 'for update'): Promise<TokenRow> {
    const { rows } = await client.query<{ line: bigint; sealed: string; expires_ms: bigint; failed_ms: bigint | null }>(
      `select line, sealed, expires_ms, failed_ms from zalo_token where app_id = $1 order by line desc limit 1 ${lock}`,
      [appId],
    );
    const [row] = rows;
    if (!row) throw new Error('no line of Zalo tokens has begun');
    const failedMs = row.failed_ms === null ? null : Number(row.failed_ms);
    const tokens = kept.parse(JSON.parse(secrets.open(row.sealed, about)));
    return { ...tokens, line: row.line, expiresMs: Number(row.expires_ms), failedMs };
  }

  async function asked(client: Queryable, row: TokenRow): Promise<TokenRow> {
    const nowMs = wall.nowMs();
    try {
      const { access, refresh, lifeMs } = await api.refresh(row.refresh);
      const expiresMs = nowMs + lifeMs;
      await client.query('update zalo_token set sealed = $2, expires_ms = $3, failed_ms = null where line = $1', [
        ...[row.line, sealed({ access, refresh }), expiresMs],
      ]);
      return { ...row, access, refresh, expiresMs, failedMs: null };
    } catch (err) {
      log.error({ err }, LOST);
      await client.query('update zalo_token set failed_ms = $2 where line = $1', [row.line, nowMs]);
      return { ...row, failedMs: nowMs };
    }
  }

  /** Of all processes one asks, and the others find what it got. */
  async function renew(isDue: (row: TokenRow) => boolean): Promise<TokenRow> {
    return inTransaction(pool, async (client) => {
      const row = await read(client, 'for update');
      return isDue(row) ? asked(client, row) : row;
    });
  }

  function isAskable({ failedMs }: TokenRow): boolean {
    return failedMs === null || failedMs + ASK_AGAIN_MS <= wall.nowMs();
  }

  async function accessBut(refused: string | null): Promise<ZaloAccess> {
    const isDue = (row: TokenRow): boolean =>
      isAskable(row) && (row.access === refused || row.expiresMs - EARLY_MS <= wall.nowMs());
    if (!hasBegun) await begin();
    let row = await read(pool, '');
    if (isDue(row)) {
      renewing ??= renew(isDue).finally(() => {
        renewing = undefined;
      });
      row = await renewing;
    }
    if (row.access === null || row.access === refused || row.expiresMs <= wall.nowMs())
      throw new Error('there is no access token for Zalo');
    return { token: row.access, isFailing: row.failedMs !== null };
  }

  return { access: () => accessBut(null), accessAfter: accessBut };
}
