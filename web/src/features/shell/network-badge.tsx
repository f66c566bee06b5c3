/** How the feeds are, in a word, at the bottom right. The popup with pings and reconnect hangs on it later. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type NetworkState, useConnectionState } from '#data/feeds/connection-store.ts';
import { cn } from '#design/class-names.ts';

const DOTS: Record<NetworkState, string> = {
  connected: 'bg-success',
  connecting: 'bg-disabled',
  stalled: 'bg-warning',
  disconnected: 'bg-danger',
};

export function NetworkBadge() {
  const { t } = useTranslation();
  const state = useConnectionState();
  return (
    <output
      aria-label={t(($) => $.network.title)}
      aria-live="polite"
      data-testid="network-indicator"
      data-state={state}
      className="flex h-5 min-w-27 items-center justify-end rounded-full px-2 font-medium text-11 text-fg-2"
    >
      <NetworkStatus state={state} />
    </output>
  );
}

export function NetworkStatus({ state }: { state: NetworkState }) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={cn('size-1.75 rounded-full', DOTS[state])} />
      {textOf(t, state)}
    </span>
  );
}

/** A phone has no footer: it is told only what is wrong, right above the navigation. */
export function NetworkNotice() {
  const { t } = useTranslation();
  const state = useConnectionState();
  const isWrong = state === 'disconnected' || state === 'stalled';
  return (
    <output aria-label={t(($) => $.network.title)} aria-live="polite" className="md:hidden">
      {isWrong && (
        <span className="flex h-7 items-center justify-center border-border border-t bg-warning-soft font-medium text-12 text-warning">
          <NetworkStatus state={state} />
        </span>
      )}
    </output>
  );
}

function textOf(t: TFunction, state: NetworkState): string {
  switch (state) {
    case 'connected':
      return t(($) => $.network.status.good);
    case 'connecting':
      return t(($) => $.network.connecting);
    case 'stalled':
      return t(($) => $.network.stalledShort);
    case 'disconnected':
      return t(($) => $.network.status.disconnected);
  }
}
