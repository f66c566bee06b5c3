/** Builds the services for third-party programs: clients, grants, tokens. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { AuditTrail } from '#audit/audit-trail.ts';
import type { Clock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import type { Neighbours } from '#ground/neighbours.ts';
import type { Actor } from '#http/actor.ts';
import type { Bind } from '#http/bind-route.ts';
import { createGrants, type Grants } from '#oauth/grants.ts';
import { createOAuthClients } from '#oauth/oauth-clients.ts';
import { bindOAuthRoutes, type OAuthRoutesDeps } from '#oauth/oauth-routes.ts';
import { issuerOf, openTokenEndpoint } from '#oauth/token-endpoint.ts';

export interface OAuth {
  readonly grants: Grants;
  /** The actor of an access token; undefined if it is invalid. */
  programOf(accessToken: string): Promise<Actor | undefined>;
  bind(bind: Bind, trading: Pick<OAuthRoutesDeps, 'ownerOf' | 'isListed'>): void;
  /** Removes expired rows. */
  sweep(): Promise<void>;
}

export function openOAuth(
  app: FastifyInstance,
  deps: {
    readonly pool: pg.Pool;
    readonly clock: Clock;
    readonly wall: Pick<Clock, 'nowMs'>;
    readonly neighbours: Neighbours | undefined;
    readonly config: Config;
    readonly admit: (request: FastifyRequest) => void;
    readonly trail: AuditTrail;
    readonly onError: (error: unknown) => void;
  },
): OAuth {
  const { pool, clock, wall, neighbours, config, admit, trail, onError } = deps;
  const clients = createOAuthClients(pool);
  const grants = createGrants({ pool, clock, wall, neighbours });
  const issuer = (): string => issuerOf(config, portOf(app));
  const tokens = openTokenEndpoint(app, {
    ...{ pool, clients, grants, issuer, admit, onError, neighbours },
    note: trail.writeAct,
  });
  return {
    grants,
    async programOf(accessToken) {
      const right = await tokens.read(accessToken);
      const actor = right && (await grants.actorOf(right.grantId));
      return actor && narrowed(actor, right.scopes);
    },
    bind: (bind, trading) => bindOAuthRoutes(bind, { clock, clients, grants, tokens, issuer, ...trading }),
    sweep: tokens.sweep,
  };
}

/** The grant restricted to the token's scopes. */
function narrowed(actor: Actor, scopes: ReadonlySet<string>): Actor {
  if (!actor.grant) return actor;
  const both = [...actor.grant.scopes].filter((scope) => scopes.has(scope));
  return { ...actor, grant: { ...actor.grant, scopes: new Set(both) } };
}

/** The actual port; undefined before the server listens. */
function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' ? address?.port : undefined;
}
