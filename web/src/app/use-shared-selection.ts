/** Orders go to the sub-account that was chosen last, in whichever window of this browser (docs/rules/screens.md). */
import { useEffect } from 'react';
import { useSelectedAccount } from '#session/selected-account-store.ts';

export function useSharedSelection(): void {
  useEffect(() => {
    const take = ({ key }: StorageEvent) => {
      if (key === 'selected-account') void useSelectedAccount.persist.rehydrate();
    };
    window.addEventListener('storage', take);
    return () => window.removeEventListener('storage', take);
  }, []);
}
