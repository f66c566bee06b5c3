/**
 * The content of the indicator's popup (docs/rules/screens.md#network-indicator): the status, the browser, pings, the
 * connections, and the available actions.
 */
import { LIMITS } from '@mua/contract/limits';
import { Wifi, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Explained } from '#design/ui/figures/explained.tsx';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import { ConnectionRows } from '#features/network/connection-rows.tsx';
import { NetworkStatus } from '#features/network/network-status.tsx';
import { PingHistory } from '#features/network/ping-history.tsx';
import { ReconnectArea } from '#features/network/reconnect-area.tsx';
import { useBrowserOnline } from '#network/connection-store.ts';
import { useNetworkStatus } from '#network/network-store.ts';

export function NetworkPanel() {
  return (
    <TooltipProvider delayDuration={LIMITS.networkTooltipDelayMs}>
      <div data-testid="network-panel" className="grid gap-3">
        <Head />
        <PingHistory />
        <ConnectionRows />
        <ReconnectArea />
      </div>
    </TooltipProvider>
  );
}

function Head() {
  const { t } = useTranslation();
  const status = useNetworkStatus();
  const isOnline = useBrowserOnline();
  const hint = isOnline
    ? t(($) => $.connection.hint[status], { ms: LIMITS.weakConnectionMs, seconds: LIMITS.feedStalledMs / 1000 })
    : t(($) => $.connection.hint.offline);
  const Icon = isOnline ? Wifi : WifiOff;
  return (
    <div className="flex items-center justify-between gap-3">
      <Explained text={hint} align="start" className="font-semibold text-14">
        <NetworkStatus status={status} />
      </Explained>
      <span className="inline-flex items-center gap-1.5 text-12 text-fg-2">
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {t(($) => (isOnline ? $.connection.browserOnline : $.connection.browserOffline))}
      </span>
    </div>
  );
}
