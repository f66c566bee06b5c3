/**
 * Tells those who can't be let in while more comes than can be done, before the framework sees their request: what a
 * refusal costs, nobody else gets. The body decides what is urgent, so it is looked at as it came, if it came at once,
 * and left in place for whoever is let in.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { briefAnswers } from '#http/error-reply.ts';
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

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Door {
  readonly method: string;
  readonly path: RegExp;
  readonly admission: Admission;
}

/** Stands before all routes with an `admission` that are added from now on. */
export function guardCrowd(
  app: FastifyInstance,
  { headers, idOf }: { readonly headers: SecurityHeaders; readonly idOf: (request: IncomingMessage) => string },
): void {
  const doors: Door[] = [];
  const answer = briefAnswers(headers);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.admission) doors.push({ method: String(method), path: patternOf(url), admission: config.admission });
  });
  const [letIn] = app.server.listeners('request') as [Listener];
  app.server.off('request', letIn).on('request', (request, response) => {
    const { url = '' } = request;
    const door = doors.find(
      ({ method, path, admission }) => method === request.method && admission.isCrowded() && path.test(url),
    );
    if (!door) return letIn(request, response);
    const { groups: params = {} } = door.path.exec(url) ?? {};
    peek(request, (body) => {
      const refused = body === undefined ? undefined : door.admission.refusal({ params, body });
      if (refused) answer(response, refused, idOf(request));
      else letIn(request, response);
    });
  });
}

/** Of a path with parameters like `:name`. What is spelled in another way is left to the framework. */
function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replace(/:(\w+)/g, '(?<$1>[\\w-]+)')}$`);
}

/** Tells the body as parsed if it is there as a whole, and leaves it in place. */
function peek(request: IncomingMessage, tell: (body: unknown) => void): void {
  request.once('readable', () => {
    const chunk: Buffer | null = request.read();
    if (chunk !== null) request.unshift(chunk);
    tell(chunk?.length === Number(request.headers['content-length']) ? parsed(chunk.toString()) : undefined);
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
