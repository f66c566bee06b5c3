/** The registered programs that may ask investors for a grant: rows of `oauth_client`, entered by operators. */
import { randomBytes } from 'node:crypto';
import type { OAuthClient, OAuthScope } from '@mua/contract/entities/oauth';
import type pg from 'pg';
import { instantText } from '#wire/wire-text.ts';

export interface NewOAuthClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly OAuthScope[];
}

export interface OAuthClients {
  find(clientId: string): Promise<OAuthClient | undefined>;
  /** Newest first. */
  list(): Promise<OAuthClient[]>;
  add(client: NewOAuthClient, nowMs: number): Promise<OAuthClient>;
  /** Removes it with its grants and tokens; false if there is no such program. */
  remove(clientId: string): Promise<boolean>;
}

interface ClientRow {
  readonly client_id: string;
  readonly name: string;
  readonly redirect_uris: string[];
  readonly scopes: OAuthScope[];
  readonly created_ms: bigint;
}

export function createOAuthClients(pool: pg.Pool): OAuthClients {
  return {
    async find(clientId) {
      if (clientId.includes('\0')) return undefined;
      const found = await pool.query<ClientRow>('select * from oauth_client where client_id = $1', [clientId]);
      return found.rows[0] && clientOf(found.rows[0]);
    },
    async list() {
      const found = await pool.query<ClientRow>('select * from oauth_client order by created_ms desc, client_id');
      return found.rows.map(clientOf);
    },
    async add({ name, redirectUris, scopes }, nowMs) {
      const added = await pool.query<ClientRow>('insert into oauth_client values ($1, $2, $3, $4, $5) returning *', [
        randomBytes(12).toString('hex'),
        name,
        [...new Set(redirectUris)],
        [...new Set(scopes)],
        nowMs,
      ]);
      const row = added.rows[0];
      if (!row) throw new Error('a client was not written');
      return clientOf(row);
    },
    async remove(clientId) {
      const removed = await pool.query('delete from oauth_client where client_id = $1', [clientId]);
      return removed.rowCount === 1;
    },
  };
}

function clientOf({ client_id, name, redirect_uris, scopes, created_ms }: ClientRow): OAuthClient {
  return {
    clientId: client_id,
    name,
    redirectUris: redirect_uris,
    scopes,
    createdAt: instantText(Number(created_ms)),
  };
}
