/**
 * Binds a route of the contract: its schemas parse requests and filter replies, access is checked before the body is
 * read, errors are the catalogue's. A handler sees typed values only.
 */
import { ROUTES } from '@mua/contract/registry';
import {
  type BodyOf,
  colonPathOf,
  isSignedAccess,
  type ParamsOf,
  type QueryOf,
  type RouteDefinition,
  replySchemas,
  type SignedAccess,
  type StatusReplyOf,
} from '@mua/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import type { Load } from '#ground/load.ts';
import type { AccessCheck } from '#http/access.ts';
import type { Actor } from '#http/actor.ts';
import type { Admission } from '#http/crowd-door.ts';
import { securityOf } from '#http/openapi.ts';
import type { RequestRates } from '#http/request-rates.ts';
import type { RouteAudit } from '#http/route-audit.ts';
import { refusedForSpace, type SpaceLeft } from '#http/scarce-space.ts';
import type { ShedReads } from '#http/shed-reads.ts';
import { discardUpload, readUpload, UPLOAD_MAX_BYTES, type Upload } from '#http/upload.ts';
import { ReplyError } from '#refusals/reply-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * When it was there as a whole, by the load's clock: the round of the event loop that read its end had begun. Not
     * when it began to come, because a sender may take a minute over that.
     */
    cameMs: number;
  }
}

export interface Call<R extends RouteDefinition> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** Who acts; null on routes that nobody has to be signed in for, and during a sign-up. */
  readonly actor: R['access'] extends 'public' | 'operator' | SignedAccess
    ? null
    : R['access'] extends 'registration'
      ? Actor | null
      : Actor;
  /** On routes that take a file: reads it, once. Whatever is left unread is discarded with the reply. */
  readonly upload: () => Promise<Upload>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Bytes as stored, of the type that the contract names. */
export interface Content {
  readonly status: 200;
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

type AnswerOf<R extends RouteDefinition> = R extends { readonly content: string } ? Content : StatusReplyOf<R>;

export type Handler<R extends RouteDefinition> = (call: Call<R>) => AnswerOf<R> | Promise<AnswerOf<R>>;

export interface RouteOptions {
  /** A rate of the route's own instead of the general one: runs after the access check, before the body is read. */
  readonly admit?: (request: FastifyRequest) => void;
  /** What it does may take longer than other answers. */
  readonly isSlow?: boolean;
  /** Of a read that costs much: as how many requests it counts. It waits for its turn among others of its kind. */
  readonly cost?: (request: FastifyRequest) => number;
  /** A read that is answered however late the server is. */
  readonly isUrgent?: boolean;
  /** Why it is not done now: asked before anything else, or at the latest as soon as the body is there. */
  readonly admission?: Admission;
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

/** Bytes of the type that the route names; a browser saves them under this name. */
export function content(bytes: Uint8Array, fileName: string): Content {
  return { status: 200, bytes, fileName };
}

/** Reply of status 202. */
export function accepted<B>(body: B): { readonly status: 202; readonly body: B } {
  return { status: 202, body };
}

const NO_QUERY = z.strictObject({});

export interface BinderDeps {
  readonly app: FastifyInstance;
  readonly checkAccess: AccessCheck;
  readonly rates: RequestRates;
  readonly trail: RouteAudit;
  readonly spaceLeft: () => SpaceLeft;
  readonly load: Load;
  readonly shedReads: ShedReads;
}

/** A route's name in the API description and in the audit log. */
const NAMES = new Map<RouteDefinition, string>(Object.entries(ROUTES).map(([name, route]) => [route, name]));

export function createBinder({ app, checkAccess, rates, trail, spaceLeft, load, shedReads }: BinderDeps): {
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
      config: {
        takesTokens: route.access === 'operator' || route.scope !== undefined,
        takesUpload: route.upload === true,
        isSlow: route.upload === true || options.isSlow === true,
        takesSignature: isSignedAccess(route.access),
        admission: options.admission,
      },
      ...(route.upload ? { bodyLimit: UPLOAD_MAX_BYTES } : {}),
      schema: fastifySchema(route, NAMES.get(route)),
      onRequest: admission({ checkAccess, rates, trail, spaceLeft, shedReads }, route, options),
      preValidation: async (request) => {
        request.cameMs = load.cameMs;
        // Nobody who has not signed learns how a body has to look.
        if (isSignedAccess(route.access)) await checkAccess(request, route);
        const refused = options.admission?.refusal(request);
        if (refused) throw refused;
      },
      ...trail.hooksFor(NAMES.get(route) ?? route.path, route),
      // Only reads can have long replies.
      ...(route.method === 'GET' ? {} : { compress: false }),
      handler: async (request, reply) => {
        // A body may take long to arrive, and the sender's access may have ended in the meantime.
        if (route.body) await checkAccess(request, route);
        const upload = async (): Promise<Upload> => {
          const read = await readUpload(request);
          await checkAccess(request, route);
          return read;
        };
        try {
          const handle = async (): Promise<SomeAnswer> => handler({ ...callOf(route, request, reply), upload });
          const answer = options.cost ? await shedReads.inTurn(request.raw, handle) : await handle();
          // Its time was up, and it was answered so.
          if (reply.sent) return reply;
          if ('bytes' in answer) return sendContent(reply, route, answer);
          request.commandSeq ??= seqOf(answer.body);
          return reply.code(Number(answer.status)).send(answer.body);
        } catch (error) {
          if (reply.sent) return reply;
          throw error;
        } finally {
          if (route.upload) discardUpload(request);
        }
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

type SomeAnswer = Content | { readonly status: unknown; readonly body: unknown };

/** Displayed but never executed: the type is ours, browsers may not guess it, and the content may load nothing. */
function sendContent(reply: FastifyReply, route: RouteDefinition, { bytes, fileName }: Content): FastifyReply {
  return reply
    .code(200)
    .type(route.content ?? 'application/octet-stream')
    .header('content-disposition', `inline; filename="${fileName.replace(/[^A-Za-z0-9_.-]/g, '_')}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

function admission(
  { checkAccess, rates, trail, spaceLeft, shedReads }: Omit<BinderDeps, 'app' | 'load'>,
  route: RouteDefinition,
  { admit, cost, isUrgent }: RouteOptions,
): onRequestHookHandler {
  return async (request) => {
    if (route.method === 'GET' && !isUrgent) await shedReads.admit(request.raw, cost !== undefined);
    if (!admit) rates.countAddress(request.raw, cost?.(request));
    await checkAccess(request, route).catch((error: unknown) => {
      // The route's own rate applies to those who may call it; others are counted as usual.
      if (admit) rates.countAddress(request.raw);
      throw error;
    });
    const refusal = refusedForSpace(route, spaceLeft());
    if (refusal) throw new ReplyError(refusal, {});
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

function callOf<R extends RouteDefinition>(
  _route: R,
  request: FastifyRequest,
  reply: FastifyReply,
): Omit<Call<R>, 'upload'> {
  // Safe, because the schemas of this very route have parsed these values.
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
