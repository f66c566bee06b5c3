/**
 * Tells that an order will wait, before it is sent, while its exchange can't be reached. Shows nothing while the link
 * is up.
 */
import { Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useExchangeDown } from '#ledger/exchange-links.ts';

export function ExchangeDownNote({ accountId }: { accountId: string | undefined }) {
  const { t } = useTranslation();
  if (!useExchangeDown(accountId)) return null;
  return (
    <p
      role="status"
      data-testid="exchange-down-note"
      className="flex items-start gap-1.5 rounded-md bg-warning-soft px-2.5 py-1.5 text-12 text-warning leading-4"
    >
      <Unplug aria-hidden className="mt-px size-3.5 shrink-0" />
      <span>
        <span className="font-medium">{t(($) => $.network.exchangeDown.title)}.</span>{' '}
        {t(($) => $.network.exchangeDown.waits)}
      </span>
    </p>
  );
}
