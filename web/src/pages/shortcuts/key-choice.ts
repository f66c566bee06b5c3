/** What may become the key of an action, and which actions stand in each other's way. Pure. */
import { type ChosenKeys, keysOf, SHORTCUT_NAMES, type ShortcutName, shortcutOf } from '#session/shortcuts.ts';

/** Actions whose key may be chosen, in the order of their list. */
export const CHOOSABLE: readonly ShortcutName[] = SHORTCUT_NAMES.filter((name) => !shortcutOf(name).isLocal);

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
const FOCUS_KEYS = /^(?:shift\+)?(?:up|down|left|right|enter|space|tab|escape|backspace|home|end|pageup|pagedown|f2)$/;

export type KeyFault = 'browser' | 'focus';

/** Null for a chord that may be chosen. */
export function faultOf(chord: string): KeyFault | null {
  if (BROWSER_KEYS.some((kept) => kept === chord)) return 'browser';
  return FOCUS_KEYS.test(chord) ? 'focus' : null;
}

/**
 * Actions under the same key, by that key; neither acts. A key that begins a sequence is in the way of it too: it would
 * act before the second one is pressed.
 */
export function conflictsIn(chosen: ChosenKeys): ReadonlyMap<string, readonly ShortcutName[]> {
  const conflicts = new Map<string, readonly ShortcutName[]>();
  const used = new Set(CHOOSABLE.map((name) => keysOf(name, chosen)).filter((keys) => keys !== ''));
  for (const keys of used) {
    const names = CHOOSABLE.filter((name) => {
      const its = keysOf(name, chosen);
      return its === keys || its.startsWith(`${keys}>`);
    });
    if (names.length > 1) conflicts.set(keys, names);
  }
  return conflicts;
}

/** The key as drawn needs no choice. */
export function withKeys(chosen: ChosenKeys, name: ShortcutName, keys: string): ChosenKeys {
  const { [name]: _before, ...rest } = chosen;
  return keys === shortcutOf(name).keys ? rest : { ...rest, [name]: keys };
}

/** One of them keeps the key, the others have none. */
export function keptFor(chosen: ChosenKeys, name: ShortcutName, names: readonly ShortcutName[]): ChosenKeys {
  return names.filter((other) => other !== name).reduce((keys, other) => withKeys(keys, other, ''), chosen);
}
