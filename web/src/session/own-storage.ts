/**
 * What a browser keeps for each of the people who use it: a visitor's under its plain name, an investor's under their id.
 * What a visitor had is the first investor's who signs in without anything of their own here (record 186).
 */
import { createJSONStorage, type PersistStorage } from 'zustand/middleware';
import { useAuth } from '#session/auth-store.ts';
import { onOtherTab } from '#session/other-tabs.ts';

export function ownName(name: string, userId = useAuth.getState().activeUserId): string {
  return userId === null ? name : `of ${userId} ${name}`;
}

/** Made when it is first read, like the library's own: tests of plain logic run without a window. */
export const ownStorage = <State>(): PersistStorage<State> | undefined =>
  createJSONStorage(() => {
    const shelf = localStorage;
    return {
      getItem: (name) => {
        const own = ownName(name);
        const inherited = shelf.getItem(name);
        if (own !== name && inherited !== null && shelf.getItem(own) === null) {
          shelf.setItem(own, inherited);
          shelf.removeItem(name);
        }
        return shelf.getItem(own);
      },
      setItem: (name, text) => shelf.setItem(ownName(name), text),
      removeItem: (name) => shelf.removeItem(ownName(name)),
    };
  });

/** Reads anew when another tab of the same investor writes, unless it `take`s that itself, and when somebody else acts. */
export function followOwn(name: string, readAnew: () => void, take: (text: string) => void = readAnew): void {
  onOtherTab(() => ownName(name), take);
  useAuth.subscribe((now, before) => {
    if (now.activeUserId !== before.activeUserId) readAnew();
  });
}
