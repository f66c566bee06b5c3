/**
 * Gives every request its id: in the answer's header `x-request-id`, in an error's body, and on each line of the log
 * that it causes. A trusted proxy may have given it one already. Those who follow requests are told of their stops.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { type Follow, inRequest, type OwnRequest, type Stop, type StopFacts } from '#ground/own-request.ts';
import { isOwnAddress } from '#http/client-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    own: OwnRequest | null;
  }
}

export interface RequestFollower {
  /** Returns what is to be called with each stop of the request; undefined if it is not followed. */
  begin(request: FastifyRequest): Follow | undefined;
}

/** What proxies and tracing tools make: no blanks, nothing that a log or a page would read as something else. */
const WELL_FORMED = /^[\w.:-]{8,64}$/;

/** `hasProxy`: a proxy on this machine is trusted, and names the requests that it hands on. */
export function requestIds(hasProxy: boolean): (request: IncomingMessage) => string {
  // Random per process, then counted: unique, of constant length, and cheap.
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return (request) => {
    const given = hasProxy && fromProxy(request, 'x-request-id');
    if (given && WELL_FORMED.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36).padStart(8, '0')}`;
  };
}

/** A header as the proxy on this machine wrote it; undefined if somebody else called. */
export function fromProxy({ headers, socket }: IncomingMessage, name: string): string | undefined {
  const value = isOwnAddress(socket.remoteAddress) ? headers[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Must be installed before any other hook: what these begin belongs to the request. */
export function followRequests(app: FastifyInstance, followers: readonly RequestFollower[]): void {
  app.decorateRequest('own', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    request.own = { requestId: request.id, follow: followOf(request, followers) };
    inRequest(request.own, done);
  });
  // The body came by events of the connection, which belongs to nobody.
  app.addHook('preValidation', (request, _reply, done) => {
    request.own?.follow?.('received');
    inRequest(request.own ?? undefined, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { own, refusalCode, commandSeq } = request;
    own?.follow?.('answered', {
      status: reply.statusCode,
      ...(refusalCode === null ? {} : { code: refusalCode }),
      ...(commandSeq === null ? {} : { seq: commandSeq }),
    });
    done();
  });
}

function followOf(request: FastifyRequest, followers: readonly RequestFollower[]): Follow | undefined {
  const [first, ...more] = followers.flatMap((follower) => follower.begin(request) ?? []);
  if (!first || more.length === 0) return first;
  return (stop, facts) => {
    for (const follow of [first, ...more]) follow(stop, facts);
  };
}

/** A line for each of these; the other stops lie less than a millisecond beside them. */
const SENTENCES: Readonly<Partial<Record<Stop, string>>> = {
  received: 'a request has come',
  executed: 'the engine has decided',
  durable: 'it is on disk',
  requested: 'the exchange is asked',
  acknowledged: 'the exchange has answered',
  answered: 'it is answered',
};

/** At the level `debug`: every request that changes something, from the door to the exchange's answer. */
export function createLogFollower(log: FastifyBaseLogger): RequestFollower {
  return {
    begin(request) {
      if (request.method === 'GET' || request.method === 'HEAD') return undefined;
      const { id: requestId } = request;
      const route = request.routeOptions.url ?? '';
      const beganMs = performance.now();
      return (stop: Stop, facts: StopFacts = {}) => {
        const sentence = SENTENCES[stop];
        if (sentence === undefined) return;
        const ms = Math.round((performance.now() - beganMs) * 1000) / 1000;
        // It may be told of outside of the request.
        inRequest({ requestId }, () =>
          log.debug({ ...(stop === 'received' ? { route } : {}), ...facts, ms }, sentence),
        );
      };
    },
  };
}
