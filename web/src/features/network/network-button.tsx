/**
 * The indicator at the bottom right (docs/rules/screens.md#network-indicator): the state of the network and the newest
 * ping, in the page's own footer.
 */
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { NetworkStatus } from '#features/network/network-status.tsx';
import { useLastPing, useNetworkStatus } from '#network/network-store.ts';

export function NetworkButton(props: ComponentProps<'button'>) {
  const { t } = useTranslation();
  const status = useNetworkStatus();
  const lastPingMs = useLastPing();
  // Without a connection the last answer is outdated.
  const isMeasured = lastPingMs !== null && status !== 'disconnected';
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      data-testid="network-indicator"
      data-state={status}
      className="relative flex h-5 items-center rounded-full px-2 font-medium text-11 text-fg-2 tabular-nums after:absolute after:-inset-x-1 after:-inset-y-0.5 hover:bg-surface-3 aria-expanded:bg-surface-3 max-md:after:-inset-y-3"
      {...props}
    >
      <span className="sr-only">{t(($) => $.network.title)}: </span>
      <NetworkStatus status={status} />
      {isMeasured && <span className="whitespace-pre"> · {t(($) => $.network.milliseconds, { ms: lastPingMs })}</span>}
    </button>
  );
}
