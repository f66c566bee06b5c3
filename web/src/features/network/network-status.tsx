/** The state of the network as a dot and a word: colour alone is not enough. */
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import type { NetworkStatus as Status } from '#network/network-store.ts';

const DOTS: Record<Status, string> = {
  good: 'bg-success',
  weak: 'bg-warning',
  stalled: 'bg-warning',
  connecting: 'bg-disabled',
  disconnected: 'bg-danger',
};

export function NetworkStatus({ status }: { status: Status }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={cn('size-1.75 shrink-0 rounded-full', DOTS[status])} />
      {t(($) => $.network.status[status])}
    </span>
  );
}
