/**
 * Finds the owner of the sub-account in an address: the active investor, another one signed in here, or nobody here.
 * Only an account that can trade has pages.
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Hourglass, SearchX, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useAuth } from '#session/auth-store.ts';
import { switchAccount } from '#signed-in/account-switch.ts';
import { accountsQuery, meQuery, useInvestors } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';
import { StatusStep } from '#signed-in/status-step.tsx';

export interface FoundAccountProps {
  /** Title of the page; the account page has its own heading, everything shown instead of it needs this one. */
  readonly title: string;
  readonly accountId: string;
  readonly children: (found: { readonly actor: AccountActor; readonly account: AccountOverview }) => ReactNode;
}

export function FoundAccount({ title, accountId, children }: FoundAccountProps) {
  const userId = useActiveUser();
  const { data } = useQuery({ ...accountsQuery(userId ?? ''), enabled: userId !== null });
  const account = data?.find((one) => one.accountId === accountId);
  if (userId !== null && account?.isActivated) return children({ actor: { userId, accountId }, account });
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <NoPage accountId={accountId} account={account} />
    </>
  );
}

/** Shown instead of the page when it is not available. */
function NoPage({ accountId, account }: { accountId: string; account: AccountOverview | undefined }) {
  const { t } = useTranslation();
  const userId = useActiveUser();
  const { data, error, refetch } = useQuery({ ...accountsQuery(userId ?? ''), enabled: userId !== null });
  if (userId === null) return <SignInFirst />;
  if (!data && error) {
    const panel = t(($) => $.accounts.panel.accounts);
    return <ErrorPanel panel={panel} code={errorCodeOf(error)} onRetry={() => void refetch()} className="m-auto" />;
  }
  if (!data) return <Waiting />;
  if (account) return <NotActivated account={account} userId={userId} />;
  return <NotOwn accountId={accountId} userId={userId} />;
}

function Waiting() {
  return (
    <div className="p-6">
      <SkeletonRows rows={8} columns={['text', 'number', 'number', 'number']} />
    </div>
  );
}

/** Returns why a sub-account can't trade, according to its investor's status. */
export function useInactiveReason(userId: string): string {
  const { t } = useTranslation();
  const { data } = useQuery(meQuery(userId));
  return t(($) => $.accounts.reason[data?.status ?? 'ACTIVE']);
}

/** The next step towards activation, if it is up to the investor. */
function OwnStatusStep({ userId }: { userId: string }) {
  const { data: me } = useQuery(meQuery(userId));
  if (!me || me.status === 'ACTIVE') return null;
  return <StatusStep status={me.status} className={buttonVariants({ className: 'max-md:min-h-11' })} />;
}

function NotActivated({ account, userId }: { account: AccountOverview; userId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <EmptyState
      icon={Hourglass}
      title={t(($) => $.accounts.notActivated, { account: format.accountNumber(account.subAccountCode) })}
      hint={useInactiveReason(userId)}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <OwnStatusStep userId={userId} />
          <ToHome />
        </div>
      }
      className="m-auto"
    />
  );
}

/** Asks for the other investors signed in here before saying that the account does not exist. */
function NotOwn({ accountId, userId }: { accountId: string; userId: string }) {
  const { t } = useTranslation();
  const others = useAuth((state) => state.accounts)
    .map(({ user }) => user.userId)
    .filter((id) => id !== userId);
  const { owner, isPending } = useQueries({
    queries: others.map((id) => accountsQuery(id)),
    combine: (results) => ({
      owner: others.find((_id, index) => results[index]?.data?.some((one) => one.accountId === accountId)),
      isPending: results.some((result) => result.isPending),
    }),
  });
  if (owner !== undefined) return <OfOther userId={owner} />;
  if (isPending) return <Waiting />;
  return (
    <div role="alert" className="m-auto">
      <EmptyState
        icon={SearchX}
        title={t(($) => $.accounts.notFound)}
        hint={t(($) => $.accounts.notFoundHint)}
        action={<ToHome />}
      />
    </div>
  );
}

function OfOther({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [investor] = useInvestors([userId]);
  const [isBusy, setBusy] = useState(false);
  const name = investor?.fullName ?? userId;
  return (
    <EmptyState
      icon={UserRound}
      title={t(($) => $.accounts.ofOther, { name })}
      hint={t(($) => $.accounts.ofOtherHint, { name })}
      action={
        <Button
          busy={isBusy}
          className="max-md:h-11"
          onClick={() => {
            setBusy(true);
            void switchAccount(client, userId);
          }}
        >
          {t(($) => $.accounts.switchTo, { name })}
        </Button>
      }
      className="m-auto"
    />
  );
}

function ToHome() {
  const { t } = useTranslation();
  return (
    <Link to="/account-overview" className={buttonVariants({ variant: 'outline', className: 'max-md:min-h-11' })}>
      {t(($) => $.accounts.toHome)}
    </Link>
  );
}
