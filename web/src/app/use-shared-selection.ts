/** Orders go to the sub-account that was chosen last, in whichever window of this browser (docs/rules/screens.md). */
import { useEffect } from 'react';
import { isBeingWritten } from '#desk/being-written.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';

const LOOK_AGAIN_MS = 500;

/** What is being written here is of the sub-account that is shown: another one comes when that is done. */
export function useSharedSelection(): void {
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(later);
      if (isBeingWritten()) later = setTimeout(follow, LOOK_AGAIN_MS);
      else void useSelectedAccount.persist.rehydrate();
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
