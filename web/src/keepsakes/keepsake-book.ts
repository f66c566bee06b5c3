/**
 * What this device knows of an investor's keepsakes (record 186): as the server has them, and beside that what was
 * changed here and waits to go up. The later stamp counts, as on the server, so that both end the same in whatever order
 * they hear of changes. A book lies in the browser's storage, where several tabs have it open: it remembers nothing
 * itself.
 */
import type { Keepsake, KeepsakeKind, Keepsakes } from '@mua/contract/entities/keepsake';

/** Texts under names, as a browser keeps them. */
export interface Shelf {
  get(name: string): string | null;
  set(name: string, text: string): void;
  remove(name: string): void;
  names(): readonly string[];
}

/** JSON, of the kind's shape; null is a deletion. */
export type KeptValue = Keepsake['value'];

export interface Thing {
  readonly kind: KeepsakeKind;
  readonly key: string;
}

export interface Change extends Thing {
  readonly value: KeptValue;
}

/** Two devices changed a thing, neither knowing of the other: `value` stays, `own` was this device's. */
export interface Meeting extends Change {
  readonly own: KeptValue;
}

export interface Merged {
  /** What is to be shown from now on. */
  readonly changes: readonly Change[];
  readonly meetings: readonly Meeting[];
}

export interface KeepsakeBook {
  /** Undefined of a thing it has never heard of. */
  valueOf(thing: Thing): KeptValue | undefined;
  things(kind: KeepsakeKind): readonly Thing[];
  /** Notes a change that was made here; `asOf`: mark of what its maker had before them, if that is not the newest. */
  note(change: Change, asOf?: Mark): void;
  /** What is known of a thing now, to be named by `note` later. */
  markOf(thing: Thing): Mark;
  /** Notes what lay here before anybody had heard of keepsakes: anything that the server has wins over it. */
  adopt(change: Change): void;
  /** What the server has not got yet. */
  waiting(): readonly Keepsake[];
  merge(reading: Keepsakes): Merged;
  /** Where the next reading goes on; 0 before the first. */
  place(): number;
  /** Stamps again what a wrong clock has dated ahead of the server's. */
  comeBackTo(nowMs: number, aheadMs: number): void;
}

/** A stamp; null before there is one. */
export type Mark = string | null;

interface Kept {
  readonly stamp: string;
  readonly value: KeptValue;
}
interface Waiting extends Kept {
  readonly before: string | null;
}

const KEPT = 'kept ';
const WAITING = 'waiting ';
const PLACE = 'place';

export interface BookOptions {
  readonly shelf: Shelf;
  /** Tells this browser from others. */
  readonly device: string;
  /** By the server's clock, as well as it is known. */
  readonly nowMs: () => number;
}

export function openBook({ shelf, device, nowMs }: BookOptions): KeepsakeBook {
  const lines = linesOn(shelf);
  const currentOf = (thing: Thing): Kept | undefined => lines.waitingOf(thing) ?? lines.keptOf(thing);
  const place = (): number => Number(shelf.get(PLACE) ?? 0);

  function wait({ kind, key, value }: Change, timeMs: number, asOf = lines.keptOf({ kind, key })?.stamp ?? null): void {
    const stamp = `${String(timeMs).padStart(15, '0')}.${device}`;
    lines.wait({ kind, key }, { stamp, before: asOf, value });
  }

  /** Null if nothing is to be shown otherwise than it is. */
  function take(item: Keepsake): { change: Change | null; meeting: Meeting | null } {
    const { kind, key, stamp, before, value } = item;
    const kept = lines.keptOf(item);
    if (kept && stamp <= kept.stamp) return { change: null, meeting: null };
    const waiting = lines.waitingOf(item);
    lines.keep(item, { stamp, value });
    if (waiting && waiting.stamp > stamp) return { change: null, meeting: null };
    lines.endWaiting(item);
    if (waiting?.stamp === stamp) return { change: null, meeting: null };
    const own = waiting ?? (kept && deviceOf(kept.stamp) === device ? kept : undefined);
    const isMeeting = own !== undefined && before !== own.stamp && deviceOf(stamp) !== device;
    return {
      change: { kind, key, value },
      meeting: isMeeting && !isSame(own.value, value) ? { kind, key, value, own: own.value } : null,
    };
  }

  return {
    place,
    valueOf: (thing) => currentOf(thing)?.value,
    things: (kind) => {
      const all = new Map([...lines.kept(), ...lines.waiting()].map((thing) => [nameOf(thing), thing]));
      return [...all.values()].filter((thing) => thing.kind === kind);
    },
    note(change, asOf) {
      const waiting = lines.waitingOf(change);
      // What waits was made of the same: the server has seen nothing between.
      const before = asOf !== undefined && waiting ? waiting.before : asOf;
      wait(change, Math.max(nowMs(), timeOf(currentOf(change)?.stamp) + 1), before);
    },
    markOf: (thing) => currentOf(thing)?.stamp ?? null,
    adopt: (change) => wait(change, 1),
    waiting: () =>
      lines.waiting().flatMap((thing) => {
        const waiting = lines.waitingOf(thing);
        // Its shape is the kind's: it came from the kind's source.
        return waiting ? [{ ...thing, ...waiting } as Keepsake] : [];
      }),
    merge({ items, isWhole, place: reached }) {
      const isLess = reached < place();
      if (isWhole && isLess) bringBack(lines, items);
      const gone = isWhole && !isLess ? dropMissing(lines, items) : [];
      const taken = items.map(take);
      shelf.set(PLACE, String(reached));
      return {
        changes: [...gone, ...taken.flatMap(({ change }) => change ?? [])],
        meetings: taken.flatMap(({ meeting }) => meeting ?? []),
      };
    },
    comeBackTo(serverMs, aheadMs) {
      for (const thing of lines.waiting()) {
        const waiting = lines.waitingOf(thing);
        if (!waiting || timeOf(waiting.stamp) <= serverMs + aheadMs) continue;
        wait({ ...thing, value: waiting.value }, Math.max(serverMs, timeOf(lines.keptOf(thing)?.stamp) + 1));
      }
    },
  };
}

/** The lines of a book: of each thing at most one as the server has it, and one that waits. */
interface Lines {
  keptOf(thing: Thing): Kept | undefined;
  waitingOf(thing: Thing): Waiting | undefined;
  kept(): readonly Thing[];
  waiting(): readonly Thing[];
  keep(thing: Thing, kept: Kept): void;
  wait(thing: Thing, waiting: Waiting): void;
  forget(thing: Thing): void;
  endWaiting(thing: Thing): void;
}

function linesOn(shelf: Shelf): Lines {
  const thingsUnder = (prefix: string): readonly Thing[] =>
    shelf.names().flatMap((name) => (name.startsWith(prefix) ? [thingOf(name.slice(prefix.length))] : []));
  return {
    keptOf: (thing) => read(shelf.get(KEPT + nameOf(thing))),
    waitingOf: (thing) => read(shelf.get(WAITING + nameOf(thing))),
    kept: () => thingsUnder(KEPT),
    waiting: () => thingsUnder(WAITING),
    keep: (thing, kept) => shelf.set(KEPT + nameOf(thing), JSON.stringify(kept)),
    wait: (thing, waiting) => shelf.set(WAITING + nameOf(thing), JSON.stringify(waiting)),
    forget: (thing) => shelf.remove(KEPT + nameOf(thing)),
    endWaiting: (thing) => shelf.remove(WAITING + nameOf(thing)),
  };
}

/** The server remembers no deletion that is as old as this reader's place, so what it does not have was deleted. */
function dropMissing(lines: Lines, items: readonly Keepsake[]): readonly Change[] {
  const there = new Set(items.map(nameOf));
  return lines.kept().flatMap((thing) => {
    if (there.has(nameOf(thing))) return [];
    lines.forget(thing);
    return lines.waitingOf(thing) ? [] : [{ ...thing, value: null }];
  });
}

/** The server was restored and has less than it once had: what this device has of it goes up again. */
function bringBack(lines: Lines, items: readonly Keepsake[]): void {
  const there = new Set(items.map(nameOf));
  for (const thing of lines.kept()) {
    const kept = lines.keptOf(thing);
    if (there.has(nameOf(thing)) || !kept || lines.waitingOf(thing)) continue;
    lines.forget(thing);
    lines.wait(thing, { ...kept, before: null });
  }
}

/** Whatever the order in which its fields were written. */
export function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

export function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function nameOf({ kind, key }: Thing): string {
  return `${kind} ${key}`;
}

function thingOf(name: string): Thing {
  const end = name.indexOf(' ');
  return { kind: name.slice(0, end) as KeepsakeKind, key: name.slice(end + 1) };
}

function timeOf(stamp: string | undefined): number {
  return stamp === undefined ? 0 : Number(stamp.slice(0, stamp.indexOf('.')));
}

function deviceOf(stamp: string): string {
  return stamp.slice(stamp.indexOf('.') + 1);
}

/** Only this file writes under these names. */
function read<Line extends Kept>(text: string | null): Line | undefined {
  return text === null ? undefined : (JSON.parse(text) as Line);
}
