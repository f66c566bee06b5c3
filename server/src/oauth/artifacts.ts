/**
 * The OAuth library's store in PostgreSQL: codes and tokens by hash, so that reading the table reveals none. Clients
 * are stored in their own table.
 */
import type { Adapter, AdapterPayload, errors } from 'oidc-provider';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import { sha256 } from '#ground/sha256.ts';
import type { OAuthClients } from '#oauth/oauth-clients.ts';

const SECOND_MS = 1000;

interface ArtifactRow {
  readonly payload: AdapterPayload;
  readonly consumed_ms: bigint | null;
}

/** The grant is one of the library's artifacts, and is deleted with its codes and tokens. */
const GRANT = 'Grant';

export interface ArtifactStoreDeps {
  readonly pool: pg.Pool;
  /** The library's time: real time. */
  readonly realTime: Clock;
  readonly clients: OAuthClients;
  /** Called if cached tokens may be void. */
  readonly onTokensGone: () => void;
  /** Ends the investor's grant for good: tokens drawn concurrently are void too. */
  readonly endGrant: (grantId: string) => Promise<void>;
  /** The library's error class, which is loaded lazily with it. */
  readonly InvalidGrant: typeof errors.InvalidGrant;
}

/** The library's factory of stores by kind. */
export function artifactStore(deps: ArtifactStoreDeps): (kind: string) => Adapter {
  return (kind) => (kind === 'Client' ? clientReader(deps.clients) : artifactsOf(deps, kind));
}

function artifactsOf(
  { pool, realTime, onTokensGone, endGrant, InvalidGrant }: ArtifactStoreDeps,
  kind: string,
): Adapter {
  return {
    async upsert(id, { jti: _secret, ...payload }, expiresIn) {
      const expiresMs = expiresIn ? realTime.nowMs() + expiresIn * SECOND_MS : null;
      await pool.query(
        `insert into oauth_artifact (kind, id_hash, grant_id, payload, expires_ms) values ($1, $2, $3, $4, $5)
         on conflict (kind, id_hash) do update set payload = excluded.payload, expires_ms = excluded.expires_ms`,
        [kind, sha256(id), kind === GRANT ? id : (payload.grantId ?? null), JSON.stringify(payload), expiresMs],
      );
    },
    async find(id) {
      const found = await pool.query<ArtifactRow>(
        'select payload, consumed_ms from oauth_artifact where kind = $1 and id_hash = $2',
        [kind, sha256(id)],
      );
      const row = found.rows[0];
      if (!row) return undefined;
      const consumed = row.consumed_ms === null ? {} : { consumed: Math.floor(Number(row.consumed_ms) / SECOND_MS) };
      return { ...row.payload, jti: id, ...consumed };
    },
    /**
     * Of concurrent uses of one code one succeeds, possibly not the right one, so its tokens are voided too. The
     * library's own check comes too early for that.
     */
    async consume(id) {
      const key = [kind, sha256(id)];
      const consumed = await pool.query(
        'update oauth_artifact set consumed_ms = $3 where kind = $1 and id_hash = $2 and consumed_ms is null',
        [...key, realTime.nowMs()],
      );
      if (consumed.rowCount === 1) return;
      const used = await pool.query<{ grant_id: string | null }>(
        'select grant_id from oauth_artifact where kind = $1 and id_hash = $2',
        key,
      );
      const grantId = used.rows[0]?.grant_id;
      if (grantId) await endGrant(grantId);
      throw new InvalidGrant('already used');
    },
    async destroy(id) {
      if (kind === GRANT) await endGrant(id);
      await pool.query('delete from oauth_artifact where kind = $1 and id_hash = $2', [kind, sha256(id)]);
      onTokensGone();
    },
    async revokeByGrantId(grantId) {
      await pool.query('delete from oauth_artifact where kind = $1 and grant_id = $2', [kind, grantId]);
      onTokensGone();
    },
    // For sessions and devices, which are not used.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

/** A used one is kept until its expiry: showing it again ends its grant. */
export async function sweepArtifacts(pool: pg.Pool, nowMs: number): Promise<void> {
  await pool.query('delete from oauth_artifact where expires_ms <= $1', [nowMs]);
}

function clientReader(clients: OAuthClients): Adapter {
  const never = async (): Promise<never> => {
    throw new Error('clients are entered by operators');
  };
  return {
    async find(id) {
      const client = await clients.find(id);
      if (!client) return undefined;
      return {
        client_id: client.clientId,
        client_name: client.name,
        redirect_uris: client.redirectUris,
        application_type: client.redirectUris.some((uri) => uri.startsWith('http:')) ? 'native' : 'web',
        token_endpoint_auth_method: 'none',
        // The kind of the server's keys; no id token is ever made.
        id_token_signed_response_alg: 'ES256',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        scope: client.scopes.join(' '),
      };
    },
    upsert: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}
