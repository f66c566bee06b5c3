/** The favourite contracts (spec 1, 7): kept by the server for each sub-account, for a visitor in this browser. */
import { addWish, listWishes, removeWish } from '@mua/contract/http/wishlist';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toggleKept, useKeptLists } from '#session/kept-lists-store.ts';
import { useTradingAccount } from './accounts.ts';
import { callAs, useActiveUser } from './actor.ts';
import type { AccountActor } from './orders.ts';

export function favouritesQuery({ userId, accountId }: AccountActor) {
  return queryOptions({
    queryKey: [userId, 'favourites', accountId] as const,
    queryFn: async ({ signal }) => {
      const { items } = await callAs(userId, listWishes, { params: { accountId }, signal });
      return items.map(({ contractCode }) => contractCode);
    },
  });
}

export interface Favourites {
  readonly codes: ReadonlySet<string>;
  /** False while it is not known yet which sub-account's they are. */
  readonly canKeep: boolean;
  /** Shows at once and takes itself back when the server says no. */
  toggle(code: string): void;
}

const NO_CODES: readonly string[] = [];

export function useFavourites(): Favourites {
  const client = useQueryClient();
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId;
  const actor = { userId: userId ?? '', accountId: accountId ?? '' };
  const isVisitor = userId === null;
  const kept = useKeptLists((state) => state.favourites);
  const isOwned = !isVisitor && accountId !== undefined;
  const { queryKey } = favouritesQuery(actor);
  const { data = NO_CODES } = useQuery({ ...favouritesQuery(actor), enabled: isOwned });
  const { mutate } = useMutation({
    mutationFn: ({ code, isOn }: { code: string; isOn: boolean }) => keep(actor, code, isOn),
    onMutate: async ({ code, isOn }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (codes = []) =>
        isOn ? [...codes, code] : codes.filter((other) => other !== code),
      );
      return before;
    },
    onError: (_error, _wish, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return useMemo(() => {
    if (isVisitor) return { codes: new Set(kept), canKeep: true, toggle: toggleKept };
    const codes = new Set(data);
    return { codes, canKeep: isOwned, toggle: (code) => isOwned && mutate({ code, isOn: !codes.has(code) }) };
  }, [data, kept, isVisitor, isOwned, mutate]);
}

function keep({ userId, accountId }: AccountActor, contractCode: string, isOn: boolean): Promise<unknown> {
  return isOn
    ? callAs(userId, addWish, { params: { accountId }, body: { contractCode } })
    : callAs(userId, removeWish, { params: { accountId, contractCode } });
}
