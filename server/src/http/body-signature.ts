/**
 * Callers that sign the body of their request: a bank by HMAC-SHA256, a messenger in its own form. Compared in constant
 * time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SIGNATURE_HEADER } from '@mua/contract/http/bank-notifications';

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

/** One kind of signature, with its secret. */
export interface BodySignature {
  /** Whether there is one at all: asked before the body is there. */
  isThere(headers: IncomingHttpHeaders): boolean;
  /** Whether it is this body's. */
  isOf(body: string, headers: IncomingHttpHeaders): boolean;
}

const FORM = /^sha256=[0-9a-f]{64}$/;

/** As the header carries it: `sha256=…`, in hex. */
export function signatureOf(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export function bankSignature(secret: string): BodySignature {
  const signatureIn = ({ [SIGNATURE_HEADER]: header }: IncomingHttpHeaders): string | undefined =>
    typeof header === 'string' && FORM.test(header) ? header : undefined;
  return {
    isThere: (headers) => signatureIn(headers) !== undefined,
    isOf(body, headers) {
      const signature = signatureIn(headers);
      return signature !== undefined && isSameText(signature, signatureOf(secret, body));
    },
  };
}

export function isSameText(one: string, other: string): boolean {
  const [said, known] = [Buffer.from(one), Buffer.from(other)];
  return said.length === known.length && timingSafeEqual(said, known);
}
