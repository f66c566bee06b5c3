/**
 * Keeps this device's notification settings: which kinds of events show a toast, and which play a sound. Sounds are off
 * until somebody turns them on. A refusal always has its toast: whoever believes an order is working must learn that it
 * is not.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onOtherTab } from '#session/other-tabs.ts';

/**
 * The kinds are, in order: sent or working; changed; cancelled or expired; a stop or exit triggered; filled; refused.
 */
export const TOASTED_KINDS = ['progress', 'changed', 'ended', 'triggered', 'filled', 'refused'] as const;
export type ToastedKind = (typeof TOASTED_KINDS)[number];

/** Margin levels and price alerts have their own places on the screen, but a sound like the others. */
export const AUDIBLE_KINDS = ['filled', 'refused', 'triggered', 'ended', 'margin', 'alert'] as const;
export type AudibleKind = (typeof AUDIBLE_KINDS)[number];

interface NoticeStore {
  readonly muted: readonly ToastedKind[];
  readonly audible: readonly AudibleKind[];
  setMuted(kind: ToastedKind, isMuted: boolean): void;
  setAudible(kind: AudibleKind, isAudible: boolean): void;
}

export const useNotices = create<NoticeStore>()(
  persist(
    (set) => ({
      muted: [],
      audible: [],
      setMuted: (kind, isMuted) => set(({ muted }) => ({ muted: withItem(muted, kind, isMuted && canMute(kind)) })),
      setAudible: (kind, isAudible) => set(({ audible }) => ({ audible: withItem(audible, kind, isAudible) })),
    }),
    {
      name: 'notices',
      partialize: ({ muted, audible }) => ({ muted, heard: audible }),
      merge: (kept, store) => ({
        ...store,
        muted: TOASTED_KINDS.filter((kind) => canMute(kind) && includes(kept, 'muted', kind)),
        audible: AUDIBLE_KINDS.filter((kind) => includes(kept, 'heard', kind)),
      }),
    },
  ),
);

onOtherTab('notices', () => void useNotices.persist.rehydrate());

export function canMute(kind: ToastedKind): boolean {
  return kind !== 'refused';
}

function withItem<K>(list: readonly K[], item: K, isIn: boolean): readonly K[] {
  const others = list.filter((each) => each !== item);
  return isIn ? [...others, item] : others;
}

function includes(kept: unknown, field: string, kind: string): boolean {
  const list: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, field) : undefined;
  return Array.isArray(list) && list.includes(kind);
}
