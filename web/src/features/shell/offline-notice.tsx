/** Shown without a network: says so, and how old the prices on the screen are. */
import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NoticeBar } from '#features/shell/notice-bar.tsx';
import { formatDateTime } from '#i18n/format.ts';
import { usePricesReceivedMs, useWithoutNetwork } from '#market/cached-market.ts';

export function OfflineNotice() {
  return useWithoutNetwork() ? <Notice /> : null;
}

function Notice() {
  const { t } = useTranslation();
  const seenMs = usePricesReceivedMs();
  return (
    <NoticeBar icon={WifiOff} testId="offline-notice">
      {seenMs === null
        ? t(($) => $.network.offline.empty)
        : t(($) => $.network.offline.since, { time: formatDateTime(seenMs) })}
    </NoticeBar>
  );
}
