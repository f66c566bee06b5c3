/**
 * Keeps privacy mode for this device: sums and account numbers are masked on every screen, for a shared screen or a
 * train.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onOtherTab } from '#session/other-tabs.ts';

interface PrivacyStore {
  readonly isPrivate: boolean;
  toggle(): void;
}

export const usePrivacy = create<PrivacyStore>()(
  persist(
    (set) => ({
      isPrivate: false,
      toggle: () => set(({ isPrivate }) => ({ isPrivate: !isPrivate })),
    }),
    {
      name: 'privacy',
      partialize: ({ isPrivate }) => ({ isPrivate }),
    },
  ),
);

onOtherTab('privacy', () => void usePrivacy.persist.rehydrate());
