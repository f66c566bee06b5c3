/** The one credential of a browser: an opaque id that scripts can't read and no other site can send. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JAR_DAYS } from '#identity/sessions/jar-store.ts';

export interface JarCookie {
  readonly name: string;
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

/** Plain http (a demo on localhost) may not use the prefix and Secure; everything else does. */
export function createJarCookie(publicUrl: URL | undefined): JarCookie {
  const secure = publicUrl?.protocol === 'https:';
  const name = secure ? '__Host-mua_jar' : 'mua_jar';
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
  return {
    name,
    read: (request) => request.cookies[name],
    write(reply, value) {
      reply.setCookie(name, value, { ...attributes, maxAge: JAR_DAYS * 24 * 3600 });
    },
    clear(reply) {
      reply.setCookie(name, '', { ...attributes, maxAge: 0 });
    },
  };
}
