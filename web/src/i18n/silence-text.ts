import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns a writer of how long somebody may be silent: whole minutes from one minute on. */
export function useSilenceText(): (seconds: number) => string {
  const { t } = useTranslation();
  return useCallback(
    (seconds) => {
      const [unit, amount] = seconds < 60 ? (['seconds', seconds] as const) : (['minutes', seconds / 60] as const);
      return t(($) => $.orders.gone[unit], { amount });
    },
    [t],
  );
}
