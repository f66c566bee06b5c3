/**
 * Takes the place of a list that belongs to a sub-account: says that there is none yet, and why; or shows a placeholder
 * while that is not known.
 */
import { useQuery } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { accountsQuery, meQuery } from '#signed-in/accounts.ts';
import { StatusStep } from '#signed-in/status-step.tsx';

export interface WithoutAccountProps {
  readonly userId: string;
  /** Placeholder in the shape of the list. */
  readonly waiting: ReactNode;
  readonly className?: string;
}

export function WithoutAccount({ userId, waiting, className }: WithoutAccountProps) {
  const { t } = useTranslation();
  const { data: accounts } = useQuery(accountsQuery(userId));
  const { data: me } = useQuery(meQuery(userId));
  if (accounts?.length !== 0 || !me) return waiting;
  return (
    <EmptyState
      icon={WalletCards}
      title={t(($) => $.accounts.noAccounts)}
      hint={t(($) => $.accounts.reason[me.status])}
      action={
        me.status !== 'ACTIVE' && (
          <StatusStep status={me.status} className={buttonVariants({ size: 'sm', variant: 'outline' })} />
        )
      }
      className={className}
    />
  );
}
