/** The two views of `/account-overview/history-payment`: every change of the cash, and statements of days, months and years. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';

export type HistoryView = 'movements' | 'statements';

export function HistoryTabs({ current }: { readonly current: HistoryView }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t(($) => $.statements.tabs)} className="flex h-9 gap-1 max-md:h-11">
      <View isCurrent={current === 'movements'} search={{}} name={t(($) => $.money.history)} />
      <View isCurrent={current === 'statements'} search={{ tab: 'statements' }} name={t(($) => $.statements.title)} />
    </nav>
  );
}

interface ViewProps {
  readonly isCurrent: boolean;
  readonly search: { readonly tab?: 'statements' };
  readonly name: string;
}

function View({ isCurrent, search, name }: ViewProps) {
  return (
    <Link
      to="/account-overview/history-payment"
      search={search}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        'relative flex items-center px-2 font-medium text-fg-2 outline-offset-[-3px] hover:text-foreground',
        'after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-[1px]',
        isCurrent && 'text-foreground after:bg-primary-text',
      )}
    >
      {name}
    </Link>
  );
}
