// @vitest-environment jsdom
/** A notice is seen when its address is opened, or when the worker tells a page that is there already. */
import { seenText } from '@mua/contract/entities/push-message';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SeenNotices } from '#app/seen-notices.tsx';
import { Toaster, toast } from '#design/ui/feedback/toaster.tsx';
import { askOfTrading, useTradingQuestion } from '#desk/trading-question.ts';
import { PositionList } from '#features/positions/position-list.tsx';
import { ACCOUNT, ACTOR, CORN, MARGIN, samplePosition } from '#mock/sample-records.ts';
import { useAuth } from '#session/auth-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { answer, fetched, handleOf, preparePages, refused, renderPage, signIn } from '#test/page.tsx';

const MAILBOX = `/api/notification/${ACTOR.accountId}/mailbox`;
const SEEN = seenText({ accountId: ACTOR.accountId, mailboxId: '7-0' });
const OTHER = { ...ACCOUNT, accountId: '108C000001-02', subAccountCode: '108C000001-02' };
const OF_OTHER = seenText({ accountId: OTHER.accountId, mailboxId: '7-0' });
const ADDRESS = `/account-overview?tab=all&seen=${SEEN}#top`;

preparePages();
beforeEach(() => {
  useSelectedAccount.getState().select(ACCOUNT.accountId);
  askOfTrading(null);
});

afterEach(() => {
  act(() => void toast.dismiss());
});

/** Calls about the mailbox, each with whose it is. */
function calls(): string[] {
  return fetched.mock.calls.flatMap(([address, init]) => {
    const { pathname } = new URL(String(address), 'http://localhost');
    const call = `${init?.method ?? 'GET'} ${new Headers(init?.headers).get('x-account-slot')} ${pathname}`;
    return pathname.startsWith(MAILBOX) ? [call] : [];
  });
}

function serve(owner = ACTOR.userId): void {
  const message = (mailboxId: string, code: string) => ({ mailboxId, code, isRead: false });
  fetched.mockImplementation(async (address, init) => {
    if (String(address).includes('/investor/accounts'))
      return answer(200, { items: [ACCOUNT, OTHER], nextCursor: null });
    if (new Headers(init?.headers).get('x-account-slot') !== handleOf(owner)) return refused(404, 'NotFound');
    if (init?.method === 'POST') return answer(200, { unread: 0 });
    const items = [
      message('8-0', 'Margin40'),
      message('7-0', 'Margin70'),
      message('6-0', 'Margin100'),
      message('5-0', 'OrderFilled'),
    ];
    return answer(200, { items, nextCursor: null });
  });
}

const read = (mailboxId: string, userId = ACTOR.userId) => `POST ${handleOf(userId)} ${MAILBOX}/${mailboxId}/read`;

test('what its address names is marked, with the margin calls before it, and goes from the address', async () => {
  serve();
  const { router } = await renderPage(<SeenNotices />, { at: ADDRESS });
  await waitFor(() => expect(router.state.location.href).toBe('/account-overview?tab=all#top'));
  expect(calls()[0]).toBe(read('7-0'));
  expect(calls()).toContain(read('6-0'));
  expect(calls()).not.toContain(read('5-0'));
  // It has come since: nobody has seen it.
  expect(calls()).not.toContain(read('8-0'));
});

test('it is marked for whoever of those signed in here it is of', async () => {
  serve();
  signIn('binh');
  useAuth.getState().switchAccount('binh');
  const { router } = await renderPage(<SeenNotices />, { at: ADDRESS });
  await waitFor(() => expect(router.state.location.href).toBe('/account-overview?tab=all#top'));
  expect(calls().slice(0, 2)).toEqual([read('7-0', 'binh'), read('7-0')]);
});

test('what could not be marked stays in the address', async () => {
  serve('nobody');
  const { router } = await renderPage(<SeenNotices />, { at: ADDRESS });
  await waitFor(() => expect(calls()).toEqual([read('7-0')]));
  expect(router.state.location.href).toBe(ADDRESS);
});

describe('marked on a slow network', () => {
  /** Answers `read` only when told to. */
  function slowly() {
    let reply = () => {};
    const gate = new Promise<void>((resolve) => {
      reply = resolve;
    });
    serve();
    const served = fetched.getMockImplementation();
    fetched.mockImplementation(async (address, init) => {
      if (init?.method === 'POST') await gate;
      return served?.(address, init) ?? answer(200, {});
    });
    return () => reply();
  }
  const isMarked = () => waitFor(() => expect(calls()).toContain(read('6-0')));

  test('it takes nobody back to the page that it was opened with', async () => {
    const reply = slowly();
    const { router } = await renderPage(<SeenNotices />, { at: `/trading/ZCEZ26?seen=${SEEN}` });
    await act(async () => router.history.push('/trading/KWEZ26?lots=2'));
    reply();
    await isMarked();
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
    expect(router.state.location.href).toBe('/trading/KWEZ26?lots=2');
  });

  test('what was chosen meanwhile on its own page stays in the address', async () => {
    const reply = slowly();
    const { router } = await renderPage(<SeenNotices />, { at: ADDRESS });
    await act(async () => router.history.push(`/account-overview?tab=open&seen=${SEEN}&roll=ZCEZ26#foot`));
    const hrefs: string[] = [];
    router.history.subscribe(({ location }) => hrefs.push(location.href));
    reply();
    await waitFor(() => expect(router.state.location.href).toBe('/account-overview?tab=open#foot'));
    expect(new Set(hrefs)).toEqual(new Set(['/account-overview?tab=open#foot']));
  });
});

test.each(['x', '3', '313038', '3130382e78', '2e2e2f372d30', '108C000001-01.7-0', ''])(
  '%j names no notice',
  async (seen) => {
    serve();
    await renderPage(<SeenNotices />, { at: `/account-overview?seen=${encodeURIComponent(seen)}` });
    expect(calls()).toEqual([]);
  },
);

describe('the sub-account of a notice', () => {
  const page = (
    <>
      <SeenNotices />
      <Toaster theme="dark" />
    </>
  );
  const selected = () => useSelectedAccount.getState().selectedAccount;
  const asked = () => useTradingQuestion.getState().question;

  test('is shown where it leads, and it is said that it changed', async () => {
    serve();
    await renderPage(page, { at: `/trading/ZCEZ26?seen=${OF_OTHER}` });
    await screen.findByText('Đang xem tài khoản 108C000001-02');
    expect([selected(), asked()]).toEqual([OTHER.accountId, null]);
  });

  test('is that of a roll that is asked for, which goes from the address with it', async () => {
    serve();
    const { router } = await renderPage(page, { at: `/trading/ZCEZ26?roll=ZCEZ26&seen=${SEEN}` });
    await waitFor(() => expect(router.state.location.href).toBe('/trading/ZCEZ26'));
    expect(asked()).toEqual({ kind: 'roll', actor: ACTOR, contractCode: 'ZCEZ26' });
    // It was shown before: nothing has changed.
    expect([selected(), screen.queryByText(/Đang xem/)]).toEqual([ACCOUNT.accountId, null]);
  });

  test('of somebody else changes nothing and asks nothing', async () => {
    serve();
    const seen = seenText({ accountId: '108C000009-01', mailboxId: '7-0' });
    const { router } = await renderPage(page, { at: `/trading/ZCEZ26?roll=ZCEZ26&seen=${seen}` });
    await waitFor(() => expect(router.state.location.href).toBe('/trading/ZCEZ26'));
    expect([selected(), asked()]).toEqual([ACCOUNT.accountId, null]);
  });

  test('is asked about once, though it could not be marked read', async () => {
    serve('nobody');
    const { router } = await renderPage(page, { at: `/trading/ZCEZ26?roll=ZCEZ26&seen=${OF_OTHER}` });
    await waitFor(() => expect(asked()).not.toBeNull());
    act(() => {
      askOfTrading(null);
      useSelectedAccount.getState().select(ACCOUNT.accountId);
    });
    await act(async () => router.history.replace(`/trading/ZCEZ26?roll=ZCEZ26&seen=${OF_OTHER}#chart`));
    await waitFor(() => expect(fetched.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(2));
    expect([selected(), asked()]).toEqual([ACCOUNT.accountId, null]);
  });
});

describe('what is being written in a list stays with its sub-account, and a button goes to that of the notice', () => {
  const workers = new EventTarget();
  const tell = (data: unknown) => act(() => void workers.dispatchEvent(new MessageEvent('message', { data })));
  const selected = () => useSelectedAccount.getState().selectedAccount;
  const asked = () => useTradingQuestion.getState().question;

  async function onDesk() {
    serve();
    Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
    const page = (
      <>
        <SeenNotices />
        <PositionList contractCode={CORN.code} />
        <Toaster theme="dark" />
      </>
    );
    const margin = (accountId: string) => [[ACTOR.userId, 'margin', accountId], MARGIN] as const;
    const { user } = await renderPage(page, {
      known: [
        [
          [ACTOR.userId, 'accounts'],
          [ACCOUNT, OTHER],
        ],
        [['public', 'contracts'], [CORN]],
        [[ACTOR.userId, 'positions', ACCOUNT.accountId], [samplePosition()]],
        [[ACTOR.userId, 'positions', OTHER.accountId], [samplePosition()]],
        margin(ACCOUNT.accountId),
        margin(OTHER.accountId),
      ],
    });
    const lots = await screen.findByTestId<HTMLInputElement>('close-lots');
    return { user, lots };
  }

  test('the dialog that closes a part of a position', async () => {
    const { user } = await onDesk();
    await user.click(screen.getByTestId('position-menu'));
    await user.click(await screen.findByTestId('close-limit'));
    const lots = await screen.findByTestId<HTMLInputElement>('close-part-lots');
    await user.clear(lots);
    await user.type(lots, '1');
    tell({ seen: OF_OTHER, roll: CORN.code });
    const button = await screen.findByRole('button', { name: 'Xem tài khoản', hidden: true });
    expect(screen.getByText('Thông báo này là của tài khoản 108C000001-02')).toBeTruthy();
    expect([selected(), asked(), lots.isConnected, lots.value]).toEqual([ACCOUNT.accountId, null, true, '1']);
    // Styles that keep toasts usable over a dialog are not loaded here.
    fireEvent.click(button);
    expect(selected()).toBe(OTHER.accountId);
    expect(asked()).toEqual({ kind: 'roll', actor: { ...ACTOR, accountId: OTHER.accountId }, contractCode: CORN.code });
  });

  test('lots that are typed in a row', async () => {
    const { user, lots } = await onDesk();
    await user.clear(lots);
    await user.type(lots, '1');
    tell({ seen: OF_OTHER });
    await screen.findByText('Thông báo này là của tài khoản 108C000001-02');
    expect([selected(), lots.isConnected, lots.value]).toEqual([ACCOUNT.accountId, true, '1']);
    await user.type(lots, '{Escape}');
    tell({ seen: OF_OTHER });
    await waitFor(() => expect(selected()).toBe(OTHER.accountId));
  });
});

test('what the worker tells is marked where the page stands', async () => {
  serve();
  const workers = new EventTarget();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: workers }));
  const { router } = await renderPage(<SeenNotices />, { at: '/account-overview' });
  const tell = (data: unknown) => act(() => void workers.dispatchEvent(new MessageEvent('message', { data })));
  tell('anything');
  tell({ seen: null });
  tell({ seen: SEEN, roll: 'ZCEZ26' });
  await waitFor(() => expect(useTradingQuestion.getState().question).toMatchObject({ contractCode: 'ZCEZ26' }));
  await waitFor(() => expect(calls()).toContain(read('6-0')));
  expect(calls()[0]).toBe(read('7-0'));
  expect(router.state.location.href).toBe('/account-overview');
});
