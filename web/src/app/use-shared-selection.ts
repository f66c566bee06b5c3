/** Orders go to the sub-account that was chosen last, in whichever window of this browser (docs/rules/screens.md). */
import { useEffect } from 'react';
import { useSelectedAccount } from '#session/selected-account-store.ts';

export function useSharedSelection(): void {
  useEffect(() => {
    const take = ({ key }: StorageEvent) => {
      if (key !== 'selected-account') return;
      // Not needed before there is another window.
      import('#app/selection-elsewhere.ts').then(
        ({ followSelection }) => followSelection(),
        () => useSelectedAccount.persist.rehydrate(),
      );
    };
    window.addEventListener('storage', take);
    return () => window.removeEventListener('storage', take);
  }, []);
}
