/** Moves a contract within the list on screen, by one place. */
import type { Watchlist } from '#features/watchlists/watchlists.ts';

export function movedCode(codes: readonly string[], code: string, by: 1 | -1): readonly string[] {
  return movedTo(codes, code, codes.indexOf(code) + by);
}

/** Moves it to a position in the list; beyond its ends nothing moves. */
export function movedTo(codes: readonly string[], code: string, to: number): readonly string[] {
  if (!codes.includes(code) || to < 0 || to >= codes.length) return codes;
  const others = codes.filter((each) => each !== code);
  return [...others.slice(0, to), code, ...others.slice(to)];
}

type Mover = (code: string, by: 1 | -1) => void;
let mover: Mover | null = null;

/**
 * Registered by the part that shows the lists, which knows the current one and its storage. Returns the function that
 * unregisters it.
 */
export function setMover(next: Mover): () => void {
  mover = next;
  return () => {
    if (mover === next) mover = null;
  };
}

export function moveInShownList(code: string, by: 1 | -1): void {
  mover?.(code, by);
}

export function listOf(lists: readonly Watchlist[], watchlistId: string | null): Watchlist | undefined {
  return lists.find((list) => list.watchlistId === watchlistId);
}
