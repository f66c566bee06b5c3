import { expect, test } from 'vitest';
import { isRuleMet, PASSWORD_RULES, passwordFault, passwordStrength } from '#features/security/password-strength.ts';

test.each([
  ['', 'weak', 'required'],
  ['short1!', 'weak', 'pattern'],
  ['nouppercase1!', 'weak', 'pattern'],
  ['NoDigits!!', 'weak', 'pattern'],
  ['NoSigns2026', 'weak', 'pattern'],
  ['Much2Long!4Fifteen', 'weak', 'pattern'],
  ['Has a b1ank!', 'weak', 'spaces'],
  ['Mua@2026', 'fair', null],
  ['Abcdefg@2026xq', 'fair', null],
  ['Aaaa@2aaaaaa', 'fair', null],
  ['vK7#tNx2!qRb', 'strong', null],
])('%j is %s', (password, strength, fault) => {
  expect(passwordStrength(password)).toBe(strength);
  expect(passwordFault(password)).toBe(fault);
});

test('the hints are the pattern: all are met exactly when it matches', () => {
  for (const password of ['', 'Mua@2026', 'mua@2026', 'MUA@2026', 'Mua@abcd', 'Mua12026', 'Mua @2026', 'M@1a'])
    expect(PASSWORD_RULES.every((rule) => isRuleMet(rule, password))).toBe(passwordFault(password) === null);
});
