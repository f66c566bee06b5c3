/** A page of the trading account, for addresses that name no account. */
import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { FoundAccount, type FoundAccountProps, useInactiveReason } from '#pages/account-overview/found-account.tsx';
import { accountsQuery, meQuery, useTradingAccount } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { StatusStep } from '#signed-in/status-step.tsx';

export function ChosenAccount(props: Omit<FoundAccountProps, 'accountId'>) {
  const userId = useActiveUser();
  const { data: accounts } = useQuery({ ...accountsQuery(userId ?? ''), enabled: userId !== null });
  const accountId = useTradingAccount()?.accountId;
  if (userId !== null && accounts && accountId === undefined) return <NoAccount title={props.title} userId={userId} />;
  return <FoundAccount {...props} accountId={accountId ?? ''} />;
}

/** Shown to a user who is not a customer yet. */
function NoAccount({ title, userId }: { title: string; userId: string }) {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery(userId));
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        icon={Hourglass}
        title={t(($) => $.money.noAccount)}
        hint={useInactiveReason(userId)}
        action={
          me && me.status !== 'ACTIVE' ? (
            <StatusStep status={me.status} className={buttonVariants({ className: 'max-md:min-h-11' })} />
          ) : undefined
        }
        className="m-auto"
      />
    </>
  );
}
