/** A page speaks to its own server, and to one place more where its build reports errors to. */
import { expect, test } from 'vitest';
import { securityHeaders } from '#http/security-headers.ts';

const connect = (reportsTo?: string) => {
  const policy = securityHeaders(undefined, reportsTo)['content-security-policy'] ?? '';
  return policy.split(';').find((rule) => rule.startsWith('connect-src'));
};

test('errors are reported where the client was built to, and nowhere else', () => {
  expect(connect()).toBe("connect-src 'self'");
  expect(connect('https://errors.example')).toBe("connect-src 'self' https://errors.example");
});
