/** What may become the key of an action, and which actions stand in each other's way. Pure. */
import { CHOOSABLE, type ChosenKeys, isUnder, keysOf, type ShortcutName, shortcutOf } from '#session/shortcuts.ts';

/** Browsers keep these to themselves, or lose the page by them. */
export const BROWSER_KEYS = [
  'mod+w',
  'mod+t',
  'mod+n',
  'mod+r',
  'mod+shift+t',
  'mod+shift+n',
  'f5',
  'f11',
  'f12',
] as const;
/** They belong to whatever has the focus: a list, a field, a button. */
const FOCUS_KEYS = /^(?:shift\+)?(?:enter|space|tab|escape|backspace|f2)$/;
/** They move in whatever has the focus, so what is heard only there may have them. */
const MOVING_KEYS = /^(?:shift\+)?(?:up|down|left|right|home|end|pageup|pagedown)$/;
/** What a chart with the focus takes before any action: another interval, undo and redo. */
const CHART_KEYS = /^(?:(?:numpad)?[1-9]|mod\+(?:shift\+)?z|mod\+y|delete)$/;

export type KeyFault = 'browser' | 'focus' | 'chart';

/** Null for a chord that may be chosen for this action. */
export function faultOf(chord: string, name: ShortcutName): KeyFault | null {
  const { needsFocus = false } = shortcutOf(name);
  if (BROWSER_KEYS.some((kept) => kept === chord)) return 'browser';
  if (FOCUS_KEYS.test(chord) || (!needsFocus && MOVING_KEYS.test(chord))) return 'focus';
  return needsFocus && CHART_KEYS.test(chord) ? 'chart' : null;
}

/**
 * Actions under the same key, by that key; neither acts. What only the focused chart hears is among them: there the page's
 * other keys are heard too.
 */
export function conflictsIn(chosen: ChosenKeys): ReadonlyMap<string, readonly ShortcutName[]> {
  const conflicts = new Map<string, readonly ShortcutName[]>();
  const used = new Set(CHOOSABLE.map((name) => keysOf(name, chosen)).filter((keys) => keys !== ''));
  for (const keys of used) {
    const names = CHOOSABLE.filter((name) => isUnder(keysOf(name, chosen), keys));
    if (names.length > 1) conflicts.set(keys, names);
  }
  return conflicts;
}

/** The key as drawn needs no choice. */
export function withKeys(chosen: ChosenKeys, name: ShortcutName, keys: string): ChosenKeys {
  const { [name]: _before, ...rest } = chosen;
  return keys === shortcutOf(name).keys ? rest : { ...rest, [name]: keys };
}

/** One of them keeps its key; those in its way have none. Sequences that only begin alike are in nobody's. */
export function keptFor(chosen: ChosenKeys, name: ShortcutName, names: readonly ShortcutName[]): ChosenKeys {
  const kept = keysOf(name, chosen);
  const isInWay = (other: ShortcutName) => {
    const its = keysOf(other, chosen);
    return other !== name && (isUnder(its, kept) || isUnder(kept, its));
  };
  return names.filter(isInWay).reduce((keys, other) => withKeys(keys, other, ''), chosen);
}
