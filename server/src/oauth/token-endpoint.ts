/**
 * Codes and tokens, by the library: exchange with PKCE, refresh with rotation (a token used twice ends its grant), and
 * giving back. Its own authorization endpoint is not open: the cookie that says who is there does not come along when
 * another site sends the browser here, so a page of ours asks the investor and authorization.ts has the code made.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { OAUTH_SCOPES, type OAuthScope } from '@mua/contract/entities/oauth';
import { LIMITS } from '@mua/contract/limits';
import { API_BASE } from '@mua/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type pg from 'pg';
import type { AuditAct, AuditTrail } from '#audit/audit-trail.ts';
import { type Clock, systemClock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import { sha256 } from '#ground/sha256.ts';
import { artifactStore, sweepArtifacts } from '#oauth/artifacts.ts';
import { browserSessionIdOf, type Grants } from '#oauth/grants.ts';
import type { OAuthClients } from '#oauth/oauth-clients.ts';

const BASE = `${API_BASE}/iam/oauth`;
/** By their names in the audit log. */
const PATHS = { '/token': 'drawToken', '/revoke': 'revokeToken' } as const;
const SECOND_MS = 1000;
const DAY_SECONDS = 24 * 3600;

/** What a code is made for. */
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
  /** Of the grant's, or fewer: a program may ask for a token that may less (RFC 6749, 6). */
  readonly scopes: ReadonlySet<string>;
}

export interface TokenEndpoint {
  makeCode(request: CodeRequest): Promise<string>;
  /** What an access token that holds stands for; undefined otherwise. */
  read(accessToken: string): Promise<AccessRight | undefined>;
  /** Removes codes and tokens that are too old to be shown. */
  sweep(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other sites and programs call it: it needs no header of our own page. */
    isForPrograms?: boolean;
  }
}

export interface TokenEndpointDeps {
  readonly pool: pg.Pool;
  readonly clients: OAuthClients;
  readonly grants: Grants;
  /** Names us in what we answer (RFC 9207); asked for once the server listens. */
  readonly issuer: () => string;
  /** The fence that every call passes: throws when its address asks too often. */
  readonly admit: (request: FastifyRequest) => void;
  /** Writes down who drew or gave back a token; the answer waits for it. */
  readonly note: AuditTrail['writeAct'];
  readonly onError: (error: unknown) => void;
}

/**
 * Our name in answers and metadata: where the product is reached from outside. `listening` is the port that was found.
 */
export function issuerOf(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  listening: number | undefined,
): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return (publicUrl ?? new URL(`http://${name}:${listening ?? port}`)).origin;
}

export function openTokenEndpoint(app: FastifyInstance, deps: TokenEndpointDeps): TokenEndpoint {
  // The library reckons with the real time, whatever the product's clock shows.
  const realTime = systemClock();
  const known = createTokenMemory(realTime);
  /** The library knows the bare request only. */
  const requests = new WeakMap<object, FastifyRequest>();
  const requestOf = (raw: object): FastifyRequest | undefined => requests.get(raw);
  let made: Promise<Provider> | undefined;
  /** Most products have no programs, and the library is large. */
  const provider = (): Promise<Provider> => {
    made ??= makeProvider(deps, { realTime, onTokensGone: known.clear, requestOf }).catch((error: unknown) => {
      // What went wrong once may go well the next time.
      made = undefined;
      throw error;
    });
    return made;
  };
  app.register(async (scope) => {
    // The library reads the form itself.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null));
    for (const path of Object.keys(PATHS)) {
      const options = {
        config: { isForPrograms: true },
        schema: { hide: true },
        onRequest: async (request: FastifyRequest) => deps.admit(request),
      };
      scope.post(`${BASE}${path}`, options, async (request, reply) => {
        const handle = (await provider()).callback();
        // The library writes the answer itself; what stands on every answer of ours stands on it too.
        for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
        reply.hijack();
        // It knows its paths from where it is mounted.
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
      // Nobody holds what could not be noted.
      context.status = 500;
      context.body = { error: 'server_error' };
    });
  });
  return provider;
}

/** An answer of the library, and what it found out on the way; nothing where it knows no such path. */
interface Answered {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  readonly oidc?: KoaContextWithOIDC['oidc'];
}

/** Who did what. */
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
  // Its other tokens are void with the one that is given back: nothing would be left of the grant but its name.
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
    // Where tokens are shown nobody looks for the key that one would be bound to.
    dPoP: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
  },
  routes: { token: '/token', revocation: '/revoke' },
};

/** The library wants keys for cookies and signatures that it never makes here: nothing outlives the process. */
function freshKeys(): Pick<Configuration, 'cookies' | 'jwks'> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
  };
}

const REMEMBERED_MAX = 10_000;

/** Access tokens in use, by their hash, so that a bot's order does not wait for the database. */
function createTokenMemory(realTime: Clock) {
  const rights = new Map<string, { readonly right: AccessRight; readonly expiresMs: number }>();
  /** Raised by every clearing: what was read before it may be void and is not remembered. */
  let generation = 0;
  return {
    read(token: string): AccessRight | undefined {
      const found = rights.get(sha256(token));
      return found && found.expiresMs > realTime.nowMs() ? found.right : undefined;
    },
    /** To be called before a token is looked up: answers what remembers it. */
    reader(): (token: string, right: AccessRight, expiresMs: number) => void {
      const before = generation;
      return (token, right, expiresMs) => {
        if (before !== generation) return;
        if (rights.size >= REMEMBERED_MAX) rights.clear();
        rights.set(sha256(token), { right, expiresMs });
      };
    },
    /** Some are void: which ones, their holders will be told. */
    clear(): void {
      generation += 1;
      rights.clear();
    },
  };
}
