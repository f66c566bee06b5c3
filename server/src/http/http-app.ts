/** Creates the Fastify instance: limits, errors, request ids. */
import { LIMITS } from '@mua/contract/limits';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from '#ground/config.ts';
import { answerInTime } from '#http/answer-in-time.ts';
import { guardCrowd } from '#http/crowd-door.ts';
import { answerBrokenRequest, installErrorReplies, sendError } from '#http/error-reply.ts';
import { createLogFollower, followRequests, type RequestFollower, requestIds } from '#http/follow-requests.ts';
import { parseJsonBodies } from '#http/json-body.ts';
import type { SecurityHeaders } from '#http/security-headers.ts';

export interface AppOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly headers: SecurityHeaders;
  readonly requestWholeMs?: number | undefined;
  readonly answerMs?: number | undefined;
  /** Besides the log. */
  readonly followers?: readonly RequestFollower[];
}

/** How often requests that take too long are looked for: a sixtieth of what they may take. */
const OVERDUE_PART = 1 / 60;

export function createApp({
  config,
  log,
  headers,
  requestWholeMs = LIMITS.requestWholeMs,
  answerMs,
  followers = [],
}: AppOptions): FastifyInstance {
  const idOf = requestIds(config.publicUrl !== undefined);
  const app = Fastify({
    loggerInstance: log,
    // A line for each favicon HEAD or order costs more than it is worth; failures are logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.bodyMaxBytes,
    requestTimeout: requestWholeMs,
    http: {
      maxHeaderSize: LIMITS.headersMaxBytes,
      headersTimeout: requestWholeMs,
      connectionsCheckingInterval: Math.ceil(requestWholeMs * OVERDUE_PART),
    },
    genReqId: idOf,
    requestIdHeader: false,
    // The log knows the request by itself.
    childLoggerFactory: (parent) => parent,
    // With a PUBLIC_URL there is a trusted proxy on this machine; without, forwarded addresses are ignored.
    trustProxy: config.publicUrl ? 'loopback' : false,
    // Neither of the two passes the hook that adds headers.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
    forceCloseConnections: true,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('actor', null);
  app.decorateRequest('refusalCode', null);
  app.decorateRequest('commandSeq', null);
  app.decorateRequest('cameMs', 0);
  app.decorateRequest('rawBody', null);
  const isTalkative = log.level === 'debug' || log.level === 'trace';
  guardCrowd(app, { headers, idOf });
  followRequests(app, isTalkative ? [createLogFollower(log), ...followers] : followers);
  answerInTime(app, answerMs);
  parseJsonBodies(app);
  installErrorReplies(app);
  return app;
}
