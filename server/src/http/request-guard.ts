/**
 * What every request must satisfy before anybody looks at it: writes come from our own page (X-CSRF, Origin,
 * Sec-Fetch-Site) and speak JSON. SameSite=Strict alone is not enough, because it is about sites, not origins.
 */
import type { IncomingMessage } from 'node:http';
import { CSRF_HEADER } from '@mua/contract/route';
import type { FastifyInstance } from 'fastify';
import { replyError } from '#refusals/reply-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who shows a bearer token acts by it, and not by the cookie of a browser. */
    takesTokens?: boolean;
    /** A file comes as a form in parts; everything else is JSON. */
    takesUpload?: boolean;
  }
}

/** True when the Origin header, if there is one, is our own: PUBLIC_URL's, else that of the address that was called. */
export type OriginCheck = (request: IncomingMessage) => boolean;

export function createOriginCheck(publicUrl: URL | undefined): OriginCheck {
  return ({ headers }) => {
    const { origin, host } = headers;
    const site = headers['sec-fetch-site'];
    if (site === 'cross-site' || site === 'same-site') return false;
    if (origin === undefined) return true;
    return publicUrl ? origin === publicUrl.origin : origin === `http://${host}` || origin === `https://${host}`;
  };
}

export function guardRequests(app: FastifyInstance, isOwnOrigin: OriginCheck): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    if (request.routeOptions.config.isForPrograms) return done();
    // A bearer token is sent by nobody's browser on its own; where one counts, the browser session's cookie is not
    // looked at beside it.
    const isProgram = request.routeOptions.config.takesTokens === true && bearerOf(request.raw) !== undefined;
    if (!isProgram && (request.headers[CSRF_HEADER] !== '1' || !isOwnOrigin(request.raw)))
      return done(replyError('Forbidden', {}));
    const isExpected = request.routeOptions.config.takesUpload ? isForm : isJson;
    if (request.method === 'POST' && !isExpected(request.headers['content-type'])) {
      return done(replyError('BadRequest', { field: 'content-type' }));
    }
    done();
  });
}

/** The token of an `Authorization: Bearer` header: an operator's, or a program's. */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer ([\w.~+/-]{1,500}=*)$/.exec(headers.authorization ?? '')?.[1];
}

function isForm(contentType: string | undefined): boolean {
  return contentType !== undefined && /^multipart\/form-data\s*;/i.test(contentType);
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json(?:\s*;|$)/i.test(contentType);
}
