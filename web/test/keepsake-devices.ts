/** Devices of one investor, each a page with a store and a book, and the server that they meet at. */
import type { Keepsake, Keepsakes } from '@mua/contract/entities/keepsake';
import { type Meeting, openBook, type Shelf } from '#keepsakes/keepsake-book.ts';
import type { KeepsakeSource } from '#keepsakes/keepsake-stores.ts';
import { type Exchange, keepInStep } from '#keepsakes/keepsake-sync.ts';

/** What all of them share. */
export const stage = { nowMs: 0, server: startServer() };

export function prepareStage(): void {
  stage.nowMs = 1_000_000;
  stage.server = startServer();
}

/** As server/src/keepsakes: the later stamp stays, places grow with each write. */
export function startServer() {
  const rows = new Map<string, { item: Keepsake; place: number }>();
  let place = 0;
  let forgotten = 0;
  const read = (after: number): Keepsakes => {
    const isWhole = after === 0 || after < forgotten || after > place;
    const found = [...rows.values()].filter((row) => isWhole || row.place > after);
    return { items: found.map(({ item }) => item), place, isWhole, nowMs: stage.nowMs };
  };
  return {
    rows,
    read,
    write(items: readonly Keepsake[]): void {
      place += 1;
      for (const item of items) {
        const name = `${item.kind} ${item.key}`;
        const known = rows.get(name);
        if (!known || item.stamp > known.item.stamp) rows.set(name, { item, place });
      }
    },
    forgetDeletions(): void {
      for (const [name, row] of rows) {
        if (row.item.value !== null) continue;
        rows.delete(name);
        forgotten = Math.max(forgotten, row.place);
      }
    },
    values: () =>
      Object.fromEntries(
        [...rows.values()].flatMap(({ item }) => (item.value === null ? [] : [[item.key, item.value]])),
      ),
  };
}

function memoryShelf(): Shelf & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get: (name) => texts.get(name) ?? null,
    set: (name, text) => void texts.set(name, text),
    remove: (name) => void texts.delete(name),
    names: () => [...texts.keys()],
  };
}

/** A store of texts under keys, as that of keys is. */
export function memoryStore(values = new Map<string, string>(), unshown: readonly string[] = []) {
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const source: KeepsakeSource = {
    kind: 'shortcut',
    read: () => new Map(values),
    canShow: (key) => !unshown.includes(key),
    take(changes) {
      for (const [key, value] of changes) value === null ? values.delete(key) : values.set(key, String(value));
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    values,
    source,
    set(key: string, value: string | null): void {
      if (value === null) values.delete(key);
      else values.set(key, value);
      tell();
    },
  };
}

interface DeviceOptions {
  readonly shelf?: ReturnType<typeof memoryShelf>;
  readonly store?: ReturnType<typeof memoryStore>;
  readonly answer?: (after: number, items: readonly Keepsake[]) => Exchange | undefined;
}

/** A page of a device. Online it answers at once; offline every call is lost. */
export function open(name: string, options: DeviceOptions = {}) {
  const { shelf = memoryShelf(), store = memoryStore(), answer } = options;
  const page = { isOnline: true, isActing: true, clockMs: 0, meetings: [] as Meeting[], full: 0 };
  let waiting: (() => void) | undefined;
  const book = openBook({ shelf, device: name.padEnd(12, '0'), nowMs: () => stage.nowMs + page.clockMs });
  const sync = keepInStep({
    book,
    sources: [store.source],
    isActing: () => page.isActing,
    exchange: async (after, items): Promise<Exchange> => {
      if (!page.isOnline) return { kind: 'lost' };
      const other = answer?.(after, items);
      if (other) return other;
      if (items.length > 0) stage.server.write(items);
      return { kind: 'reading', reading: stage.server.read(after) };
    },
    later: (run) => {
      waiting = run;
      return () => {
        waiting = undefined;
      };
    },
    onMeetings: (meetings) => page.meetings.push(...meetings),
    onFull: () => {
      page.full += 1;
    },
    onServerTime: (serverMs) => {
      page.clockMs = Math.abs(serverMs - stage.nowMs - page.clockMs) > 60_000 ? serverMs - stage.nowMs : 0;
    },
  });
  return {
    ...{ shelf, store, book, sync, page },
    set: store.set,
    values: () => Object.fromEntries(store.values),
    /** All that is due is done, and what others did is heard. */
    async meet(): Promise<void> {
      const due = waiting;
      waiting = undefined;
      due?.();
      sync.look();
      await sync.settled();
    },
    close: sync.stop,
  };
}
