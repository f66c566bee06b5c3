// @vitest-environment jsdom
/** News that is shown on the screen while the page is open: each once, and only where its investor wants it. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import {
  defaultSetting,
  NOTICE_CATEGORIES,
  type NotificationSetting,
} from '@mua/contract/entities/notification-settings';
import type { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newestQuery } from '#accounts/mailbox-changes.ts';
import { notificationSettingsQuery } from '#accounts/notification-settings.ts';
import { Toaster, toast } from '#design/ui/feedback/toaster.tsx';
import { NoticeToasts } from '#features/mailbox/notice-toasts.tsx';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { ACCOUNT, ACTOR } from '#mock/sample-records.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { preparePages, renderPage } from '#test/page.tsx';

let client: QueryClient;
const OLD = letter('1-0', { code: 'NewDevice', facts: { device: 'Firefox', at: '2026-11-19T05:00:00.000Z' } });

preparePages();

beforeEach(async () => {
  useSelectedAccount.getState().select(ACTOR.accountId);
  const page = (
    <>
      <NoticeToasts />
      <Toaster theme="dark" />
    </>
  );
  const known = [
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [notificationSettingsQuery(ACTOR.userId).queryKey, settings(true)],
    [newestQuery(ACTOR).queryKey, [OLD]],
  ] as const;
  ({ client } = await renderPage(page, { known }));
});

afterEach(() => {
  act(() => void toast.dismiss());
});

function settings(accountToast: boolean): NotificationSetting[] {
  return NOTICE_CATEGORIES.map((category) => ({
    ...defaultSetting(category),
    ...(category === 'ACCOUNT' ? { toast: accountToast } : {}),
  }));
}

function letter(mailboxId: string, part: Partial<MailboxMessage> = {}): MailboxMessage {
  return {
    ...{ mailboxId, accountId: ACTOR.userId, code: 'SecurityChanged', facts: { field: 'PASSWORD' }, reason: null },
    ...{
      contractCode: null,
      orderId: null,
      isRead: false,
      createdAt: '2026-11-20T05:00:00.000Z',
      deliveries: [],
      seq: 1,
    },
    ...part,
  };
}

const newest = (...messages: MailboxMessage[]) => act(() => client.setQueryData(newestQuery(ACTOR).queryKey, messages));
const shown = (code: string) => screen.queryAllByTestId(`toast-${code}`);

test('a letter that has come is shown once, with what changed; what was there before is not', async () => {
  newest(letter('2-0'), OLD);
  await waitFor(() => expect(shown('SecurityChanged')).toHaveLength(1));
  expect(shown('SecurityChanged')[0]?.textContent).toContain('Đã thay đổi mật khẩu');
  newest(letter('3-0'), letter('2-0'), OLD);
  await waitFor(() => expect(shown('SecurityChanged')).toHaveLength(2));
  expect(shown('NewDevice')).toEqual([]);
});

test('what its investor does not want on the screen is not shown', async () => {
  client.setQueryData(notificationSettingsQuery(ACTOR.userId).queryKey, settings(false));
  const facts = { document: 'MARGIN_AGREEMENT', deadline: '2026-12-01T00:00:00.000Z' };
  newest(letter('3-0'), letter('2-0', { code: 'ContractToSign', facts }), OLD);
  await waitFor(() => expect(shown('SecurityChanged')).toHaveLength(1));
  expect(shown('ContractToSign')).toEqual([]);
});

test('orders have their own toasts', async () => {
  const order = letter('2-0', { code: 'OrderExpired', facts: {}, accountId: ACTOR.accountId });
  const items = [
    { kind: 'message', message: order },
    { kind: 'message', message: letter('3-0') },
  ] as const;
  act(() => applyAccountEvent(client, { ...ACTOR, isSnapshot: false, items: [...items] }));
  await waitFor(() => expect(shown('SecurityChanged')).toHaveLength(1));
  expect(shown('OrderExpired')).toEqual([]);
});
