/**
 * Names every action that a key may call: what it is called by (`keys.json`), where it acts, whether it trades, and
 * its key unless its investor has chosen another. Whatever handles a key names it here, the cheat sheet and the page of
 * keys show them all. Two actions under one key: neither acts, until one of them is chosen; a sequence and the action of
 * its first key are two as well. Keys without a modifier can be switched off (WCAG 2.1.4), but for those that are heard
 * only where the focus is.
 */
import { useEffectEvent, useLayoutEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '#session/kept-value.ts';
import { chordOf, isComposed, mayAct } from '#session/key-gate.ts';
import { followOwn, ownStorage } from '#session/own-storage.ts';

export const SHORTCUT_PLACES = ['everywhere', 'board', 'desk', 'orders', 'chart', 'list'] as const;
export type ShortcutPlace = (typeof SHORTCUT_PLACES)[number];

export interface Shortcut {
  readonly place: ShortcutPlace;
  /** As key-gate.ts names them; `g>b` is one key after the other, an empty text none. */
  readonly keys: string;
  /** True for keys handled by the focused part and listed here for the cheat sheet only: they can't be changed. */
  readonly isLocal?: true;
  /** Heard only while the focus is in its place (`data-keys` there), also while held: it moves what is looked at. */
  readonly needsFocus?: true;
  /** Acts only while keys are armed: an order in two steps, unless one is chosen on this device; a cancel at once. */
  readonly trades?: 'order' | 'cancel';
}

export const SHORTCUTS = {
  palette: { place: 'everywhere', keys: 'mod+k' },
  cheatSheet: { place: 'everywhere', keys: 'shift+slash' },
  toPriceboard: { place: 'everywhere', keys: 'g>b' },
  toTrading: { place: 'everywhere', keys: 'g>t' },
  toAccount: { place: 'everywhere', keys: 'g>a' },
  privacy: { place: 'everywhere', keys: 'alt+h' },
  toasts: { place: 'everywhere', keys: 'alt+t' },
  boardMove: { place: 'board', keys: 'up, down', isLocal: true },
  boardOpen: { place: 'board', keys: 'enter', isLocal: true },
  buy: { place: 'desk', keys: 'b' },
  sell: { place: 'desk', keys: 's' },
  readPrice: { place: 'desk', keys: 'alt+r' },
  centreLadder: { place: 'desk', keys: 'c' },
  rollPosition: { place: 'desk', keys: '' },
  priceAlert: { place: 'desk', keys: '' },
  protectPosition: { place: 'desk', keys: '' },
  closePart: { place: 'desk', keys: '' },
  typeMarket: { place: 'desk', keys: '' },
  typeLimit: { place: 'desk', keys: '' },
  typeStop: { place: 'desk', keys: '' },
  typeStopLimit: { place: 'desk', keys: '' },
  typeTrailingStop: { place: 'desk', keys: '' },
  typeExits: { place: 'desk', keys: '' },
  openOco: { place: 'desk', keys: '' },
  openScale: { place: 'desk', keys: '' },
  openTemplates: { place: 'desk', keys: '' },
  bookOrLadder: { place: 'desk', keys: '' },
  toBoard: { place: 'desk', keys: '' },
  toOrders: { place: 'desk', keys: '' },
  toPositions: { place: 'desk', keys: '' },
  toConditionals: { place: 'desk', keys: '' },
  chartWindow: { place: 'desk', keys: '' },
  ladderWindow: { place: 'desk', keys: '' },
  bookWindow: { place: 'desk', keys: '' },
  boardWindow: { place: 'desk', keys: '' },
  listsWindow: { place: 'desk', keys: '' },
  step: { place: 'desk', keys: 'up, down', isLocal: true },
  step10: { place: 'desk', keys: 'shift+up, shift+down', isLocal: true },
  ladderPage: { place: 'desk', keys: 'pageup, pagedown', isLocal: true },
  ladderEnds: { place: 'desk', keys: 'home, end', isLocal: true },
  buyMarket: { place: 'orders', keys: 'q', trades: 'order' },
  sellMarket: { place: 'orders', keys: 'w', trades: 'order' },
  buyBid: { place: 'orders', keys: '', trades: 'order' },
  sellAsk: { place: 'orders', keys: '', trades: 'order' },
  flatten: { place: 'orders', keys: 'f', trades: 'order' },
  reverse: { place: 'orders', keys: '', trades: 'order' },
  cancelBids: { place: 'orders', keys: 'shift+q', trades: 'cancel' },
  cancelAsks: { place: 'orders', keys: 'shift+w', trades: 'cancel' },
  cancelOrders: { place: 'orders', keys: 'shift+x', trades: 'cancel' },
  lots1: { place: 'orders', keys: 'alt+1' },
  lots2: { place: 'orders', keys: 'alt+2' },
  lots3: { place: 'orders', keys: 'alt+3' },
  lots4: { place: 'orders', keys: 'alt+4' },
  exits: { place: 'orders', keys: '' },
  barOlder: { place: 'chart', keys: 'left', needsFocus: true },
  barNewer: { place: 'chart', keys: 'right', needsFocus: true },
  furtherOlder: { place: 'chart', keys: 'shift+left', needsFocus: true },
  furtherNewer: { place: 'chart', keys: 'shift+right', needsFocus: true },
  pageOlder: { place: 'chart', keys: 'shift+pageup', needsFocus: true },
  pageNewer: { place: 'chart', keys: 'shift+pagedown', needsFocus: true },
  oldestBar: { place: 'chart', keys: 'home', needsFocus: true },
  newestBar: { place: 'chart', keys: 'end', needsFocus: true },
  zoomIn: { place: 'chart', keys: 'plus', needsFocus: true },
  zoomOut: { place: 'chart', keys: 'minus', needsFocus: true },
  drawingBefore: { place: 'chart', keys: 'pageup', needsFocus: true },
  drawingAfter: { place: 'chart', keys: 'pagedown', needsFocus: true },
  shorterInterval: { place: 'chart', keys: '' },
  longerInterval: { place: 'chart', keys: '' },
  goToDate: { place: 'chart', keys: '' },
  openStudies: { place: 'chart', keys: '' },
  drawTrend: { place: 'chart', keys: '' },
  drawHorizontal: { place: 'chart', keys: '' },
  drawVertical: { place: 'chart', keys: '' },
  drawFibonacci: { place: 'chart', keys: '' },
  drawRay: { place: 'chart', keys: '' },
  drawAverage: { place: 'chart', keys: '' },
  drawChannel: { place: 'chart', keys: '' },
  drawRectangle: { place: 'chart', keys: '' },
  drawMeasure: { place: 'chart', keys: '' },
  drawLong: { place: 'chart', keys: '' },
  drawShort: { place: 'chart', keys: '' },
  drawNote: { place: 'chart', keys: '' },
  undoDrawing: { place: 'chart', keys: '' },
  redoDrawing: { place: 'chart', keys: '' },
  hideDrawings: { place: 'chart', keys: '' },
  logScale: { place: 'chart', keys: '' },
  percentScale: { place: 'chart', keys: '' },
  invertScale: { place: 'chart', keys: '' },
  fitChart: { place: 'chart', keys: '' },
  chartPicture: { place: 'chart', keys: '' },
  fullChart: { place: 'chart', keys: '' },
  editCell: { place: 'list', keys: 'f2', isLocal: true },
  leave: { place: 'list', keys: 'escape', isLocal: true },
} as const satisfies Record<string, Shortcut>;
export type ShortcutName = keyof typeof SHORTCUTS;

const LISTED: Readonly<Record<ShortcutName, Shortcut>> = SHORTCUTS;
export const SHORTCUT_NAMES = Object.keys(SHORTCUTS) as readonly ShortcutName[];
/** Actions whose key may be chosen, in the order of their list. */
export const CHOOSABLE: readonly ShortcutName[] = SHORTCUT_NAMES.filter((name) => !LISTED[name].isLocal);

/** Keys chosen on this device, by action; an empty text is none. */
export type ChosenKeys = Readonly<Partial<Record<ShortcutName, string>>>;

interface KeyPreference {
  /** True while keys without a modifier are listened to. */
  readonly hasSingleKeys: boolean;
  readonly keys: ChosenKeys;
}

interface ShortcutPreference extends KeyPreference {
  setSingleKeys(hasSingleKeys: boolean): void;
  /** In place of all that were chosen before. */
  setKeys(keys: ChosenKeys): void;
}

/** What is one chord, or one after another. */
const KEYS = /^(?:[a-z0-9+]{1,32}(?:>[a-z0-9+]{1,32})?)?$/;
const STORED = 'shortcuts';

export const useShortcutPreference = create<ShortcutPreference>()(
  persist(
    (set) => ({
      hasSingleKeys: true,
      keys: {},
      setSingleKeys: (hasSingleKeys) => set({ hasSingleKeys }),
      setKeys: (keys) => set({ keys }),
    }),
    {
      name: STORED,
      storage: ownStorage(),
      partialize: ({ hasSingleKeys, keys }) => ({ hasSingleKeys, keys }),
      merge: (kept, store) => ({ ...store, ...readStored(kept) }),
    },
  ),
);

followOwn(STORED, () => void useShortcutPreference.persist.rehydrate());

/** Whatever the storage contains: what can't be read is as it was drawn. */
function readStored(kept: unknown): KeyPreference {
  const stored = isRecord(kept) && isRecord(kept.keys) ? kept.keys : {};
  const keys = SHORTCUT_NAMES.flatMap((name) => {
    const chosen = stored[name];
    return LISTED[name].isLocal || typeof chosen !== 'string' || !KEYS.test(chosen) ? [] : [[name, chosen] as const];
  });
  return { hasSingleKeys: !isRecord(kept) || kept.hasSingleKeys !== false, keys: Object.fromEntries(keys) };
}

export function shortcutOf(name: ShortcutName): Shortcut {
  return LISTED[name];
}

/** The key an action has; an empty text for none. */
export function keysOf(name: ShortcutName, chosen: ChosenKeys): string {
  return chosen[name] ?? LISTED[name].keys;
}

/**
 * Whether an action's keys are called by these: they are the same, or begin its sequence and would act before its second
 * key is pressed.
 */
export function isUnder(its: string, keys: string): boolean {
  return its === keys || its.startsWith(`${keys}>`);
}

export function useKeysOf(name: ShortcutName): string {
  return useShortcutPreference(({ keys }) => keysOf(name, keys));
}

export function isModified(keys: string): boolean {
  return /\b(mod|ctrl|alt|meta)\+/.test(keys);
}

/** Whether its key is none now because it has no modifier. */
export function isSwitchedOff(name: ShortcutName, { keys: chosen, hasSingleKeys }: KeyPreference): boolean {
  const keys = keysOf(name, chosen);
  const { isLocal = false, needsFocus = isLocal } = LISTED[name];
  return !hasSingleKeys && !needsFocus && keys !== '' && !isModified(keys);
}

interface Listener {
  readonly press: () => void;
  readonly isArmed: () => boolean;
}

const listeners = new Map<ShortcutName, Listener>();
/** One key is awaited after another for so long. */
const SEQUENCE_MS = 1_000;
let first: { readonly chord: string; readonly timeMs: number } | null = null;

/** Listens while the calling component is on screen, from its first moment. What trades acts only while `isArmed`. */
export function useShortcut(name: ShortcutName, onPress: () => void, isArmed = false): void {
  const press = useEffectEvent(onPress);
  const armed = useEffectEvent(() => isArmed);
  useLayoutEffect(() => {
    const listener = { press: () => press(), isArmed: () => armed() };
    listeners.set(name, listener);
    document.addEventListener('keydown', take);
    return () => {
      if (listeners.get(name) === listener) listeners.delete(name);
    };
  }, [name]);
}

function take(event: KeyboardEvent): void {
  const chord = isComposed(event) ? null : chordOf(event);
  if (chord === null) return;
  const before = first !== null && event.timeStamp - first.timeMs <= SEQUENCE_MS ? first.chord : null;
  first = null;
  const name = (before !== null && onlyActionOf(`${before}>${chord}`)) || onlyActionOf(chord);
  if (!name) {
    if (mayAct(event, { isModified: isModified(chord), trades: false })) first = { chord, timeMs: event.timeStamp };
    return;
  }
  const listener = listeners.get(name);
  const { place, needsFocus = false, trades: traded } = LISTED[name];
  const trades = traded !== undefined;
  if (!listener || (trades && !listener.isArmed()) || (needsFocus && !isIn(place, event.target))) return;
  if (!mayAct(event, { isModified: isModified(chord), trades, repeats: needsFocus })) return;
  event.preventDefault();
  listener.press();
}

function isIn(place: ShortcutPlace, target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[data-keys="${place}"]`) !== null;
}

/** Undefined where there is none, where others are in its way, and where keys without a modifier are switched off. */
function onlyActionOf(keys: string): ShortcutName | undefined {
  const preference = useShortcutPreference.getState();
  const chosen = (name: ShortcutName) => keysOf(name, preference.keys);
  const [name, ...others] = CHOOSABLE.filter((one) => isUnder(chosen(one), keys) || isUnder(keys, chosen(one)));
  const isOnly = name !== undefined && others.length === 0 && chosen(name) === keys;
  return isOnly && !isSwitchedOff(name, preference) ? name : undefined;
}
