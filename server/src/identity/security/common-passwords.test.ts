import { PASSWORD_PATTERN } from '@mua/contract/limits';
import { expect, test } from 'vitest';
import { isCommonPassword } from '#identity/security/common-passwords.ts';

test.each([
  'Password1!',
  'P@ssw0rd',
  'P@ssword123',
  'Qwerty@123',
  'Abcd@1234',
  'Dragon#2026',
  'Iloveyou1!',
  'Admin@123',
])('%s is a common password', (password) => {
  expect(PASSWORD_PATTERN.test(password)).toBe(true);
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['Mua@2026', 'Rau#muong7xao', 'xK4!vbTq9z', 'Trang8@bien', 'Ngo-Nep.2026'])(
  '%s is not a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
