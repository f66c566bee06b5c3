/**
 * A phone has no footer: problems appear right above the navigation, and a tap shows details. A slow ping is not shown
 * here, because a notice that came and went with each ping would move the buttons above it under the user's thumb.
 */
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NetworkStatus } from '#features/network/network-status.tsx';
import { useNetworkStatus } from '#network/network-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';

export function NetworkNotice() {
  const { t } = useTranslation();
  const status = useNetworkStatus();
  const open = useOpenDialog((state) => state.open);
  const isWrong = status === 'disconnected' || status === 'stalled';
  return (
    <div className="md:hidden">
      <output aria-live="polite" className="sr-only">
        {t(($) => $.network.status[status])}
      </output>
      {isWrong && (
        <button
          type="button"
          aria-haspopup="dialog"
          data-testid="network-notice"
          data-state={status}
          onClick={() => open('network')}
          className="flex h-11 w-full items-center justify-center gap-1 border-border border-t bg-warning-soft font-medium text-12 text-warning outline-offset-[-3px]"
        >
          <span className="sr-only">{t(($) => $.network.title)}: </span>
          <NetworkStatus status={status} />
          <ChevronRight aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
