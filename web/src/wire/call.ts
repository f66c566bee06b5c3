/**
 * Makes one call of the contract: its address, headers and reply are typed by the route's definition. A reply outside
 * 2xx, or none at all, becomes a `CallError` with a code of the catalogue, so that screens deal in codes only.
 */
import { codeForStatus, type ErrorCode, errorReply, type Facts } from '@mua/contract/errors';
import {
  API_BASE,
  addressOf,
  type BodyOf,
  CSRF_HEADER,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type RouteDefinition,
  SLOT_HEADER,
} from '@mua/contract/route';
import { clientConfig } from '#wire/client-config.ts';

/**
 * Carries a failed call. `status` is null when no answer came: the network, not the server, failed
 * (docs/rules/connections.md#calls: such errors are not retried).
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  readonly facts: Facts;
  readonly status: number | null;

  constructor(failure: { code: ErrorCode; facts: Facts; status: number | null }, options?: ErrorOptions) {
    super(failure.code, options);
    this.code = failure.code;
    this.facts = failure.facts;
    this.status = failure.status;
  }
}

/** Maps any failure of a call to a code of the catalogue with its facts. */
export function refusalIn(error: unknown): { readonly code: ErrorCode; readonly facts: Facts } {
  return error instanceof CallError ? error : { code: 'DefaultError', facts: {} };
}

/** Tells whether there was no answer, or one that does not say whether the call was carried out. */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof CallError && (error.status === null || error.status === 408 || error.status >= 500);
}

type Part<K extends string, V> = [V] extends [undefined] ? unknown : { readonly [P in K]: V };

export type CallOptions<R extends RouteDefinition> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryOf<R>> &
  Part<'body', BodyOf<R>> &
  Part<'form', R extends { readonly upload: true } ? FormData : undefined> & {
    /** The acting investor's handle (`accessToken.value`); if omitted, the browser session's only account acts. */
    readonly slot?: string | undefined;
    readonly signal?: AbortSignal | undefined;
    /** True for a call that continues when its page is closed (a browser allows it 64 KiB of body). */
    readonly keepalive?: boolean | undefined;
  };

interface LooseOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** A form with a file and its kind. */
  readonly form?: FormData;
  readonly slot?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean | undefined;
}

export async function call<const R extends RouteDefinition>(route: R, options: CallOptions<R>): Promise<ReplyOf<R>> {
  const { body, form, slot, signal, keepalive = false, ...address }: LooseOptions = options;
  const response = await send(addressAt(addressOf(route, address), route), {
    method: route.method,
    credentials: 'same-origin',
    keepalive,
    headers: {
      accept: [route.content, 'application/json'].filter(Boolean).join(', '),
      // The server writes mail and SMS caused by this call in the language on screen.
      ...languageHeader(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(route.method === 'GET' ? {} : { [CSRF_HEADER]: '1' }),
      ...(slot === undefined ? {} : { [SLOT_HEADER]: slot }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // The browser puts the form's boundary into the content type.
    ...(form === undefined ? {} : { body: form }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok && route.content !== undefined) return bytesOf(response) as Promise<ReplyOf<R>>;
  const reply: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response.status, reply);
  // This is no answer of ours: a portal or a proxy in between replied, and may let the next attempt through.
  if (reply === undefined) throw new CallError({ code: 'BadGateway', facts: {}, status: BAD_GATEWAY });
  // Server and client are built from one contract, and the server checks every reply against it before sending.
  return reply as ReplyOf<R>;
}

/** Reads the body; a reply that breaks off counts as no answer. */
async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw noAnswer(cause);
  }
}

/** Names the language on screen; the browser's own list stands where no page has set one. */
function languageHeader(): Readonly<Record<string, string>> {
  const language = globalThis.document?.documentElement.lang;
  return language ? { 'accept-language': language } : {};
}

const BAD_GATEWAY = 502;

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    throw noAnswer(cause);
  }
}

/** Maps a network failure to a `CallError`; an abort by the page itself stays an abort. */
function noAnswer(cause: unknown): unknown {
  if (cause instanceof DOMException && cause.name === 'AbortError') return cause;
  return new CallError({ code: 'RequestTimeout', facts: {}, status: null }, { cause });
}

function failureOf(status: number, reply: unknown): CallError {
  const parsed = errorReply.safeParse(reply);
  return parsed.success
    ? new CallError({ code: parsed.data.code, facts: parsed.data.facts, status })
    : new CallError({ code: codeForStatus(status), facts: {}, status });
}

/**
 * Builds the address. The API's base is configuration (docs/rules/connections.md#calls); paths at the root are the
 * site's own.
 */
function addressAt(path: string, route: RouteDefinition): string {
  return route.atRoot ? path : clientConfig().apiBaseUrl + path.slice(API_BASE.length);
}
