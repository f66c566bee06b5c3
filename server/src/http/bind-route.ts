/**
 * Binds a route of the contract: its schemas parse requests and filter replies, access is checked before the body is
 * read, errors are the catalogue's. A handler sees typed values only.
 */
import { ROUTES } from '@mua/contract/registry';
import {
  type BodyOf,
  colonPathOf,
  type ParamsOf,
  type QueryOf,
  type RouteDefinition,
  replySchemas,
  type StatusReplyOf,
} from '@mua/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import type { AccessCheck } from '#http/access.ts';
import type { Actor } from '#http/actor.ts';
import { securityOf } from '#http/openapi.ts';
import type { RequestRates } from '#http/request-rates.ts';
import type { RouteAudit } from '#http/route-audit.ts';

export interface Call<R extends RouteDefinition> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The actor; null for routes without sign-in. */
  readonly actor: R['access'] extends 'public' | 'operator' ? null : Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handler<R extends RouteDefinition> = (call: Call<R>) => StatusReplyOf<R> | Promise<StatusReplyOf<R>>;

export interface RouteOptions {
  /** A rate of the route's own instead of the general one: runs after the access check, before the body is read. */
  readonly admit?: (request: FastifyRequest) => void;
}

export type Bind = <R extends RouteDefinition>(route: R, handler: Handler<R>, options?: RouteOptions) => void;

/** Reply of status 200. */
export function ok<B>(body: B): { readonly status: 200; readonly body: B } {
  return { status: 200, body };
}

/** Reply of status 201. */
export function created<B>(body: B): { readonly status: 201; readonly body: B } {
  return { status: 201, body };
}

const NO_QUERY = z.strictObject({});

export interface BinderDeps {
  readonly app: FastifyInstance;
  readonly checkAccess: AccessCheck;
  readonly rates: RequestRates;
  readonly trail: RouteAudit;
}

/** A route's name in the API description and in the audit log. */
const NAMES = new Map<RouteDefinition, string>(Object.entries(ROUTES).map(([name, route]) => [route, name]));

export function createBinder({ app, checkAccess, rates, trail }: BinderDeps): {
  bind: Bind;
  /** Throws when a route of the contract has no handler. */
  assertAllBound(): void;
} {
  const bound = new Set<RouteDefinition>();
  const bind: Bind = (route, handler, options = {}) => {
    bound.add(route);
    app.route({
      method: route.method,
      url: colonPathOf(route),
      config: { takesTokens: route.access === 'operator' || route.scope !== undefined },
      schema: fastifySchema(route, NAMES.get(route)),
      onRequest: admission({ checkAccess, rates, trail }, route, options),
      ...trail.hooksFor(NAMES.get(route) ?? route.path, route),
      // Only reads can be long.
      ...(route.method === 'GET' ? {} : { compress: false }),
      handler: async (request, reply) => {
        // A body may take long to arrive, and the sender's access may have ended meanwhile.
        if (route.body) await checkAccess(request, route);
        const answer = await handler(callOf(route, request, reply));
        request.commandSeq ??= seqOf(answer.body);
        return reply.code(Number(answer.status)).send(answer.body);
      },
    });
  };
  return {
    bind,
    assertAllBound() {
      for (const [route, name] of NAMES)
        if (!bound.has(route)) throw new Error(`contract route ${name} has no handler`);
    },
  };
}

function admission(
  { checkAccess, rates, trail }: Pick<BinderDeps, 'checkAccess' | 'rates' | 'trail'>,
  route: RouteDefinition,
  { admit }: RouteOptions,
): onRequestHookHandler {
  return async (request) => {
    if (!admit) rates.countAddress(request.raw);
    await checkAccess(request, route).catch((error: unknown) => {
      // The route's own rate applies to those who may call it; others are counted as usual.
      if (admit) rates.countAddress(request.raw);
      throw error;
    });
    trail.admit(route);
    if (admit) admit(request);
    else if (request.actor) rates.countBrowserSession(request.actor.browserSessionId, request.raw);
  };
}

/** Journal position in a reply to a command. */
function seqOf(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('seq' in body)) return null;
  return typeof body.seq === 'number' ? body.seq : null;
}

function callOf<R extends RouteDefinition>(_route: R, request: FastifyRequest, reply: FastifyReply): Call<R> {
  // The schemas of this route have parsed these values.
  const parsed = { params: request.params, query: request.query, body: request.body, actor: request.actor };
  return { ...(parsed as Pick<Call<R>, keyof typeof parsed>), request, reply };
}

function fastifySchema(route: RouteDefinition, operationId: string | undefined): object {
  return {
    ...(operationId === undefined ? {} : { operationId }),
    summary: route.purpose,
    ...securityOf(route),
    querystring: route.query ?? NO_QUERY,
    ...(route.params ? { params: route.params } : {}),
    ...(route.body ? { body: route.body } : {}),
    response: replySchemas(route),
  };
}
