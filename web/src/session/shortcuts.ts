/**
 * Lists every key the product listens to: whatever handles a key names it here, the cheat sheet shows them all, and no
 * two parts can silently take the same one. Keys without a modifier can be switched off on this device (WCAG 2.1.4),
 * and never act while text is typed or composed, as Vietnamese is.
 */
import { useHotkeys } from 'react-hotkeys-hook';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const SHORTCUT_PLACES = ['everywhere', 'board', 'desk', 'chart', 'list'] as const;
export type ShortcutPlace = (typeof SHORTCUT_PLACES)[number];

export interface Shortcut {
  readonly place: ShortcutPlace;
  /** Key names as react-hotkeys-hook reads them; `g>b` is one key after the other. */
  readonly keys: string;
  /** True for keys handled by the focused part and listed here for the cheat sheet only. */
  readonly isLocal?: true;
}

export const SHORTCUTS = {
  palette: { place: 'everywhere', keys: 'mod+k' },
  cheatSheet: { place: 'everywhere', keys: 'shift+slash' },
  toPriceboard: { place: 'everywhere', keys: 'g>b' },
  toTrading: { place: 'everywhere', keys: 'g>t' },
  toAccount: { place: 'everywhere', keys: 'g>a' },
  privacy: { place: 'everywhere', keys: 'alt+h' },
  toasts: { place: 'everywhere', keys: 'alt+t', isLocal: true },
  boardMove: { place: 'board', keys: 'up, down', isLocal: true },
  boardOpen: { place: 'board', keys: 'enter', isLocal: true },
  buy: { place: 'desk', keys: 'b' },
  sell: { place: 'desk', keys: 's' },
  readPrice: { place: 'desk', keys: 'alt+r' },
  step: { place: 'desk', keys: 'up, down', isLocal: true },
  step10: { place: 'desk', keys: 'shift+up, shift+down', isLocal: true },
  chartMove: { place: 'chart', keys: 'left, right', isLocal: true },
  chartZoom: { place: 'chart', keys: 'plus, minus', isLocal: true },
  chartLatest: { place: 'chart', keys: 'end', isLocal: true },
  editCell: { place: 'list', keys: 'f2', isLocal: true },
  leave: { place: 'list', keys: 'escape', isLocal: true },
} as const satisfies Record<string, Shortcut>;
export type ShortcutName = keyof typeof SHORTCUTS;

interface ShortcutPreference {
  /** True while keys without a modifier are listened to. */
  readonly hasSingleKeys: boolean;
  setSingleKeys(hasSingleKeys: boolean): void;
}

export const useShortcutPreference = create<ShortcutPreference>()(
  persist((set) => ({ hasSingleKeys: true, setSingleKeys: (hasSingleKeys) => set({ hasSingleKeys }) }), {
    name: 'shortcuts',
    partialize: ({ hasSingleKeys }) => ({ hasSingleKeys }),
  }),
);

/** Listens while the calling component is mounted. */
export function useShortcut(name: ShortcutName, onPress: () => void): void {
  const { keys } = SHORTCUTS[name];
  const hasSingleKeys = useShortcutPreference((state) => state.hasSingleKeys);
  const hasModifier = isModified(keys);
  useHotkeys(
    keys,
    (event) => {
      event.preventDefault();
      onPress();
    },
    {
      enabled: hasModifier || hasSingleKeys,
      ignoreEventWhen: (event) => event.isComposing,
      // A key with a modifier is never text, so it works inside a field as well. A radio takes no text either.
      enableOnFormTags: hasModifier || ['radio'],
    },
    [onPress],
  );
}

export function isModified(keys: string): boolean {
  return /\b(mod|ctrl|alt|meta)\+/.test(keys);
}
