// @vitest-environment jsdom
/** Checks the switch that cancels orders when its tab is silent: what it sends, and what it says of it. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { GoneChip } from '#features/order-list/gone-chip.tsx';
import { GoneDialog } from '#features/order-list/gone-dialog.tsx';
import { ACCOUNT, ACTOR } from '#mock/sample-records.ts';
import { useCancelWhenGone } from '#orders/cancel-when-gone.ts';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

preparePages();
beforeEach(() => useCancelWhenGone.setState({ waiting: {}, cancelled: {} }));

function open(reply = () => answer(200, { seconds: 300, includesGoodTill: true, cancelsAt: null })) {
  fetched.mockImplementation(async () => reply());
  let isClosed = false;
  const part = (
    <>
      <GoneChip accountId={ACTOR.accountId} onOpen={() => undefined} />
      <GoneDialog actor={ACTOR} onClose={() => (isClosed = true)} />
    </>
  );
  const { user } = renderPart(part, [[[ACTOR.userId, 'accounts'], [ACCOUNT]]]);
  return { user, isClosed: () => isClosed };
}

const sent = () => fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));

test('is switched on with a time and what it takes, and off again', async () => {
  const { user, isClosed } = open();
  expect(screen.queryByTestId('gone-chip')).toBeNull();
  expect(screen.queryByTestId('gone-off')).toBeNull();
  expect(screen.getByRole('dialog').textContent).toContain(ACCOUNT.subAccountCode);
  await user.click(screen.getByTestId('silence-300'));
  await user.click(screen.getByTestId('gone-good-till'));
  await user.dblClick(screen.getByTestId('gone-on'));
  await waitFor(() => expect(isClosed()).toBe(true));
  expect(sent()).toEqual([{ seconds: 300, includesGoodTill: true }]);
  expect(screen.getByText('Im lặng 5 phút: hủy')).toBeTruthy();
  await user.click(screen.getByTestId('gone-off'));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ seconds: 0 });
  await waitFor(() => expect(screen.queryByTestId('gone-chip')).toBeNull());
});

test('says that it came to it, until it is switched on again', async () => {
  useCancelWhenGone.setState({ cancelled: { [ACTOR.accountId]: { userId: ACTOR.userId, seconds: 30 } } });
  const { user } = open();
  expect(screen.getByText('Tab này im lặng 30 giây: lệnh đã bị hủy')).toBeTruthy();
  await user.click(screen.getByTestId('gone-on'));
  await waitFor(() => expect(screen.queryByText(/lệnh đã bị hủy/)).toBeNull());
});

test('stays open with what was chosen when the server refuses it', async () => {
  const { user, isClosed } = open(() => refused(503, 'JOURNAL_UNAVAILABLE'));
  await user.click(screen.getByTestId('silence-900'));
  await user.click(screen.getByTestId('gone-on'));
  await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
  expect(isClosed()).toBe(false);
  expect(screen.getByTestId('silence-900').getAttribute('aria-checked')).toBe('true');
  expect(screen.queryByTestId('gone-chip')).toBeNull();
});
