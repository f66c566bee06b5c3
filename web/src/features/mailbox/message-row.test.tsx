// @vitest-environment jsdom
/** A message that is opened shows its own sub-account: orders from the desk that it leads to go there. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { Toaster, toast } from '#design/ui/feedback/toaster.tsx';
import { askOfTrading, useTradingQuestion } from '#desk/trading-question.ts';
import { MessageRow } from '#features/mailbox/message-row.tsx';
import { loadLaterWords } from '#i18n/i18n.ts';
import { ACCOUNT, ACTOR, CORN } from '#mock/sample-records.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { preparePages, renderPage } from '#test/page.tsx';

const OTHER = { ...ACCOUNT, accountId: '108C000001-02', subAccountCode: '108C000001-02' };

preparePages();
beforeAll(loadLaterWords);
beforeEach(() => {
  useSelectedAccount.getState().select(ACCOUNT.accountId);
  askOfTrading(null);
});
afterEach(() => {
  act(() => void toast.dismiss());
});

async function open(part: Partial<MailboxMessage>) {
  const message: MailboxMessage = {
    ...{ mailboxId: '1-0', accountId: OTHER.accountId, code: 'OrderExpired', reason: null },
    ...{ facts: { side: 'BUY', lots: 2, contract: CORN.code }, contractCode: CORN.code, orderId: null },
    ...{ isRead: true, createdAt: '2026-11-20T05:00:00.000Z', deliveries: [], seq: 1, ...part },
  };
  const page = (
    <>
      <MessageRow actor={{ ...ACTOR, accountId: OTHER.accountId }} message={message} />
      <Toaster theme="dark" />
    </>
  );
  const known = [
    [
      [ACTOR.userId, 'accounts'],
      [ACCOUNT, OTHER],
    ],
    [['public', 'contracts'], [CORN]],
  ] as const;
  const { user, router } = await renderPage(page, { known });
  await user.click(screen.getByRole(part.contractCode === null ? 'button' : 'link'));
  return router;
}

const selected = () => useSelectedAccount.getState().selectedAccount;
const said = () => screen.queryByText(/^Đang xem tài khoản/)?.textContent;

test('its sub-account is shown, and it is said that it changed', async () => {
  const router = await open({});
  await waitFor(() => expect(said()).toBe('Đang xem tài khoản 108C000001-02'));
  expect(selected()).toBe(OTHER.accountId);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/trading/${CORN.code}`));
  expect(useTradingQuestion.getState().question).toBeNull();
});

test('what is being written on the page that is left does not keep another sub-account from being shown', async () => {
  const question = document.body.appendChild(document.createElement('div'));
  question.setAttribute('data-written', '');
  onTestFinished(() => question.remove());
  const router = await open({});
  await waitFor(() => expect(router.state.location.pathname).toBe(`/trading/${CORN.code}`));
  await waitFor(() => expect(selected()).toBe(OTHER.accountId));
});

test('near a close-out the roll of its sub-account is asked for', async () => {
  const facts = { contract: CORN.code, sessions: 3, side: 'BUY', lots: 2, deadline: '2026-11-26T18:00:00.000Z' };
  await open({ code: 'ExpiryNotice', facts });
  const actor = { ...ACTOR, accountId: OTHER.accountId };
  await waitFor(() =>
    expect(useTradingQuestion.getState().question).toEqual({ kind: 'roll', actor, contractCode: CORN.code }),
  );
  expect(selected()).toBe(OTHER.accountId);
});

test('a question that is open goes along to the other page, as it is filled in', async () => {
  const asked = { kind: 'roll', actor: { ...ACTOR, accountId: ACCOUNT.accountId }, contractCode: 'KCEH27' } as const;
  askOfTrading(asked);
  const facts = { contract: CORN.code, sessions: 3, side: 'BUY', lots: 2, deadline: '2026-11-26T18:00:00.000Z' };
  await open({ code: 'ExpiryNotice', facts });
  await waitFor(() => expect(selected()).toBe(OTHER.accountId));
  expect(useTradingQuestion.getState().question).toEqual(asked);
});

test.each([
  ['of the sub-account that is shown', { accountId: ACCOUNT.accountId }],
  ['of the investor’s own', { accountId: ACTOR.userId }],
])('one %s changes nothing', async (_whose, part) => {
  const router = await open(part);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/trading/${CORN.code}`));
  expect([selected(), said()]).toEqual([ACCOUNT.accountId, undefined]);
});

test('one that leads nowhere is only read', async () => {
  await open({ code: 'MarginLifted', facts: { ratio: '120.00' }, contractCode: null });
  expect([selected(), said()]).toEqual([ACCOUNT.accountId, undefined]);
});
