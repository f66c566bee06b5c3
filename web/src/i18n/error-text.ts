/**
 * Returns the words for a code of the catalogue (contract/errors): errors of a call and reasons of a row alike. A code
 * that this client does not know, from a newer server, reads as DefaultError.
 */
import type { ErrorCode } from '@mua/contract/errors';
import type { TFunction } from 'i18next';
import { vi } from '#i18n/vi/index.ts';

/** Facts arrive formatted: a placeholder never formats anything itself (docs/rules/words.md#facts). */
export type FactTexts = Readonly<Record<string, string | number>>;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(vi.errors, code);
}

export function errorText(t: TFunction, code: string, facts: FactTexts = {}): string {
  const known: ErrorCode = isErrorCode(code) ? code : 'DefaultError';
  return t(($) => $.errors[known], { replace: facts });
}
