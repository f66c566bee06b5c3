/** The sender of a request: address, browser, language. */
import type { FastifyRequest } from 'fastify';
import type { SignInOrigin } from '#identity/sessions/browser-session-store.ts';
import { deviceWords } from '#identity/sessions/device-words.ts';
import { type Language, languageOf } from '#messages/language.ts';

export interface Requester extends SignInOrigin {
  readonly language: Language | undefined;
}

export function requesterOf(request: FastifyRequest): Requester {
  const { headers } = request;
  return {
    address: request.ip,
    device: deviceWords(headers['user-agent']),
    language: languageOf(headers['accept-language']),
  };
}
