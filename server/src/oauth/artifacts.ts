/**
 * The OAuth library's store in PostgreSQL: codes and tokens, each under the hash of what its holder shows, so that
 * whoever reads the table holds none of them. Clients are not its own rows but ours.
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

/** The grant itself is one of what the library keeps, and goes with its codes and tokens. */
const GRANT = 'Grant';

export interface ArtifactStoreDeps {
  readonly pool: pg.Pool;
  /** The library's own: real time. */
  readonly realTime: Clock;
  readonly clients: OAuthClients;
  /** Tokens that somebody may remember are void. */
  readonly onTokensGone: () => void;
  /** Ends the investor's grant for good: also what is drawn from it in this very moment opens nothing. */
  readonly endGrant: (grantId: string) => Promise<void>;
  /** The library's own error, which is loaded with it. */
  readonly InvalidGrant: typeof errors.InvalidGrant;
}

/** What the library asks for by the name of a kind. */
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
     * Of fifty who use one code at once, one gets through, and nobody knows whether it was the right one: what it got
     * is void too. The library has looked before that, which is too early.
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
    // Of sessions and devices, which we have none of.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

/** A used one stays as long as it would have lasted: shown again, it ends its grant. */
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
        // Of our keys' kind; no id token is ever made.
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
