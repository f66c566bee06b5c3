/**
 * What a route is: method, path, who may call it, one sentence of purpose, its schemas and the codes it can answer.
 * The server binds these objects, the client makes its typed fetch from them, OpenAPI and the fuzz test read them.
 */
import type { z } from 'zod';
import type { OAuthScope } from '#entities/oauth.ts';
import { type ErrorReply, errorReply, type ReplyCode, statusOf } from '#errors.ts';

/**
 * - `public`: no account needed (calls about the whole browser session are public too: without a browser session they
 *   have nothing to do)
 * - `registration`: whoever holds the id of a live sign-up session, in the path or the query; or an investor who is
 *   signed in, where the route's path names no session
 * - `investor`: the actor named by `X-Account-Slot` must be signed in
 * - `account`: and the path's `accountId` must be a sub-account of that investor
 * - `operator`: whoever holds the operator token of the server's own data folder
 * - `bank`: whoever signed the body with the secret that banks and broker share
 * - `zalo`: whoever signed the body with the secret key of the broker's Official Account
 */
export type Access = 'public' | 'registration' | 'investor' | 'account' | 'operator' | SignedAccess;

/** A signature over the body identifies the caller: no browser makes one. */
export type SignedAccess = 'bank' | 'zalo';

export function isSignedAccess(access: Access): access is SignedAccess {
  return access === 'bank' || access === 'zalo';
}

/**
 * What a signed-in investor must have proved besides:
 * - `step-up`: password or authenticator code within the last LIMITS.stepUpMs, in this slot (StepUpRequired)
 * - `pin`: the PIN within the last LIMITS.pinUnlockMs, where the investor wants orders to ask for it (PinRequired)
 */
export type Need = 'step-up' | 'pin';

export type Method = 'GET' | 'POST' | 'DELETE';

/** 202: done once the code is entered that went out with this reply, or still under way. */
export type SuccessStatus = 200 | 201 | 202;

/**
 * What a call leaves in the audit log: a row on disk before the reply (soon after one that says that nobody knows yet),
 * a row soon after (orders, which are in the journal anyway), or nothing, if no rights, money or settings are concerned.
 */
export type Audit = 'before-reply' | 'soon' | 'none';

export interface RouteDefinition {
  readonly method: Method;
  /** As clients call it, parameters in braces: `/order/{accountId}/place`. Under `API_BASE` unless `atRoot`. */
  readonly path: string;
  readonly atRoot?: boolean;
  readonly access: Access;
  /** Of access `account`: the path's `accountId` may also be the acting investor's own account number. */
  readonly takesInvestor?: true;
  /** Of access `registration`: the sign-up may also be one that was verified just now. */
  readonly takesVerified?: true;
  /** What a program must have been granted to call it with a bearer token; absent, no program may. */
  readonly scope?: OAuthScope;
  readonly needs?: Need;
  readonly purpose: string;
  /** Default: every write has a row before its reply, no read has one. */
  readonly audit?: Audit;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body is `multipart/form-data` with a `file` and its `kind`, a picture kind; `body` is left out. */
  readonly upload?: true;
  /** The successful reply is bytes of this type; `replies` is left empty. */
  readonly content?: 'image/jpeg' | 'application/pdf' | 'application/json' | 'text/csv';
  readonly replies: { readonly [S in SuccessStatus]?: z.ZodType };
  /** The codes of this route's own subject; `errorsOf` adds the general ones. */
  readonly errors: readonly ReplyCode[];
}

/** Keeps the exact types of a definition, so that handler and fetch are typed by it. */
export function defineRoute<const R extends RouteDefinition>(route: R): R {
  return route;
}

export const API_BASE = '/api';

/** The actor of a call: the slot's `accessToken.value`. Missing: the browser session's only account. */
export const SLOT_HEADER = 'x-account-slot';
/** Must be `1` on everything but GET and HEAD. */
export const CSRF_HEADER = 'x-csrf';

type SchemaOf<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodType }
  ? z.infer<S>
  : undefined;

export type ParamsOf<R extends RouteDefinition> = SchemaOf<R, 'params'>;
export type QueryOf<R extends RouteDefinition> = SchemaOf<R, 'query'>;
export type BodyOf<R extends RouteDefinition> = SchemaOf<R, 'body'>;
/** The body of any successful reply of a route. */
export type ReplyOf<R extends RouteDefinition> = R extends { readonly content: string }
  ? Uint8Array<ArrayBuffer>
  : {
      [S in keyof R['replies']]: R['replies'][S] extends z.ZodType ? z.infer<R['replies'][S]> : never;
    }[keyof R['replies']];
/** Successful replies with their status, for a handler that answers 200 or 201. */
export type StatusReplyOf<R extends RouteDefinition> = {
  [S in keyof R['replies']]: R['replies'][S] extends z.ZodType
    ? { readonly status: S; readonly body: z.infer<R['replies'][S]> }
    : never;
}[keyof R['replies']];
export type { ErrorReply };

/** Codes of any route. Facts and statuses: errors.ts. */
const EVERYWHERE: readonly ReplyCode[] = [
  'BadRequest',
  'UnreadableText',
  'NotFound',
  'MisdirectedRequest',
  'TooManyRequests',
  'DefaultError',
  'ServiceUnavailable',
  'DatabaseConnectionError',
  'RecordsBehind',
];
const WHEN_NOT_PUBLIC: readonly ReplyCode[] = ['Unauthorized'];
const WHEN_SIGNED_IN: readonly ReplyCode[] = ['LoginAccountIsSupended'];
/** Missing header, foreign origin, too much or ambiguous JSON sent, or still under way when its time was up. */
const WHEN_WRITING: readonly ReplyCode[] = [
  'Forbidden',
  'PayloadTooLarge',
  'DuplicateField',
  'GatewayTimeout',
  'RpcTimeoutError',
  'RpcRequestError',
];
/** Without the scope, with an invalid token, or a suspended investor's. */
const WHEN_SCOPED: readonly ReplyCode[] = ['Forbidden', 'Unauthorized', 'LoginAccountIsSupended'];
const WHEN_ACCOUNT: readonly ReplyCode[] = ['ACCOUNT_MISMATCH'];
const WHEN_NEEDED: Readonly<Record<Need, ReplyCode>> = { 'step-up': 'StepUpRequired', pin: 'PinRequired' };

/** Every code that a route can answer, each once. */
export function errorsOf(route: RouteDefinition): readonly ReplyCode[] {
  const codes = new Set([...route.errors, ...EVERYWHERE]);
  if (route.access !== 'public') for (const code of WHEN_NOT_PUBLIC) codes.add(code);
  if (route.access === 'investor' || route.access === 'account') for (const code of WHEN_SIGNED_IN) codes.add(code);
  if (route.scope || route.access === 'investor' || route.access === 'account')
    for (const code of WHEN_SCOPED) codes.add(code);
  if (route.needs) codes.add(WHEN_NEEDED[route.needs]);
  if (route.method !== 'GET') for (const code of WHEN_WRITING) codes.add(code);
  if (route.access === 'account') for (const code of WHEN_ACCOUNT) codes.add(code);
  if (route.access === 'registration') for (const code of WHEN_SIGNED_IN) codes.add(code);
  return [...codes];
}

export function auditOf({ audit, method }: RouteDefinition): Audit {
  return audit ?? (method === 'GET' ? 'none' : 'before-reply');
}

/** Reply schema for each status that a route can answer with, errors included: Fastify's `schema.response`. */
export function replySchemas(route: RouteDefinition): Record<number, z.ZodType> {
  const schemas: Record<number, z.ZodType> = {};
  for (const code of errorsOf(route)) schemas[statusOf(code)] = errorReply;
  for (const [status, schema] of Object.entries(route.replies)) schemas[Number(status)] = schema;
  return schemas;
}

/** The whole path with parameters in braces: `/api/order/{accountId}/place`. */
export function pathOf(route: RouteDefinition): string {
  return route.atRoot ? route.path : `${API_BASE}${route.path}`;
}

/** The whole path as Fastify writes parameters: `/api/order/:accountId/place`. */
export function colonPathOf(route: RouteDefinition): string {
  return pathOf(route).replace(/\{([A-Za-z]+)\}/g, ':$1');
}

/** The names of a path's parameters, in order. */
export function paramNamesOf(route: RouteDefinition): readonly string[] {
  return [...route.path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = '']) => name);
}

/** The address of one call: parameters and query encoded, undefined ones left out. Throws on a missing parameter. */
export function addressOf(
  route: RouteDefinition,
  call: {
    readonly params?: Readonly<Record<string, string>> | undefined;
    readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  } = {},
): string {
  const path = pathOf(route).replace(/\{([A-Za-z]+)\}/g, (_, name: string) => {
    const value = call.params?.[name];
    if (value === undefined) throw new Error(`${route.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const text = Object.entries(call.query ?? {})
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
    )
    .join('&');
  return text === '' ? path : `${path}?${text}`;
}
