/** How the feeds are, in a word, at the bottom right. The popup with pings and reconnect hangs on it later. */
import { useTranslation } from 'react-i18next';
import { type NetworkState, useConnectionState } from '#data/feeds/connection-store.ts';
import { cn } from '#design/class-names.ts';

const DOTS: Record<NetworkState, string> = {
  connected: 'bg-up',
  connecting: 'bg-disabled',
  stalled: 'bg-warning',
  disconnected: 'bg-down',
};

export function NetworkBadge() {
  const { t } = useTranslation();
  const state = useConnectionState();
  const texts: Record<NetworkState, string> = {
    connected: t(($) => $.network.status.good),
    connecting: t(($) => $.network.connecting),
    stalled: t(($) => $.network.stalledShort),
    disconnected: t(($) => $.network.status.disconnected),
  };
  return (
    <output
      aria-label={t(($) => $.network.title)}
      aria-live="polite"
      data-testid="network-indicator"
      data-state={state}
      className="flex h-5 min-w-27 items-center justify-end gap-1.5 rounded-full px-2 font-medium text-11 text-fg-2"
    >
      <span aria-hidden className={cn('size-1.75 rounded-full', DOTS[state])} />
      {texts[state]}
    </output>
  );
}
