/**
 * Reads and changes the favourite contracts (docs/rules/entities.md#favourites): stored by the server for each
 * sub-account, for a visitor in this browser.
 */
import { addWish, listWishes, removeWish } from '@mua/contract/http/wishlist';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toggleKept, useKeptLists } from '#session/kept-lists-store.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs, useActiveUser } from '#signed-in/actor.ts';

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
  /** False until it is known which sub-account they belong to. */
  readonly canKeep: boolean;
  /** Shows the change at once and reverts it when the server refuses. */
  toggle(code: string): void;
}

const NO_CODES: readonly string[] = [];

export function useFavourites(): Favourites {
  const client = useQueryClient();
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId;
  const actor = useMemo(() => ({ userId: userId ?? '', accountId: accountId ?? '' }), [userId, accountId]);
  const isVisitor = userId === null;
  const kept = useKeptLists((state) => state.favourites);
  const isOwned = !isVisitor && accountId !== undefined;
  const { data = NO_CODES } = useQuery({ ...favouritesQuery(actor), enabled: isOwned });
  const { mutate } = useMutation({
    mutationFn: keep,
    onMutate: async ({ actor: owner, code, isOn }) => {
      const { queryKey } = favouritesQuery(owner);
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (codes = []) =>
        isOn ? [...codes, code] : codes.filter((other) => other !== code),
      );
      return before;
    },
    onError: (_error, { actor: owner }, before) => client.setQueryData(favouritesQuery(owner).queryKey, before),
    onSettled: (_data, _error, { actor: owner }) =>
      client.invalidateQueries({ queryKey: favouritesQuery(owner).queryKey }),
  });
  return useMemo(() => {
    if (isVisitor) return { codes: new Set(kept), canKeep: true, toggle: toggleKept };
    const codes = new Set(data);
    return { codes, canKeep: isOwned, toggle: (code) => isOwned && mutate({ actor, code, isOn: !codes.has(code) }) };
  }, [actor, data, kept, isVisitor, isOwned, mutate]);
}

/** Carries its sub-account: by the time of the answer another one may be shown. */
interface Wish {
  readonly actor: AccountActor;
  readonly code: string;
  readonly isOn: boolean;
}

function keep({ actor: { userId, accountId }, code: contractCode, isOn }: Wish): Promise<unknown> {
  return isOn
    ? callAs(userId, addWish, { params: { accountId }, body: { contractCode } })
    : callAs(userId, removeWish, { params: { accountId, contractCode } });
}
