/**
 * Keeps a page and the server in step about an investor's keepsakes: what was noted goes up soon, what other devices
 * changed comes down. Without a network changes wait in the book, over reloads too.
 */
import { KEEPSAKES, type Keepsake, type Keepsakes } from '@mua/contract/entities/keepsake';
import { type Change, type Meeting, textOf } from '#keepsakes/keepsake-book.ts';
import { type StoresOptions, watchStores } from '#keepsakes/keepsake-stores.ts';

/** What the server says to a call. */
export type Exchange =
  | { readonly kind: 'reading'; readonly reading: Keepsakes }
  /** Something in it can't be written as it is. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'full' }
  | { readonly kind: 'lost' };

export interface SyncOptions extends Omit<StoresOptions, 'onNoted'> {
  readonly exchange: (after: number, items: readonly Keepsake[]) => Promise<Exchange>;
  /** Calls later, once: soon, or after so many failures. Returns how to prevent it. */
  readonly later: (run: () => void, failures: number) => () => void;
  readonly onMeetings: (meetings: readonly Meeting[]) => void;
  readonly onFull: () => void;
  readonly onServerTime: (nowMs: number) => void;
}

export interface KeepsakeSync {
  /** Asks the server, unless `place` is known already. */
  look(place?: number): void;
  /** Puts values into the stores as if they were chosen here. */
  choose(changes: readonly Change[]): void;
  /** Resolves when no call is under way. */
  settled(): Promise<void>;
  stop(): void;
}

export function keepInStep(options: SyncOptions): KeepsakeSync {
  const { book, isActing, later } = options;
  const calls = callsOf(options);
  const stores = watchStores({ ...options, onNoted: () => runLater(0) });
  let isStopped = false;
  let isFirst = true;
  let isWanted = false;
  let failures = 0;
  let underWay: Promise<void> | null = null;
  let cancelLater = (): void => undefined;

  function runLater(after: number): void {
    cancelLater();
    cancelLater = later(run, after);
  }

  function merge(reading: Keepsakes): void {
    options.onServerTime(reading.nowMs);
    const { changes, meetings } = book.merge(reading);
    stores.show(changes, isFirst);
    isFirst = false;
    book.comeBackTo(reading.nowMs, KEEPSAKES.aheadMs / 2);
    if (meetings.length > 0) options.onMeetings(meetings);
  }

  /** Asks until nothing waits that the server would take. */
  async function exchangeAll(): Promise<void> {
    // The first call only reads: it tells the server's time too, by which everything else is stamped.
    let items: readonly Keepsake[] = isFirst ? [] : calls.next();
    do {
      const answer = await options.exchange(book.place(), items);
      if (isStopped || !isActing()) return;
      if (answer.kind === 'reading') merge(answer.reading);
      // Whoever can't be read from, or takes what it does not keep, is asked again later.
      if (answer.kind === 'lost' || isUnheard(items, answer)) {
        failures += 1;
        return runLater(failures);
      }
      failures = 0;
      calls.noteAnswer(answer.kind, items);
      items = calls.next();
    } while (items.length > 0);
  }

  function isUnheard(items: readonly Keepsake[], { kind }: Exchange): boolean {
    if (kind !== 'reading') return items.length === 0;
    const waiting = new Set(book.waiting().map(textOf));
    return items.some((item) => waiting.has(textOf(item)));
  }

  function run(): void {
    isWanted = true;
    if (underWay || isStopped) return;
    underWay = (async () => {
      while (isWanted && !isStopped) {
        isWanted = false;
        await exchangeAll();
      }
    })().finally(() => {
      underWay = null;
    });
  }

  run();
  return {
    look: (place) => {
      if (place === undefined || place > book.place()) run();
    },
    choose: stores.choose,
    async settled() {
      while (underWay) await underWay;
    },
    stop() {
      isStopped = true;
      cancelLater();
      stores.stop();
    },
  };
}

/** A call holds this much, so that it stays below LIMITS.bodyMaxBytes with three bytes for a letter of Vietnamese. */
const CALL_CHARS = 20_000;

interface Calls {
  /** What goes up next. */
  next(): readonly Keepsake[];
  noteAnswer(kind: Exchange['kind'], items: readonly Keepsake[]): void;
}

/** Which changes a call takes along. One that the server can't read must not keep the others from going up. */
function callsOf({ book, onFull }: Pick<SyncOptions, 'book' | 'onFull'>): Calls {
  const refused = new Set<string>();
  let isAlone = false;
  let isFull = false;
  let isTold = false;
  return {
    next() {
      let chars = 0;
      return book
        .waiting()
        .filter((item) => !refused.has(textOf(item)) && (!isFull || item.value === null))
        .slice(0, isAlone ? 1 : KEEPSAKES.perCall)
        .filter((item, place) => {
          chars += textOf(item).length;
          return place === 0 || chars < CALL_CHARS;
        });
    },
    noteAnswer(kind, items) {
      if (kind === 'full') {
        if (!isTold) onFull();
        isTold = true;
        isFull = true;
      } else if (kind === 'malformed') {
        isAlone = true;
        const [only] = items;
        if (only && items.length === 1) refused.add(textOf(only));
      } else if (items.some(({ value }) => value === null)) {
        isFull = false;
      }
    },
  };
}
