/** Named lists of contracts: a sub-account's on the server, a visitor's in this browser, with one way to use both. */

import type { ReplyCode } from '@mua/contract/errors';
import {
  addToWatchlist,
  arrangeWatchlist,
  createWatchlist,
  deleteWatchlist,
  listWatchlists,
  removeFromWatchlist,
  renameWatchlist,
  type Watchlist,
} from '@mua/contract/http/watchlists';
import { LIMITS } from '@mua/contract/limits';
import { READABLE_TEXT } from '@mua/contract/readable-text';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { freshId } from '#session/fresh-id.ts';
import { type KeptList, useKeptLists } from '#session/kept-lists-store.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs, useActiveUser } from '#signed-in/actor.ts';
import { CallError } from '#wire/call.ts';

export type { Watchlist };

export function watchlistsQuery({ userId, accountId }: AccountActor) {
  return queryOptions({
    queryKey: [userId, 'watchlists', accountId] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listWatchlists, { params: { accountId }, signal })).items,
  });
}

/** Each throws `CallError`, and shows its effect at once if it can. */
export interface WatchlistActs {
  create(name: string, contractCodes?: readonly string[]): Promise<Watchlist>;
  rename(list: Watchlist, name: string): Promise<void>;
  remove(list: Watchlist): Promise<void>;
  arrange(list: Watchlist, contractCodes: readonly string[]): Promise<void>;
  setIn(list: Watchlist, contractCode: string, isIn: boolean): Promise<void>;
}

export interface Watchlists extends WatchlistActs {
  readonly lists: readonly Watchlist[];
  /** False while their owner or their contents are not known. */
  readonly isKnown: boolean;
}

const NO_LISTS: readonly Watchlist[] = [];

export function useWatchlists(): Watchlists {
  const client = useQueryClient();
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId ?? null;
  const kept = useKeptLists((state) => state.lists);
  const actor = useMemo(() => ({ userId: userId ?? '', accountId: accountId ?? '' }), [userId, accountId]);
  const isOwned = userId !== null;
  const { data } = useQuery({ ...watchlistsQuery(actor), enabled: isOwned && accountId !== null });
  const acts = useMemo(() => (isOwned ? accountActs(client, actor) : BROWSER_ACTS), [client, actor, isOwned]);
  const lists = isOwned ? data : (kept as readonly Watchlist[]);
  return useMemo(() => ({ ...acts, lists: lists ?? NO_LISTS, isKnown: lists !== undefined }), [acts, lists]);
}

export function accountActs(client: QueryClient, actor: AccountActor): WatchlistActs {
  const { userId, accountId } = actor;
  const { queryKey } = watchlistsQuery(actor);
  const lay = (change: (lists: readonly Watchlist[]) => readonly Watchlist[]): void => {
    client.setQueryData<Watchlist[]>(queryKey, (lists) => lists && [...change(lists)]);
  };
  const put = (list: Watchlist): void =>
    lay((lists) => lists.map((each) => (each.watchlistId === list.watchlistId ? list : each)));
  /** Shown at once; the server's answer, or its own list after a refusal, replaces it. */
  const change = async (shown: Watchlist, call: () => Promise<Watchlist>): Promise<void> => {
    await client.cancelQueries({ queryKey });
    put(shown);
    try {
      put(await call());
    } catch (error) {
      void client.invalidateQueries({ queryKey });
      throw error;
    }
  };
  return {
    async create(name, contractCodes = []) {
      const body = { name, contractCodes: [...contractCodes] };
      const list = await callAs(userId, createWatchlist, { params: { accountId }, body });
      lay((lists) => [...lists, list]);
      return list;
    },
    async rename({ watchlistId }, name) {
      put(await callAs(userId, renameWatchlist, { params: { accountId, watchlistId }, body: { name } }));
    },
    async remove({ watchlistId }) {
      await callAs(userId, deleteWatchlist, { params: { accountId, watchlistId } });
      lay((lists) => lists.filter((each) => each.watchlistId !== watchlistId));
    },
    arrange(list, contractCodes) {
      const params = { accountId, watchlistId: list.watchlistId };
      const codes = [...contractCodes];
      return change({ ...list, contractCodes: codes }, () =>
        callAs(userId, arrangeWatchlist, { params, body: { contractCodes: codes } }),
      );
    },
    setIn(list, contractCode, isIn) {
      const params = { accountId, watchlistId: list.watchlistId };
      return change(withCode(list, contractCode, isIn), () =>
        isIn
          ? callAs(userId, addToWatchlist, { params, body: { contractCode } })
          : callAs(userId, removeFromWatchlist, { params: { ...params, contractCode } }),
      );
    },
  };
}

/** The server's rules, in the browser of a visitor. */
const BROWSER_ACTS: WatchlistActs = {
  async create(name, contractCodes = []) {
    const { lists } = useKeptLists.getState();
    if (lists.length >= LIMITS.watchlists) throw refused('TooManyWatchlists', { max: LIMITS.watchlists });
    checkName(lists, name);
    const list = { watchlistId: freshId(), name: name.trim(), contractCodes: [...contractCodes] };
    useKeptLists.setState({ lists: [...lists, list] });
    return list;
  },
  async rename(list, name) {
    checkName(
      useKeptLists.getState().lists.filter(({ watchlistId }) => watchlistId !== list.watchlistId),
      name,
    );
    keep({ ...list, name: name.trim() });
  },
  async remove({ watchlistId }) {
    useKeptLists.setState(({ lists }) => ({ lists: lists.filter((each) => each.watchlistId !== watchlistId) }));
  },
  async arrange(list, contractCodes) {
    keep({ ...list, contractCodes: [...contractCodes] });
  },
  async setIn(list, contractCode, isIn) {
    const max = LIMITS.watchlistContracts;
    if (isIn && list.contractCodes.length >= max) throw refused('WatchlistFull', { max });
    keep(withCode(list, contractCode, isIn));
  },
};

function keep(list: KeptList): void {
  useKeptLists.setState(({ lists }) => ({
    lists: lists.map((each) => (each.watchlistId === list.watchlistId ? list : each)),
  }));
}

function checkName(lists: readonly KeptList[], name: string): void {
  if (!READABLE_TEXT.test(name)) throw refused('UnreadableText', { field: 'name' });
  if (lists.some((each) => isSameName(each.name, name))) throw refused('WatchlistNameTaken', { name });
}

export function isSameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function withCode(list: Watchlist, code: string, isIn: boolean): Watchlist {
  const others = list.contractCodes.filter((each) => each !== code);
  return { ...list, contractCodes: isIn ? [...others, code] : others };
}

function refused(code: ReplyCode, facts: CallError['facts']): CallError {
  return new CallError({ code, facts, status: 409 });
}
