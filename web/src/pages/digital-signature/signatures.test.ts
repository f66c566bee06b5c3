// @vitest-environment jsdom
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { paperFileQuery, signing } from '#pages/digital-signature/signatures.ts';
import { useAuth } from '#session/auth-store.ts';
import { signaturesQuery } from '#signed-in/papers.ts';

vi.stubEnv('VITE_APP_NAME', 'Mùa');

afterEach(() => vi.unstubAllGlobals());

const PAPER = { id: 'p1', documentHash: 'a1', status: 'TO_SIGN' } as DigitalSignature;
const TASK = { taskId: 't1' } as Parameters<ReturnType<typeof signing>['verify']>[0];

test('a signed paper is renewed by the list alone: its signed file is not one to agree to', async () => {
  useAuth.getState().addAccount({ user: { userId: 'an' }, accessToken: { value: 'slot-an' } });
  vi.stubGlobal('fetch', async () =>
    Response.json({ purpose: 'sign-document', resultId: 'p1', authState: useAuth.getState() }),
  );
  const client = new QueryClient();
  const file = paperFileQuery('an', PAPER, 'vi').queryKey;
  client.setQueryData(file, { bytes: new Uint8Array(), hash: 'a1' });
  client.setQueryData(signaturesQuery('an').queryKey, [PAPER]);
  await signing(client, 'an', PAPER).verify(TASK, '123456');
  expect(client.getQueryState(signaturesQuery('an').queryKey)?.isInvalidated).toBe(true);
  expect(client.getQueryState(file)?.isInvalidated).toBe(false);
});
