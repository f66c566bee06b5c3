// @vitest-environment jsdom
/** A notice is seen when its address is opened, or when the worker tells a page that is there already. */
import { seenText } from '@mua/contract/entities/push-message';
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SeenNotices } from '#app/seen-notices.tsx';
import { ACTOR } from '#mock/sample-records.ts';
import { useAuth } from '#session/auth-store.ts';
import { answer, fetched, handleOf, preparePages, refused, renderPage, signIn } from '#test/page.tsx';

const MAILBOX = `/api/notification/${ACTOR.accountId}/mailbox`;
const SEEN = seenText({ accountId: ACTOR.accountId, mailboxId: '7-0' });
const ADDRESS = `/account-overview?tab=all&seen=${SEEN}#top`;

preparePages();

/** Calls of the page, each with whose it is. */
function calls(): string[] {
  return fetched.mock.calls.map(([address, init]) => {
    const { pathname } = new URL(String(address), 'http://localhost');
    return `${init?.method ?? 'GET'} ${new Headers(init?.headers).get('x-account-slot')} ${pathname}`;
  });
}

function serve(owner = ACTOR.userId): void {
  const message = (mailboxId: string, code: string) => ({ mailboxId, code, isRead: false });
  fetched.mockImplementation(async (_address, init) => {
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

test.each(['x', '3', '313038', '3130382e78', '2e2e2f372d30', '108C000001-01.7-0', ''])(
  '%j names no notice',
  async (seen) => {
    serve();
    await renderPage(<SeenNotices />, { at: `/account-overview?seen=${encodeURIComponent(seen)}` });
    expect(calls()).toEqual([]);
  },
);

test('what the worker tells is marked where the page stands', async () => {
  serve();
  const workers = new EventTarget();
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: workers }));
  const { router } = await renderPage(<SeenNotices />, { at: '/account-overview' });
  const tell = (data: unknown) => act(() => void workers.dispatchEvent(new MessageEvent('message', { data })));
  tell('anything');
  tell({ seen: null });
  tell({ seen: SEEN });
  await waitFor(() => expect(calls()).toContain(read('6-0')));
  expect(calls()[0]).toBe(read('7-0'));
  expect(router.state.location.href).toBe('/account-overview');
});
