/** The one credential of a browser: an opaque id that scripts can't read and other sites can't send. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BROWSER_SESSION_DAYS } from '#identity/sessions/browser-session-store.ts';

export interface BrowserSessionCookie {
  readonly name: string;
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

/** Prefix and Secure, except on plain http (a demo on localhost), which may not use them. */
export function createBrowserSessionCookie(publicUrl: URL | undefined): BrowserSessionCookie {
  const secure = publicUrl?.protocol === 'https:';
  const name = secure ? '__Host-mua_jar' : 'mua_jar';
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
  return {
    name,
    read: (request) => request.cookies[name],
    write(reply, value) {
      reply.setCookie(name, value, { ...attributes, maxAge: BROWSER_SESSION_DAYS * 24 * 3600 });
    },
    clear(reply) {
      reply.setCookie(name, '', { ...attributes, maxAge: 0 });
    },
  };
}
