/**
 * Tells those who can't be let in while more comes than can be done, before anything else is done with their request:
 * what a refusal costs, nobody else gets. The body decides what is urgent, so it is looked at as it came, if it came at
 * once with its head, and left in place for whoever is let in.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerBriefly } from '#http/error-reply.ts';
import type { SecurityHeaders } from '#http/security-headers.ts';

/** A request of which nothing has been checked. */
export type UncheckedRequest = Pick<FastifyRequest, 'params' | 'body'>;

export interface Admission {
  /** Whether somebody was refused a moment ago, because too much came. */
  isCrowded(): boolean;
  /** Why it is not done now. */
  refusal(request: UncheckedRequest): Error | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    admission?: Admission | undefined;
  }
}

/** Must be installed before any other hook. */
export function guardCrowd(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { admission } = request.routeOptions.config;
    if (!admission?.isCrowded()) return done();
    peek(request.raw, (text) => {
      const body = text === undefined ? undefined : parsed(text);
      const refused = body === undefined ? undefined : admission.refusal({ params: request.params, body });
      if (!refused) return done();
      reply.hijack();
      answerBriefly(reply.raw, refused, { headers, requestId: request.id });
    });
  });
}

/** Tells the whole body if it is there, and leaves it in place. */
function peek(request: IncomingMessage, tell: (text: string | undefined) => void): void {
  request.once('readable', () => {
    const chunk: Buffer | null = request.read();
    if (chunk !== null) request.unshift(chunk);
    tell(chunk?.length === Number(request.headers['content-length']) ? chunk.toString() : undefined);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever reads it next will say so.
    return undefined;
  }
}
