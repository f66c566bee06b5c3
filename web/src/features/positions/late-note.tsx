/** Says, in sight however long the facts are, that the prices of a question are late. Shows nothing while they are fresh. */
import type { Spread } from '@mua/contract/entities/spread';
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/use-format.ts';
import { useLateSpread } from '#market/spreads.ts';

export function LateNote({ seconds }: { readonly seconds: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (seconds === null) return null;
  // No live region: it would be read out every second.
  return (
    <p data-testid="late-note" className="flex items-center gap-1.5 text-12 text-warning">
      <Clock aria-hidden className="size-3.5 shrink-0" />
      {t(($) => $.ticket.warning.oldPrice, { seconds: format.volume(seconds) })}
    </p>
  );
}

export function SpreadLateNote({ spread }: { readonly spread: Spread }) {
  return <LateNote seconds={useLateSpread(spread)} />;
}
