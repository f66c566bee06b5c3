/** The shelf of this browser's storage on which an investor's book lies, and what goes when somebody signs out. */

import type { Shelf } from '#keepsakes/keepsake-book.ts';
import { usersKnown } from '#session/auth-store.ts';
import { ownName } from '#session/own-storage.ts';

const BOOK = 'keepsakes ';
const DEVICE = 'keepsake-device';

/** A browser that forbids storage has a book for as long as the page is there. */
export function shelfOf(userId: string): Shelf {
  const beginning = ownName(BOOK, userId);
  const unstored = new Map<string, string>();
  return {
    get: (name) => unstored.get(name) ?? attempt(() => localStorage.getItem(beginning + name)) ?? null,
    set: (name, text) => {
      const isStored = attempt(() => {
        localStorage.setItem(beginning + name, text);
        return true;
      });
      if (isStored) unstored.delete(name);
      else unstored.set(name, text);
    },
    remove: (name) => {
      unstored.delete(name);
      attempt(() => localStorage.removeItem(beginning + name));
    },
    names: () => [
      ...new Set([
        ...storedNames().flatMap((name) => (name.startsWith(beginning) ? [name.slice(beginning.length)] : [])),
        ...unstored.keys(),
      ]),
    ],
  };
}

/** Tells this browser from others of the same investor; drawn once. */
export function deviceName(): string {
  const known = attempt(() => localStorage.getItem(DEVICE));
  if (known && /^[a-z0-9]{12}$/.test(known)) return known;
  const drawn = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => (byte % 36).toString(36)).join('');
  attempt(() => localStorage.setItem(DEVICE, drawn));
  return drawn;
}

/**
 * Forgets what this browser has of investors who are not signed in here any more: the server has it. What has not gone
 * up yet stays, unseen, until they are here again.
 */
export function forgetStrangers(): void {
  const here = usersKnown();
  for (const name of storedNames()) {
    const [, userId, rest = ''] = /^of (\S+) (.*)$/s.exec(name) ?? [];
    if (userId === undefined || here.has(userId) || rest.startsWith(`${BOOK}waiting `)) continue;
    attempt(() => localStorage.removeItem(name));
  }
}

function storedNames(): readonly string[] {
  return attempt(() => Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '')) ?? [];
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
