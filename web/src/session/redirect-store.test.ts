// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { useRedirect } from '#session/redirect-store.ts';

const redirect = useRedirect.getState;
afterEach(() => redirect().forget());

test('remembers a safe address in a cookie and forgets it', () => {
  redirect().remember('/account-overview/security-account?step=1');
  expect(redirect().returnUrl).toBe('/account-overview/security-account?step=1');
  expect(document.cookie).toContain('returnUrl=');
  redirect().forget();
  expect(redirect().returnUrl).toBeNull();
  expect(document.cookie).not.toContain('returnUrl=');
});

test.each(['//evil.example', 'https://evil.example', '/login', '/'])('does not remember %s', (address) => {
  redirect().remember('/account-overview');
  redirect().remember(address);
  expect(redirect().returnUrl).toBeNull();
});

test('suppresses one redirect, once', () => {
  redirect().skipNextRedirect();
  expect([redirect().takeSkip(), redirect().takeSkip()]).toEqual([true, false]);
});
