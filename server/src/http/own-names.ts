/**
 * Which hosts this server answers for. A page elsewhere may point its own name at this machine (DNS rebinding); for the
 * browser the server's answers are then that page's, mail with codes and metrics included. An address can't be pointed
 * anywhere, and no foreign name is ours: so addresses, loopback's own names and PUBLIC_URL's host are answered.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type ReplyError, replyError } from '#refusals/reply-error.ts';

/** Why a request's host is refused; undefined if it is ours. */
export type HostCheck = (request: IncomingMessage) => ReplyError | undefined;

const FACT_MAX = 100;

export function createHostCheck(publicUrl: URL | undefined): HostCheck {
  const publicName = publicUrl && nameIn(publicUrl.host);
  return ({ headers: { host } }) => {
    // Only HTTP/1.0 may leave it out: probes of load balancers do, browsers never.
    if (host === undefined) return undefined;
    const name = nameIn(host);
    if (name === publicName || name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0)
      return undefined;
    return replyError('MisdirectedRequest', { host: host.slice(0, FACT_MAX) });
  };
}

export function guardHost(app: FastifyInstance, hostFault: HostCheck): void {
  app.addHook('onRequest', (request, _reply, done) => done(hostFault(request.raw)));
}

/** Without port, brackets and the dot of a whole name, in lower case. */
function nameIn(host: string): string {
  const [, address, name = ''] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+?)\.?)(?::\d*)?$/i.exec(host) ?? [];
  return (address ?? name).toLowerCase();
}
