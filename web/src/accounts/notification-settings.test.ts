// @vitest-environment jsdom
/** Which way news goes when the investor's choices can't be read: as the offers say. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { goesBy } from '#accounts/notification-settings.ts';
import { ACTOR } from '#mock/sample-records.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['OrderFilled', 'toast', false],
  ['OrderFilled', 'mailbox', true],
  ['Margin100', 'mailbox', true],
  ['ContractToSign', 'toast', true],
  ['NewDevice', 'toast', true],
] as const)('%s by %s: %s', async (code, delivery, isShown) => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  expect(await goesBy(client, ACTOR.userId, code, delivery)).toBe(isShown);
});
