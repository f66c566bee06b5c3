/**
 * The stores of a page beside an investor's book: what is changed in a store is noted at once, what others changed is put
 * into it.
 */
import type { KeepsakeKind } from '@mua/contract/entities/keepsake';
import { type Change, isSame, type KeepsakeBook, type KeptValue, type Mark, textOf } from '#keepsakes/keepsake-book.ts';

/** A store as one kind of things under keys. What is as it was drawn is left out, so that a reset is a deletion. */
export interface KeepsakeSource {
  readonly kind: KeepsakeKind;
  read(): ReadonlyMap<string, KeptValue>;
  /**
   * Whether the store can hold it. What it can't, because a later client made it, or because it is somebody else's, is
   * never put into it, and is not deleted for not being there.
   */
  canShow(key: string, value: KeptValue): boolean;
  /** Null deletes. */
  take(changes: ReadonlyMap<string, KeptValue>): void;
  subscribe(listener: () => void): () => void;
  /** What others change is shown from the next page on: it would move what somebody has under their hand. */
  readonly ofPage?: {
    /** Whether it was changed since it was read from the browser or `noteMet`. */
    isTouched(): boolean;
    /** The book knows what the store holds. */
    noteMet(): void;
  };
}

export interface StoresOptions {
  readonly book: KeepsakeBook;
  readonly sources: readonly KeepsakeSource[];
  /** Whether the stores are this investor's: with another one they change at once, and not by this one's hand. */
  readonly isActing: () => boolean;
  readonly onNoted: () => void;
}

export interface KeepsakeStores {
  /** Puts what others changed into the stores. */
  show(changes: readonly Change[], isFirst: boolean): void;
  /** Puts values into the stores as if they were chosen here. */
  choose(changes: readonly Change[]): void;
  stop(): void;
}

export function watchStores({ book, sources, isActing, onNoted }: StoresOptions): KeepsakeStores {
  /** What each store of this page held when it was last looked at, by kind and key. */
  const seen = new Map<KeepsakeKind, ReadonlyMap<string, string>>();
  /** Of a page's own things: as what it shows them, by kind and key. */
  const marks = new Map<string, Mark>();
  let isPutting = false;

  function mark({ kind, ofPage }: KeepsakeSource): void {
    if (ofPage) for (const { key } of book.things(kind)) marks.set(`${kind} ${key}`, book.markOf({ kind, key }));
  }

  function look(source: KeepsakeSource): ReadonlyMap<string, KeptValue> {
    const values = source.read();
    source.ofPage?.noteMet();
    seen.set(source.kind, new Map([...values].map(([key, value]) => [key, textOf(value)])));
    return values;
  }

  function put(source: KeepsakeSource, changes: ReadonlyMap<string, KeptValue>): void {
    const shown = [...changes].filter(([key, value]) => value === null || source.canShow(key, value));
    if (shown.length === 0) return;
    isPutting = true;
    source.take(new Map(shown));
    isPutting = false;
    look(source);
  }

  /** Notes what was changed in this page. What another tab has changed and noted is only seen. */
  function noteChanges(source: KeepsakeSource): void {
    if (isPutting || !isActing()) return;
    const { kind } = source;
    const before = seen.get(kind) ?? new Map<string, string>();
    const values = look(source);
    let isNoted = false;
    for (const key of new Set([...before.keys(), ...values.keys()])) {
      const value = values.get(key) ?? null;
      if (before.get(key) === (value === null ? undefined : textOf(value))) continue;
      const known = book.valueOf({ kind, key }) ?? null;
      if (isSame(known, value) || (value === null && !source.canShow(key, known))) continue;
      // Others may have changed it since this page was begun, which it does not show: they are to hear of this change.
      book.note({ kind, key, value }, source.ofPage && (marks.get(`${kind} ${key}`) ?? null));
      marks.set(`${kind} ${key}`, book.markOf({ kind, key }));
      isNoted = true;
    }
    if (isNoted) onNoted();
  }

  for (const source of sources) {
    const isTouched = source.ofPage?.isTouched() ?? false;
    put(source, reconciled(book, source, { values: look(source), isTouched }));
    mark(source);
  }
  const stops = sources.map((source) => source.subscribe(() => noteChanges(source)));
  return {
    show(changes, isFirst) {
      for (const source of sources) {
        if (source.ofPage && !isFirst) continue;
        put(source, ofKind(changes, source.kind));
        mark(source);
      }
    },
    choose(changes) {
      for (const source of sources) {
        const own = ofKind(changes, source.kind);
        if (own.size === 0) continue;
        // Whoever chooses has seen both.
        mark(source);
        source.take(own);
      }
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** What the store and the book say of each other when a page opens; returns what the store has to show. */
function reconciled(
  book: KeepsakeBook,
  source: KeepsakeSource,
  { values, isTouched }: { readonly values: ReadonlyMap<string, KeptValue>; readonly isTouched: boolean },
): ReadonlyMap<string, KeptValue> {
  const { kind } = source;
  const shown = new Map<string, KeptValue>();
  // After a sign-out the stores are empty, or a visitor's; what waits in the book is the investor's own.
  const isBookRight = !isTouched && (book.place() === 0 || source.ofPage !== undefined);
  for (const { key } of book.things(kind)) {
    const known = book.valueOf({ kind, key }) ?? null;
    const value = values.get(key) ?? null;
    if (isSame(known, value)) continue;
    if (isBookRight) shown.set(key, known);
    else if (value !== null || source.canShow(key, known)) book.note({ kind, key, value });
  }
  for (const [key, value] of values) {
    if (book.valueOf({ kind, key }) !== undefined) continue;
    if (isTouched) book.note({ kind, key, value });
    else book.adopt({ kind, key, value });
  }
  return shown;
}

function ofKind(changes: readonly Change[], kind: KeepsakeKind): ReadonlyMap<string, KeptValue> {
  return new Map(changes.flatMap((change) => (change.kind === kind ? [[change.key, change.value] as const] : [])));
}
