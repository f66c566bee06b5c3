/**
 * The reason for a decision as the applicant reads it: the cause in their language, from server/templates, and the
 * operator's own words.
 */
import { readFileSync } from 'node:fs';
import { REGISTRATION_CAUSES, type RegistrationCause } from '@mua/contract/http/operator-registrations';
import { LIMITS } from '@mua/contract/limits';
import { z } from 'zod';
import { SERVER_FOLDER } from '#ground/server-files.ts';
import type { Language } from '#messages/language.ts';

const CAUSES = z
  .record(z.enum(LIMITS.languages), z.record(z.enum(REGISTRATION_CAUSES), z.string().min(1).max(100)))
  .parse(JSON.parse(readFileSync(new URL('templates/causes.json', SERVER_FOLDER), 'utf8')));

export function toldReason(language: Language, cause: RegistrationCause | undefined, reason: string): string {
  return cause === undefined ? reason : `${CAUSES[language][cause]}: ${reason}`;
}
