/** Orders go to the sub-account that was chosen last, in whichever window of this browser (docs/rules/screens.md). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { isBeingWritten } from '#desk/being-written.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';

const LOOK_AGAIN_MS = 500;

/** The sub-account that was shown long after it was chosen, in another window: nobody here expects it, so it is said. */
export const useLateSelection = create<{ readonly accountId: string | null }>()(() => ({ accountId: null }));

/** What is being written here is of the sub-account that is shown: another one comes when that is done. */
export function useSharedSelection(): void {
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      const hasWaited = later !== undefined;
      clearTimeout(later);
      later = undefined;
      if (isBeingWritten()) later = setTimeout(follow, LOOK_AGAIN_MS);
      else void taken(hasWaited);
    };
    const taken = async (isLate: boolean) => {
      const before = useSelectedAccount.getState().selectedAccount;
      await useSelectedAccount.persist.rehydrate();
      const { selectedAccount } = useSelectedAccount.getState();
      if (isLate && selectedAccount !== before) useLateSelection.setState({ accountId: selectedAccount });
    };
    const take = ({ key }: StorageEvent) => {
      if (key === 'selected-account') follow();
    };
    window.addEventListener('storage', take);
    return () => {
      clearTimeout(later);
      window.removeEventListener('storage', take);
    };
  }, []);
}
