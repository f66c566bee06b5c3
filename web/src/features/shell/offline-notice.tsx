/** Without a network: that there is none, and from when the prices on the screen are. */
import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePricesHeardMs, useWithoutNetwork } from '#data/kept-market.ts';
import { formatDateTime } from '#i18n/format.ts';

export function OfflineNotice() {
  return useWithoutNetwork() ? <Notice /> : null;
}

function Notice() {
  const { t } = useTranslation();
  const seenMs = usePricesHeardMs();
  return (
    <p
      role="status"
      data-testid="offline-notice"
      className="flex shrink-0 items-center gap-2 border-border border-b bg-warning-soft px-4 py-1.5 text-12 text-warning"
    >
      <WifiOff aria-hidden className="size-3.5 shrink-0" />
      {seenMs === null
        ? t(($) => $.network.offline.empty)
        : t(($) => $.network.offline.since, { time: formatDateTime(seenMs) })}
    </p>
  );
}
