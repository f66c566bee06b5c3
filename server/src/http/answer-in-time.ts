/**
 * Answers every request in time: a read is told to come again, and whoever wrote that nobody knows yet what became of
 * it. Fastify's own `handlerTimeout` forgets requests with a body (fastify#6725).
 */
import type { FastifyInstance } from 'fastify';
import { replyError } from '#refusals/reply-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its time is up: nothing may hold up its answer any more. */
    isOverdue: boolean;
  }
  interface FastifyContextConfig {
    /** What the route does may take longer than other answers. */
    isSlow?: boolean;
  }
}

export const ANSWER_MS = 15_000;
/** A picture that is read, say. */
const SLOW_ANSWER_MS = 120_000;

export function answerInTime(app: FastifyInstance, answerMs = ANSWER_MS): void {
  app.decorateRequest('isOverdue', false);
  app.addHook('onRequest', (request, reply, done) => {
    const { isSlow } = request.routeOptions.config;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const timer = setTimeout(
      () => {
        // A file that is on its way takes as long as its reader.
        if (reply.sent || reply.raw.headersSent) return;
        request.isOverdue = true;
        reply.send(replyError(isRead ? 'ServiceUnavailable' : 'GatewayTimeout', {}));
      },
      isSlow ? SLOW_ANSWER_MS : answerMs,
    );
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
