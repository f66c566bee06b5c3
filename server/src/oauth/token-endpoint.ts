/**
 * Codes and tokens, by the OAuth library: exchange with PKCE, refresh with rotation (a token used twice ends its
 * grant), and revocation. Its own authorization endpoint is closed: the session cookie is not sent when another site
 * redirects the browser here, so a page of the client asks the investor and authorization.ts issues the code.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { OAUTH_SCOPES, type OAuthScope } from '@mua/contract/entities/oauth';
import { LIMITS } from '@mua/contract/limits';
import { API_BASE } from '@mua/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type pg from 'pg';
import type { AuditAct, AuditTrail } from '#audit/audit-trail.ts';
import { type Clock, machineClock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import { LOOK_AGAIN_MS, type Neighbours } from '#ground/neighbours.ts';
import { sha256 } from '#ground/sha256.ts';
import { artifactStore, sweepArtifacts } from '#oauth/artifacts.ts';
import { browserSessionIdOf, type Grants } from '#oauth/grants.ts';
import type { OAuthClients } from '#oauth/oauth-clients.ts';

const BASE = `${API_BASE}/iam/oauth`;
/** By their names in the audit log. */
const PATHS = { '/token': 'drawToken', '/revoke': 'revokeToken' } as const;
const SECOND_MS = 1000;
const DAY_SECONDS = 24 * 3600;

/** The inputs of a code. */
export interface CodeRequest {
  readonly grantId: string;
  readonly investorId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly OAuthScope[];
  readonly codeChallenge: string;
}

export interface AccessRight {
  readonly grantId: string;
  /** The grant's scopes or fewer: a program may ask for a narrower token (RFC 6749, 6). */
  readonly scopes: ReadonlySet<string>;
}

export interface TokenEndpoint {
  makeCode(request: CodeRequest): Promise<string>;
  /** The rights of a valid access token; otherwise undefined. */
  read(accessToken: string): Promise<AccessRight | undefined>;
  /** Removes expired codes and tokens. */
  sweep(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by other sites and programs, so without the client's CSRF header. */
    isForPrograms?: boolean;
  }
}

export interface TokenEndpointDeps {
  readonly pool: pg.Pool;
  readonly clients: OAuthClients;
  readonly grants: Grants;
  /** The issuer's name in replies (RFC 9207); known once the server listens. */
  readonly issuer: () => string;
  /** The general rate limit: throws if the address asks too often. */
  readonly admit: (request: FastifyRequest) => void;
  /** Audits who drew or returned a token; the reply waits for it. */
  readonly note: AuditTrail['writeAct'];
  readonly onError: (error: unknown) => void;
  readonly neighbours: Neighbours | undefined;
}

/** The issuer: where the product is reached from outside. `listening` is the actual port. */
export function issuerOf(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  listening: number | undefined,
): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return (publicUrl ?? new URL(`http://${name}:${listening ?? port}`)).origin;
}

export function openTokenEndpoint(app: FastifyInstance, deps: TokenEndpointDeps): TokenEndpoint {
  // The library uses real time, whatever the product's clock shows.
  const realTime = machineClock();
  const { neighbours } = deps;
  const known = createTokenMemory(realTime, neighbours ? LOOK_AGAIN_MS : Number.POSITIVE_INFINITY);
  neighbours?.hear('tokens.gone', known.clear);
  const onTokensGone = (): void => {
    known.clear();
    neighbours?.tell('tokens.gone', '');
  };
  /** The library knows the raw request only. */
  const requests = new WeakMap<object, FastifyRequest>();
  const requestOf = (raw: object): FastifyRequest | undefined => requests.get(raw);
  let made: Promise<Provider> | undefined;
  /** Loaded lazily: most installations have no programs, and the library is large. */
  const provider = (): Promise<Provider> => {
    made ??= makeProvider(deps, { realTime, onTokensGone, requestOf }).catch((error: unknown) => {
      // A failure may be temporary.
      made = undefined;
      throw error;
    });
    return made;
  };
  app.register(async (scope) => {
    // The library parses the form itself.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null));
    for (const path of Object.keys(PATHS)) {
      const options = {
        config: { isForPrograms: true },
        schema: { hide: true },
        onRequest: async (request: FastifyRequest) => deps.admit(request),
      };
      scope.post(`${BASE}${path}`, options, async (request, reply) => {
        const handle = (await provider()).callback();
        // The library writes the reply itself; the server's standard headers are added.
        for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
        reply.hijack();
        // Its paths are relative to where it is mounted.
        request.raw.url = path;
        requests.set(request.raw, request);
        await handle(request.raw, reply.raw);
      });
    }
  });
  return {
    async makeCode({ grantId, investorId, clientId, redirectUri, scopes, codeChallenge }) {
      const { Client, Grant, AuthorizationCode } = await provider();
      const client = await Client.find(clientId);
      if (!client) throw new Error('a code is made for a client that is there');
      const scope = scopes.join(' ');
      const grant = new Grant({ accountId: investorId, clientId });
      grant.jti = grantId;
      grant.addOIDCScope(scope);
      await grant.save();
      const bound = { client, accountId: investorId, grantId, redirectUri, scope };
      const code = new AuthorizationCode({ ...bound, gty: 'authorization_code' });
      Object.assign(code, { codeChallenge, codeChallengeMethod: 'S256' });
      return code.save();
    },
    async read(accessToken) {
      const remembered = known.read(accessToken);
      if (remembered) return remembered;
      const remember = known.reader();
      const found = await (await provider()).AccessToken.find(accessToken);
      if (!found?.isValid || found.grantId === undefined) return undefined;
      const right = { grantId: found.grantId, scopes: new Set(found.scope?.split(' ')) };
      remember(accessToken, right, (found.exp ?? 0) * SECOND_MS);
      return right;
    },
    sweep: () => sweepArtifacts(deps.pool, realTime.nowMs()),
  };
}

async function makeProvider(
  { pool, clients, grants, issuer, note, onError }: TokenEndpointDeps,
  {
    realTime,
    onTokensGone,
    requestOf,
  }: {
    readonly realTime: Clock;
    readonly onTokensGone: () => void;
    readonly requestOf: (raw: object) => FastifyRequest | undefined;
  },
): Promise<Provider> {
  const library = await import('oidc-provider');
  const adapter = artifactStore({
    ...{ pool, realTime, clients, onTokensGone, endGrant: grants.end },
    InvalidGrant: library.errors.InvalidGrant,
  });
  const provider = new library.Provider(issuer(), { ...CONFIGURATION, ...freshKeys(), adapter });
  provider.on('server_error', (_context, error) => onError(error));
  provider.use(async (context, next) => {
    await next();
    const request = requestOf(context.req);
    if (!request) return;
    await note(request, actOf(context)).catch(() => {
      // A token that could not be audited is not handed out.
      context.status = 500;
      context.body = { error: 'server_error' };
    });
  });
  return provider;
}

/** A reply of the library with its context; undefined for unknown paths. */
interface Answered {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  readonly oidc?: KoaContextWithOIDC['oidc'];
}

/** The audit entry of a reply. */
function actOf({ path, status, body, oidc }: Answered): AuditAct {
  const { Grant, AuthorizationCode, RefreshToken, AccessToken } = oidc?.entities ?? {};
  const shown = Grant ?? AuthorizationCode ?? RefreshToken ?? AccessToken;
  const grantId = shown && (shown === Grant ? Grant.jti : (AuthorizationCode ?? RefreshToken ?? AccessToken)?.grantId);
  return {
    actorKind: shown?.accountId ? 'program' : 'nobody',
    actorId: shown?.accountId ?? null,
    browserSessionId: grantId ? browserSessionIdOf(grantId) : null,
    clientId: oidc?.client?.clientId ?? null,
    route: path === '/token' ? PATHS['/token'] : PATHS['/revoke'],
    status,
    code: errorOf(body),
  };
}

function errorOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  return String(body.error);
}

const CONFIGURATION: Configuration = {
  scopes: [...OAUTH_SCOPES],
  responseTypes: ['code'],
  pkce: { required: () => true },
  findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  // Returning one token voids the others: otherwise only an empty grant would be left.
  revokeGrantPolicy: () => true,
  ttl: {
    AuthorizationCode: LIMITS.oauthCodeMs / SECOND_MS,
    AccessToken: LIMITS.oauthAccessTokenMs / SECOND_MS,
    // The grant itself ends earlier or at the same time.
    RefreshToken: LIMITS.oauthGrantDaysMax * DAY_SECONDS,
    Grant: LIMITS.oauthGrantDaysMax * DAY_SECONDS,
  },
  features: {
    devInteractions: { enabled: false },
    // Resource routes do not check the key to which a token would be bound.
    dPoP: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
  },
  routes: { token: '/token', revocation: '/revoke' },
};

/** The library requires keys for cookies and signatures that are never made here: they live with the process. */
function freshKeys(): Pick<Configuration, 'cookies' | 'jwks'> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
  };
}

const REMEMBERED_MAX = 10_000;

/** Access tokens in use, by hash, so that a program's order does not wait for the database. */
function createTokenMemory(realTime: Clock, mostMs: number) {
  const rights = new Map<string, { readonly right: AccessRight; readonly expiresMs: number }>();
  /** Incremented by every clearing: a result read before it may be void and is not cached. */
  let generation = 0;
  return {
    read(token: string): AccessRight | undefined {
      const found = rights.get(sha256(token));
      return found && found.expiresMs > realTime.nowMs() ? found.right : undefined;
    },
    /** Call before a token is looked up: returns the function that caches the result. */
    reader(): (token: string, right: AccessRight, expiresMs: number) => void {
      const before = generation;
      return (token, right, expiresMs) => {
        if (before !== generation) return;
        if (rights.size >= REMEMBERED_MAX) rights.clear();
        rights.set(sha256(token), { right, expiresMs: Math.min(expiresMs, realTime.nowMs() + mostMs) });
      };
    },
    /** Some tokens are void; clears all, the others are looked up again. */
    clear(): void {
      generation += 1;
      rights.clear();
    },
  };
}
