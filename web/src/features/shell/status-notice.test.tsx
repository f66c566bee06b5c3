// @vitest-environment jsdom
/** Tests the status of an investor who may not trade yet: its text, with the one step for the investor to take. */
import type { Investor } from '@mua/contract/entities/investor';
import { act, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StatusNotice } from '#features/shell/status-notice.tsx';
import { AN } from '#mock/sample-records.ts';
import { accountsQuery } from '#signed-in/accounts.ts';
import { preparePages, renderPage } from '#test/page.tsx';

const EKYC = '/account-overview/ekyc';
const PAPERS = '/account-overview/digital-signature';

preparePages();
beforeEach(() => void vi.stubEnv('VITE_SUPPORT_URL', 'mailto:support@mua.demo'));

afterEach(async () => {
  await i18next.changeLanguage('vi');
});

async function setUp(part: Partial<Investor>, at = '/') {
  const me = (next: Partial<Investor>) => [[AN.userId, 'me'], { ...AN, ...next }] as const;
  const known = [me(part), [accountsQuery(AN.userId).queryKey, []]] as const;
  const { client } = await renderPage(<StatusNotice userId={AN.userId} />, { at, known });
  return { client, become: (next: Partial<Investor>) => client.setQueryData(...me(next)) };
}

describe('what the investor reads, and where it leads', () => {
  test.each([
    ['DRAFT', 'Hồ sơ chưa hoàn tất', 'Hoàn tất hồ sơ', EKYC],
    ['PENDING', 'Hồ sơ đang duyệt', 'Xem hồ sơ', EKYC],
    ['INCOMPLETE', 'Hồ sơ cần bổ sung', 'Bổ sung hồ sơ', EKYC],
    ['REJECTED', 'Hồ sơ chưa được duyệt', 'Sửa và gửi lại', EKYC],
    ['PENDING_ACTIVATE', 'Hồ sơ đã duyệt, chờ kích hoạt', 'Ký hợp đồng', PAPERS],
    ['INACTIVE', 'Tài khoản ngừng hoạt động', 'Liên hệ hỗ trợ', 'mailto:support@mua.demo'],
  ] as const)('%s', async (status, words, step, href) => {
    await setUp({ status });
    expect((await screen.findByTestId('status-notice')).textContent).toContain(words);
    expect(screen.getByRole('link', { name: step }).getAttribute('href')).toBe(href);
  });

  test('in English too', async () => {
    await i18next.changeLanguage('en');
    await setUp({ status: 'DRAFT' });
    expect(await screen.findByText('Profile not finished')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Complete profile' })).toBeTruthy();
  });

  test('an operator’s reason replaces the general text', async () => {
    await setUp({ status: 'INCOMPLETE', statusReason: 'Ảnh mặt sau bị lóa' });
    const { textContent } = await screen.findByTestId('status-notice');
    expect(textContent).toContain('Ảnh mặt sau bị lóa');
    expect(textContent).not.toContain('Bổ sung các mục được nêu');
  });
});

test.each([
  ['DRAFT', EKYC],
  ['PENDING_ACTIVATE', PAPERS],
] as const)('%s: the page that the step leads to says it itself', async (status, page) => {
  await setUp({ status }, page);
  await waitFor(() => expect(screen.queryByTestId('status-notice')).toBeNull());
});

test('an investor who may trade sees nothing, and their sub-accounts are requested again', async () => {
  const { client, become } = await setUp({ status: 'PENDING_ACTIVATE' });
  await screen.findByTestId('status-notice');
  expect(client.getQueryState(accountsQuery(AN.userId).queryKey)?.isInvalidated).toBe(false);
  act(() => void become({ status: 'ACTIVE' }));
  await waitFor(() => expect(screen.queryByTestId('status-notice')).toBeNull());
  expect(client.getQueryState(accountsQuery(AN.userId).queryKey)?.isInvalidated).toBe(true);
});
