// @vitest-environment jsdom
/**
 * Checks that a grant is described as it was given, revoked only after confirmation, and removed once the server
 * confirms.
 */
import type { OAuthGrant } from '@mua/contract/entities/oauth';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { GrantedApplications } from '#features/granted-applications/granted-applications.tsx';
import { loadAccountWords } from '#i18n/i18n.ts';
import { ACTOR } from '#mock/sample-records.ts';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

const BOT: OAuthGrant = {
  grantId: 'g1',
  client: { clientId: 'c1', name: 'Bot' },
  scopes: ['market', 'trade'],
  accountIds: ['108C000001-01'],
  maxLotsPerDay: 5,
  contractCodes: ['ZCEZ26'],
  grantedAt: '2026-11-20T05:00:00.000Z',
  expiresAt: '2026-12-20T05:00:00.000Z',
  lastUsedAt: null,
};

preparePages();
beforeAll(loadAccountWords);

async function setUp(revoked: Response) {
  fetched.mockImplementation(async (_address, init) => {
    return init?.method === 'DELETE' ? revoked : answer(200, { items: [BOT], nextCursor: null });
  });
  const { user } = renderPart(<GrantedApplications userId={ACTOR.userId} />);
  await screen.findByText('Bot');
  return user;
}
const deletions = () => fetched.mock.calls.filter(([, init]) => init?.method === 'DELETE');

test('says what may be done, in which sub-account, and until when', async () => {
  await setUp(answer(200, { items: [], nextCursor: null }));
  expect(screen.getByText('Xem giá · Đặt, sửa và hủy lệnh · 5 lot mỗi ngày · ZCEZ26')).toBeTruthy();
  expect(screen.getByText('108C000001-01')).toBeTruthy();
  expect(screen.getByText('Đến 20/12/2026 · Chưa dùng')).toBeTruthy();
});

test('is revoked after the confirmation, not before it', async () => {
  const user = await setUp(answer(200, { items: [], nextCursor: null }));
  await user.click(screen.getByRole('button', { name: 'Thu hồi quyền của Bot' }));
  expect(deletions()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Thu hồi' }));
  await screen.findByText('Chưa có ứng dụng nào được cấp quyền');
  expect(String(deletions()[0]?.[0])).toMatch(/\/api\/iam\/oauth\/grants\/g1$/);
});

test('a refusal is shown, and the grant stays', async () => {
  const user = await setUp(refused(404, 'NotFound'));
  await user.click(screen.getByRole('button', { name: 'Thu hồi quyền của Bot' }));
  await user.click(screen.getByRole('button', { name: 'Thu hồi' }));
  await screen.findByRole('alert');
  expect(screen.getByText('Bot')).toBeTruthy();
});
