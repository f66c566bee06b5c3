/**
 * Keeps a visitor's favourites and named lists of contracts in this browser. They stay here after a sign-in until they
 * are taken over or discarded by hand; `offeredTo` remembers who was asked.
 */
import { LIMITS } from '@mua/contract/limits';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onOtherTab } from '#session/other-tabs.ts';

export interface KeptList {
  readonly watchlistId: string;
  readonly name: string;
  readonly contractCodes: readonly string[];
}

interface KeptLists {
  readonly favourites: readonly string[];
  readonly lists: readonly KeptList[];
  readonly offeredTo: readonly string[];
}

const NOTHING: KeptLists = { favourites: [], lists: [], offeredTo: [] };

export const useKeptLists = create<KeptLists>()(
  persist(() => NOTHING, { name: 'kept-lists', merge: (kept) => keptListsFrom(kept) }),
);

onOtherTab('kept-lists', () => void useKeptLists.persist.rehydrate());

export function toggleKept(code: string): void {
  const { favourites } = useKeptLists.getState();
  const others = favourites.filter((each) => each !== code);
  if (others.length < favourites.length) useKeptLists.setState({ favourites: others });
  else if (favourites.length < LIMITS.wishlistMax) useKeptLists.setState({ favourites: [...favourites, code] });
}

/** Local storage holds untrusted text: only what has the right shape comes out of it. */
export function keptListsFrom(kept: unknown): KeptLists {
  if (typeof kept !== 'object' || kept === null) return NOTHING;
  const { favourites, lists, offeredTo }: Partial<Record<keyof KeptLists, unknown>> = kept;
  const known = Array.isArray(lists) ? lists.flatMap(listFrom) : [];
  return {
    favourites: textsFrom(favourites, LIMITS.wishlistMax),
    lists: known.slice(0, LIMITS.watchlists),
    offeredTo: textsFrom(offeredTo, LIMITS.jarSlots),
  };
}

function listFrom(value: unknown): KeptList[] {
  if (typeof value !== 'object' || value === null) return [];
  const { watchlistId, name, contractCodes }: Partial<Record<keyof KeptList, unknown>> = value;
  if (typeof watchlistId !== 'string' || typeof name !== 'string' || name === '') return [];
  const codes = textsFrom(contractCodes, LIMITS.watchlistContracts);
  return [{ watchlistId, name: name.slice(0, LIMITS.watchlistNameMax), contractCodes: codes }];
}

function textsFrom(value: unknown, max: number): string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.filter((each): each is string => typeof each === 'string' && each.length <= 64);
  return [...new Set(texts)].slice(0, max);
}
