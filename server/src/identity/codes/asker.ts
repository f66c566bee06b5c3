/** Who asks for a code, from where, and in which language. */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#http/actor.ts';
import type { Asker } from '#identity/codes/taskflows.ts';
import { requesterOf } from '#identity/sessions/requester.ts';

export function askerOf({ investorId }: Actor, request: FastifyRequest): Asker {
  const { address, language } = requesterOf(request);
  return { investorId, address, language };
}
