/** Whether a body was signed with a shared secret: HMAC-SHA256 of its bytes, compared in constant time. */
import { createHmac, timingSafeEqual } from 'node:crypto';

declare module 'fastify' {
  interface FastifyRequest {
    /** As it came, of a route that takes a signature; null until it is there. */
    rawBody: string | null;
  }
  interface FastifyContextConfig {
    /** A signature over the body identifies the caller: no browser makes one. */
    takesSignature?: boolean;
  }
}

const FORM = /^sha256=[0-9a-f]{64}$/;

/** As the header carries it: `sha256=…`, in hex. */
export function signatureOf(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Whether it can be one at all. */
export function isSignature(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && FORM.test(header);
}

export function isSignedWith(secret: string, body: string, header: string): boolean {
  return timingSafeEqual(Buffer.from(signatureOf(secret, body)), Buffer.from(header));
}
