/**
 * Moves what was stored in the browser before signing in into the account: each item leaves the browser once the server
 * has it, so that a refusal in the middle loses nothing and a second try continues. A list whose name already exists in
 * the account is merged into that one.
 */
import { addWish } from '@mua/contract/http/wishlist';
import { LIMITS } from '@mua/contract/limits';
import type { QueryClient } from '@tanstack/react-query';
import { accountActs, isSameName, watchlistsQuery } from '#features/watchlists/watchlists.ts';
import { favouritesQuery } from '#lists/favourites.ts';
import { type KeptList, useKeptLists } from '#session/kept-lists-store.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

/** Throws `CallError`. */
export async function takeOver(client: QueryClient, actor: AccountActor): Promise<void> {
  const { favourites, lists } = useKeptLists.getState();
  try {
    for (const contractCode of favourites) await takeFavourite(actor, contractCode);
    for (const list of lists) await takeList(client, actor, list);
  } finally {
    void client.invalidateQueries({ queryKey: favouritesQuery(actor).queryKey });
    void client.invalidateQueries({ queryKey: watchlistsQuery(actor).queryKey });
  }
}

async function takeFavourite({ userId, accountId }: AccountActor, contractCode: string): Promise<void> {
  await callAs(userId, addWish, { params: { accountId }, body: { contractCode } });
  useKeptLists.setState(({ favourites }) => ({ favourites: favourites.filter((code) => code !== contractCode) }));
}

async function takeList(client: QueryClient, actor: AccountActor, kept: KeptList): Promise<void> {
  const acts = accountActs(client, actor);
  const known = await client.fetchQuery({ ...watchlistsQuery(actor), staleTime: 0 });
  const same = known.find(({ name }) => isSameName(name, kept.name));
  if (same) {
    const missing = kept.contractCodes.filter((code) => !same.contractCodes.includes(code));
    const room = LIMITS.watchlistContracts - same.contractCodes.length;
    let list = same;
    for (const code of missing.slice(0, Math.max(0, room))) {
      await acts.setIn(list, code, true);
      list = { ...list, contractCodes: [...list.contractCodes, code] };
    }
  } else await acts.create(kept.name, kept.contractCodes);
  useKeptLists.setState(({ lists }) => ({
    lists: lists.filter(({ watchlistId }) => watchlistId !== kept.watchlistId),
  }));
}

export function throwAway(): void {
  useKeptLists.setState({ favourites: [], lists: [] });
}
