/**
 * Sends every failure as `{code, facts, requestId}` with the catalogue's status. Client input never causes a 5xx; an
 * internal failure reveals no details.
 */
import { randomInt } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Stoppage } from '@mua/contract/entities/stoppage';
import { codeForStatus, type ErrorReply, type Facts, type ReplyCode, statusOf } from '@mua/contract/errors';
import { LIMITS } from '@mua/contract/limits';
import { UNREADABLE } from '@mua/contract/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { SecurityHeaders } from '#http/security-headers.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { ReplyError, replyError } from '#refusals/reply-error.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function installErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toReplyError(error);
  const status = statusOf(known.code);
  request.refusalCode = known.code;
  request.commandSeq ??= known.seq;
  if (status >= 500 && !isExpected(error)) request.log.error({ err: error }, 'request failed');
  const { seconds } = known.facts;
  if (status === 503) reply.header('retry-after', retrySeconds());
  if (status === 429 && seconds !== undefined) reply.header('retry-after', String(seconds));
  return reply
    .code(status)
    .type(JSON_TYPE)
    .serializer(JSON.stringify)
    .send(errorBody(known.code, known.facts, request.id));
}

/** What is refused because too much comes is counted: a line for each would cost more than to refuse it. */
function isExpected(error: unknown): boolean {
  return error instanceof ReplyError || error instanceof JournalBusyError;
}

/** What is interrupted heals within seconds, or not by itself. Drawn, so that not all come again at once. */
const RETRY_MOST_SECONDS = 3;

function retrySeconds(): string {
  return String(randomInt(1, RETRY_MOST_SECONDS + 1));
}

const NAMES_REQUEST: ReadonlySet<ReplyCode> = new Set([
  'DefaultError',
  'ServerError',
  'BadGateway',
  'ServiceUnavailable',
] as const);

export function errorBody(code: ReplyCode, facts: Facts, requestId: string): ErrorReply {
  return { code, facts: NAMES_REQUEST.has(code) ? { ...facts, requestId } : facts, requestId };
}

/** Made once: in an overload it is the answer to thousands a second. */
const JOURNAL_UNAVAILABLE: Readonly<Record<Stoppage, ReplyError>> = {
  TOO_MUCH: replyError('JOURNAL_UNAVAILABLE', { why: 'TOO_MUCH' }),
  SILENT: replyError('JOURNAL_UNAVAILABLE', { why: 'SILENT' }),
  SPACE: replyError('JOURNAL_UNAVAILABLE', { why: 'SPACE' }),
  BEHIND: replyError('JOURNAL_UNAVAILABLE', { why: 'BEHIND' }),
};

function toReplyError(error: unknown): ReplyError {
  if (error instanceof ReplyError) return error;
  if (error instanceof JournalBusyError) return JOURNAL_UNAVAILABLE[error.why];
  if (hasZodFastifySchemaValidationErrors(error)) {
    const isUnreadable = error.validation[0]?.message === UNREADABLE;
    return replyError(isUnreadable ? 'UnreadableText' : 'BadRequest', { field: faultyField(error) });
  }
  if (!isErrorLike(error)) return replyError('DefaultError', {});
  return fromDatabase(error) ?? fromFramework(error) ?? replyError('DefaultError', {});
}

interface ErrorLike {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
}

function isErrorLike(error: unknown): error is ErrorLike {
  return typeof error === 'object' && error !== null;
}

interface ZodIssue {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly keys?: unknown };
}

/** The dotted path of the first invalid field; of an unknown field, its own. */
function faultyField(error: { validation: readonly object[]; validationContext?: string }): string {
  const issue = error.validation[0] as ZodIssue | undefined;
  const path = (issue?.instancePath ?? '').split('/').filter((part) => part !== '');
  const { keys } = issue?.params ?? {};
  if (issue?.keyword === 'unrecognized_keys' && Array.isArray(keys)) path.push(String(keys[0]));
  const field = path.join('.');
  return (field === '' ? (error.validationContext ?? 'body') : field).slice(0, 100);
}

function fromFramework(error: ErrorLike): ReplyError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return replyError('PayloadTooLarge', { max: LIMITS.bodyMaxBytes });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return replyError('BadRequest', { field: 'content-type' });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return replyError('BadRequest', { field: 'content-length' });
    case 'FST_ERR_BAD_URL':
      return replyError('BadRequest', { field: 'url' });
    default:
      break;
  }
  const status = error.statusCode;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  const code = codeForStatus(status);
  // A status outside the catalogue is still the client's fault.
  if (code === 'DefaultError' || code === 'BadRequest') return replyError('BadRequest', { field: 'body' });
  return new ReplyError(code, {});
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** PostgreSQL's, and the file system's. */
const DISK_FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT']);

function fromDatabase(error: ErrorLike): ReplyError | undefined {
  const { code, message } = error;
  if (code === '23505') return replyError('DatabaseDuplicateKey', {});
  // In the words of its text: it could not be saved.
  if (DISK_FULL_CODES.has(String(code))) return replyError('DatabaseConnectionError', {});
  const isLost =
    (typeof code === 'string' && (CONNECTION_CODES.has(code) || code.startsWith('08'))) ||
    (typeof message === 'string' && /^(Connection terminated|timeout exceeded when trying to connect)/.test(message));
  return isLost ? replyError('DatabaseConnectionError', {}) : undefined;
}

/** Answers without a framework, at little cost. The connection stays. */
type AnswerBriefly = (response: ServerResponse, error: unknown, requestId: string) => void;

/** Headers as one list cost a quarter of an answer less than as an object that is spread for each. */
export function briefAnswers(headers: SecurityHeaders): AnswerBriefly {
  const always = [...Object.entries(headers).flat(), 'content-type', JSON_TYPE];
  return (response, error, requestId) => {
    const { code, facts } = toReplyError(error);
    const body = JSON.stringify(errorBody(code, facts, requestId));
    const own = ['x-request-id', requestId, 'retry-after', retrySeconds()];
    response.writeHead(statusOf(code), [...always, ...own, 'content-length', String(Buffer.byteLength(body))]);
    response.end(body);
  };
}

/** Answers malformed HTTP, or a request with too many headers, directly on the connection. */
export function answerBrokenRequest(
  error: { readonly code?: unknown },
  socket: Duplex,
  headers: SecurityHeaders,
): void {
  // Answered already: what its sender still sent is an error too.
  if (socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answerOnWire(socket, brokenReply(error.code), headers);
}

function brokenReply(code: unknown): ReplyError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return replyError('RequestTimeout', {});
  return replyError('BadRequest', { field: code === 'HPE_HEADER_OVERFLOW' ? 'headers' : 'request' });
}

/** A slow network needs this long to read a reply; a client that does not close then is not waited for. */
const LINGER_MS = 2000;

/**
 * Writes a complete reply on a connection without a framework, and closes it. What its sender still sends is read, or
 * the kernel would take the reply back with the connection, and thrown away: nobody is told twice.
 */
export function answerOnWire(socket: Duplex, { code, facts }: ReplyError, headers: SecurityHeaders): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  // The HTTP parser is one of the listeners: a request that is made whole now would be carried out after its refusal.
  socket.removeAllListeners('data').on('data', () => {});
  const status = statusOf(code);
  const body = JSON.stringify(errorBody(code, facts, '-'));
  const lines = {
    ...headers,
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
}
