/**
 * Checks that every request must pass first: writes come from the client's own page (X-CSRF, Origin, Sec-Fetch-Site)
 * and are JSON. SameSite=Strict alone is not enough, because it is about sites, not origins.
 */
import type { IncomingMessage } from 'node:http';
import { CSRF_HEADER } from '@mua/contract/route';
import type { FastifyInstance } from 'fastify';
import { replyError } from '#refusals/reply-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A bearer token identifies the caller; a browser's cookie is then ignored. */
    takesTokens?: boolean;
    /** A file comes as a form in parts; everything else is JSON. */
    takesUpload?: boolean;
  }
}

/** True if the Origin header is absent or the server's own: PUBLIC_URL's, or that of the called address. */
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
    // No browser sends a bearer token by itself, or signs; where one is accepted, the browser session's cookie is ignored.
    const { takesTokens, takesSignature, takesUpload } = request.routeOptions.config;
    const isProgram = takesSignature === true || (takesTokens === true && bearerOf(request.raw) !== undefined);
    if (!isProgram && (request.headers[CSRF_HEADER] !== '1' || !isOwnOrigin(request.raw)))
      return done(replyError('Forbidden', {}));
    const isExpected = takesUpload ? isForm : isJson;
    if (request.method === 'POST' && !isExpected(request.headers['content-type'])) {
      return done(replyError('BadRequest', { field: 'content-type' }));
    }
    done();
  });
}

/** The token of an `Authorization: Bearer` header, an operator's or a program's. */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer ([\w.~+/-]{1,500}=*)$/.exec(headers.authorization ?? '')?.[1];
}

function isForm(contentType: string | undefined): boolean {
  return contentType !== undefined && /^multipart\/form-data\s*;/i.test(contentType);
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json(?:\s*;|$)/i.test(contentType);
}
