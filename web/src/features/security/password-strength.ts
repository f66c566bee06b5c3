/**
 * Checks the password's pattern (docs/rules/people.md#passwords-and-phone-numbers), rule by rule as the hints show
 * them, and the strength of a password that meets them all.
 */
import { LIMITS, PASSWORD_PATTERN } from '@mua/contract/limits';

export const PASSWORD_RULES = ['length', 'upper', 'lower', 'digit', 'sign', 'noSpaces'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

export function isRuleMet(rule: PasswordRule, password: string): boolean {
  switch (rule) {
    case 'length':
      return password.length >= LIMITS.passwordMin && password.length <= LIMITS.passwordMax;
    case 'upper':
      return /[A-Z]/.test(password);
    case 'lower':
      return /[a-z]/.test(password);
    case 'digit':
      return /\d/.test(password);
    case 'sign':
      return /[#?!@$%^&*-]/.test(password);
    case 'noSpaces':
      return password !== '' && !/\s/.test(password);
  }
}

export type PasswordStrength = 'weak' | 'fair' | 'strong';

/**
 * Enough characters, most of them different, without repetitions or sequences: hard to guess and to read over a
 * shoulder.
 */
const STRONG_LENGTH = 12;
const STRONG_DIFFERENT = 9;

/** `weak` does not meet the pattern. Common passwords are known to the server (PasswordTooCommon). */
export function passwordStrength(password: string): PasswordStrength {
  if (!PASSWORD_PATTERN.test(password)) return 'weak';
  const isStrong = password.length >= STRONG_LENGTH && new Set(password).size >= STRONG_DIFFERENT && !hasRow(password);
  return isStrong ? 'strong' : 'fair';
}

/** Three in a row: `aaa`, `abc`, `321`. */
function hasRow(password: string): boolean {
  const codes = [...password].map((character) => character.charCodeAt(0));
  return codes.some((code, index) => {
    const step = code - (codes[index - 1] ?? Number.NaN);
    return Math.abs(step) <= 1 && (codes[index + 1] ?? Number.NaN) - code === step;
  });
}

export type PasswordFault = 'required' | 'spaces' | 'pattern';

export function passwordFault(password: string): PasswordFault | null {
  if (password === '') return 'required';
  if (/\s/.test(password)) return 'spaces';
  return PASSWORD_PATTERN.test(password) ? null : 'pattern';
}
