// @vitest-environment jsdom
/**
 * Tests named lists on screen: a visitor's in the browser, an investor's on the server, and moving from one to the
 * other.
 */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { Toaster } from '#design/ui/feedback/toaster.tsx';
import { useShownList } from '#desk/shown-list.ts';
import { KeptListsOffer } from '#features/watchlists/kept-lists-offer.tsx';
import { ListTabs } from '#features/watchlists/list-tabs.tsx';
import { ListTools } from '#features/watchlists/list-tools.tsx';
import { moveInShownList } from '#features/watchlists/move-in-list.ts';
import { RowMenu } from '#features/watchlists/row-menu.tsx';
import { contractsQuery } from '#market/contracts.ts';
import { ACCOUNT, ACTOR, CORN } from '#mock/sample-records.ts';
import { useKeptLists } from '#session/kept-lists-store.ts';
import { answer, fetched, preparePages, renderPage, signIn } from '#test/page.tsx';

const SOY = { ...CORN, code: 'ZSEF27', commodityName: { vi: 'Đậu tương', en: 'Soybean' } };
const sent = () =>
  fetched.mock.calls.flatMap(([address, init]) =>
    init?.method === 'GET'
      ? []
      : [
          `${init?.method} ${String(address).split(ACTOR.accountId)[1]} ${String(init?.body ?? '')}`.replaceAll(
            '"',
            '',
          ),
        ],
  );

preparePages({ userId: null });

beforeAll(() => {
  // Toasts are dragged away; jsdom has no pointer capture.
  HTMLElement.prototype.setPointerCapture = vi.fn();
});
beforeEach(() => {
  useKeptLists.setState({ favourites: [], lists: [], offeredTo: [] });
  useShownList.setState({ watchlistId: null, contractCodes: [] });
});

async function setUp(
  parts: React.ReactNode,
  replies: (method: string, path: string) => Response = () => answer(200, {}),
) {
  fetched.mockReset().mockImplementation(async (address, init) => replies(init?.method ?? 'GET', String(address)));
  const { user } = await renderPage(
    <>
      {parts}
      <Toaster theme="dark" />
    </>,
    {
      known: [
        [contractsQuery().queryKey, [CORN, SOY]],
        [[ACTOR.userId, 'accounts'], [ACCOUNT]],
      ],
    },
  );
  return user;
}

const BOARD = (
  <Tabs value="all">
    <TabsList>
      <ListTabs />
    </TabsList>
    <ListTools />
  </Tabs>
);

const kept = () => useKeptLists.getState().lists;

test('a visitor creates a list and fills it by search, all in the browser', async () => {
  const user = await setUp(BOARD);
  await user.click(screen.getByLabelText('Danh sách theo dõi mới'));
  await user.click(await screen.findByTestId('save-list'));
  expect(screen.getByText('Nhập tên danh sách')).toBeTruthy();
  await user.type(screen.getByTestId('list-name'), ' Grain {Enter}');
  await user.type(await screen.findByTestId('list-search'), 'dau{Enter}');
  await user.clear(screen.getByTestId('list-search'));
  await user.type(screen.getByTestId('list-search'), 'zce');
  await user.click(screen.getByLabelText('Thêm ZCEZ26'));
  expect(kept()).toMatchObject([{ name: 'Grain', contractCodes: ['ZSEF27', 'ZCEZ26'] }]);
  expect(useShownList.getState().contractCodes).toEqual(['ZSEF27', 'ZCEZ26']);
  expect(fetched).not.toHaveBeenCalled();
});

test('a list is reordered, emptied and deleted, and the board follows', async () => {
  useKeptLists.setState({ lists: [{ watchlistId: '1', name: 'Grain', contractCodes: ['ZSEF27', 'ZCEZ26'] }] });
  useShownList.setState({ watchlistId: '1' });
  const user = await setUp(BOARD);
  await waitFor(() => expect(useShownList.getState().contractCodes).toEqual(['ZSEF27', 'ZCEZ26']));
  act(() => moveInShownList('ZCEZ26', -1));
  await waitFor(() => expect(useShownList.getState().contractCodes).toEqual(['ZCEZ26', 'ZSEF27']));
  await user.click(screen.getByLabelText('Sửa danh sách Grain'));
  await user.click(await screen.findByLabelText('Chuyển ZCEZ26 xuống'));
  expect(kept()[0]?.contractCodes).toEqual(['ZSEF27', 'ZCEZ26']);
  await user.click(screen.getByLabelText('Bỏ ZSEF27'));
  expect(kept()[0]?.contractCodes).toEqual(['ZCEZ26']);
  await user.click(screen.getByTestId('delete-list'));
  expect(screen.getByTestId('delete-list').textContent).toContain('Xóa hẳn “Grain”');
  await waitFor(() => expect(screen.getByTestId('delete-list').dataset.ready).toBe('true'));
  fireEvent.click(screen.getByTestId('delete-list'));
  await waitFor(() => expect([kept(), useShownList.getState().watchlistId]).toEqual([[], null]));
});

test('a duplicate name says so, and keeps what was typed', async () => {
  useKeptLists.setState({ lists: [{ watchlistId: '1', name: 'Energy', contractCodes: [] }] });
  const user = await setUp(BOARD);
  await user.click(screen.getByLabelText('Danh sách theo dõi mới'));
  await user.type(await screen.findByTestId('list-name'), 'ENERGY{Enter}');
  expect(await screen.findByText(/Đã có danh sách tên “ENERGY”/)).toBeTruthy();
  expect(screen.getByTestId<HTMLInputElement>('list-name').value).toBe('ENERGY');
});

test('the menu of a row adds a contract to lists and removes it, shown at once', async () => {
  signIn(ACTOR.userId);
  const list = { watchlistId: 'w1', name: 'Mine', contractCodes: [CORN.code] };
  const user = await setUp(<RowMenu code={SOY.code} x={1} y={1} onClose={vi.fn()} />, (method, path) => {
    if (method === 'POST') return answer(200, { ...list, contractCodes: [CORN.code, SOY.code] });
    return answer(200, { items: path.includes('/watchlists') ? [list] : [], nextCursor: null });
  });
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Mine' });
  expect(item.getAttribute('aria-checked')).toBe('false');
  await user.click(item);
  await waitFor(() =>
    expect(screen.getByRole('menuitemcheckbox', { name: 'Mine' }).getAttribute('aria-checked')).toBe('true'),
  );
  expect(sent()).toEqual([`POST /watchlists/w1/contracts {contractCode:${SOY.code}}`]);
});

const KEPT = {
  favourites: [CORN.code],
  lists: [
    { watchlistId: 'a', name: 'New', contractCodes: [CORN.code] },
    { watchlistId: 'b', name: 'mine', contractCodes: [CORN.code, SOY.code] },
  ],
  offeredTo: [],
};
const MINE = { watchlistId: 'w1', name: 'Mine', contractCodes: [CORN.code] };

function accountReplies(method: string, path: string): Response {
  if (method === 'GET') return answer(200, { items: path.includes('/watchlists') ? [MINE] : [], nextCursor: null });
  if (path.endsWith('/contracts')) return answer(200, { ...MINE, contractCodes: [CORN.code, SOY.code] });
  return answer(201, { watchlistId: 'w2', name: 'New', contractCodes: [CORN.code] });
}

test('stored lists are taken over by a press, and same names are merged', async () => {
  signIn(ACTOR.userId);
  useKeptLists.setState(KEPT);
  const user = await setUp(<KeptListsOffer />, accountReplies);
  const offer = await screen.findByTestId('kept-lists-offer');
  expect(offer.textContent).toContain(`Yêu thích: 1 mã, danh sách: 2. Chuyển vào tài khoản ${ACCOUNT.subAccountCode}?`);
  expect(fetched).not.toHaveBeenCalled();
  await user.click(within(offer).getByRole('button', { name: 'Chuyển vào tài khoản' }));
  await screen.findByText(/Đã chuyển danh sách vào/);
  expect(sent()).toEqual([
    `POST /wishlist {contractCode:${CORN.code}}`,
    `POST /watchlists {name:New,contractCodes:[${CORN.code}]}`,
    `POST /watchlists/w1/contracts {contractCode:${SOY.code}}`,
  ]);
  expect(useKeptLists.getState()).toMatchObject({ favourites: [], lists: [] });
});

test('a refusal in the middle keeps what has not been moved yet', async () => {
  signIn(ACTOR.userId);
  useKeptLists.setState(KEPT);
  const user = await setUp(<KeptListsOffer />, (method, path) =>
    method === 'POST' && path.endsWith('/watchlists')
      ? answer(409, { code: 'TooManyWatchlists', facts: { max: 20 }, requestId: 'r' })
      : accountReplies(method, path),
  );
  const offer = await screen.findByTestId('kept-lists-offer');
  await user.click(within(offer).getByRole('button', { name: 'Chuyển vào tài khoản' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Tối đa 20 danh sách');
  expect(useKeptLists.getState()).toMatchObject({ favourites: [], lists: KEPT.lists });
});

test('discarded or dismissed, nothing goes to the account and nobody is asked again', async () => {
  signIn(ACTOR.userId);
  useKeptLists.setState(KEPT);
  const user = await setUp(<KeptListsOffer />);
  await user.click(within(await screen.findByTestId('kept-lists-offer')).getByRole('button', { name: 'Đóng' }));
  expect(useKeptLists.getState()).toMatchObject({ lists: KEPT.lists, offeredTo: [ACTOR.userId] });
  cleanup();
  await setUp(<KeptListsOffer />);
  expect(screen.queryByTestId('kept-lists-offer')).toBeNull();
  cleanup();
  useKeptLists.setState(KEPT);
  const again = await setUp(<KeptListsOffer />);
  await again.click(within(await screen.findByTestId('kept-lists-offer')).getByRole('button', { name: 'Bỏ đi' }));
  expect(useKeptLists.getState()).toMatchObject({ favourites: [], lists: [] });
  expect(fetched).not.toHaveBeenCalled();
});
