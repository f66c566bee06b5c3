/** Formats one limit: `5 lot`, `22:00–06:00`, or that there is none. */
import type { SelfLimits } from '@mua/contract/http/self-limits';
import { useTranslation } from 'react-i18next';
import type { LimitName } from '#features/own-limits/limits-draft.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';

export function useLimitText(): (name: LimitName, limits: SelfLimits) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (name, { maxLotsPerOrder, dailyLoss, noTradeHours, coolOffUntil }) => {
    const none = t(($) => $.limits.none);
    switch (name) {
      case 'maxLotsPerOrder':
        return maxLotsPerOrder === null ? none : lotsText({ t, format }, maxLotsPerOrder);
      case 'dailyLoss':
        return dailyLoss === null ? none : format.vnd(dailyLoss);
      case 'noTradeHours':
        return noTradeHours === null ? none : `${noTradeHours.from}–${noTradeHours.to}`;
      case 'coolOffUntil': {
        if (coolOffUntil === null) return t(($) => $.limits.pause.none);
        const until = `${format.hour(coolOffUntil)} ${format.date(coolOffUntil)}`;
        return t(($) => $.limits.pausedUntil, { until });
      }
    }
  };
}
