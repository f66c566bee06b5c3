/** Loads the packages of the sub-account that orders go from, for both pages. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { ServicePackage, WireSubscription } from '@mua/contract/entities/service-package';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountHead } from '#pages/account-overview/account-head.tsx';
import { ChosenAccount } from '#pages/account-overview/chosen-account.tsx';
import { marginStatusQuery } from '#signed-in/accounts.ts';
import { type AccountActor, errorCodeOf } from '#signed-in/actor.ts';
import { useReadAgainWhen } from '#signed-in/read-again.ts';
import { servicePackagesQuery, subscriptionIn } from '#signed-in/service-packages.ts';

export interface OwnPackages {
  readonly actor: AccountActor;
  readonly packages: readonly ServicePackage[];
  /** The terms that everybody has. */
  readonly basic: ServicePackage;
  /** The one that the sub-account has. */
  readonly current: ServicePackage;
  /** Undefined on the terms that everybody has. */
  readonly subscription: WireSubscription | undefined;
}

interface Props {
  readonly title: string;
  readonly children: (own: OwnPackages) => ReactNode;
}

export function PackagesOfAccount({ title, children }: Props) {
  return (
    <ChosenAccount title={title}>
      {({ actor, account }) => (
        <Packages key={`${actor.userId} ${actor.accountId}`} {...{ title, actor, account, children }} />
      )}
    </ChosenAccount>
  );
}

function Packages({
  title,
  actor,
  account,
  children,
}: Props & { readonly actor: AccountActor; readonly account: AccountOverview }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(servicePackagesQuery(actor.userId));
  const { data: margin } = useQuery(marginStatusQuery(actor.userId, actor.accountId));
  useReadAgainWhen(margin && JSON.stringify(margin.subscription), servicePackagesQuery(actor.userId).queryKey);
  const [basic] = data ?? [];
  return (
    <div className="grid shrink-0 content-start gap-4 p-4 md:p-5 2xl:px-6" data-testid="service-packages">
      <AccountHead title={title} account={account} previous={null}>
        <Link
          to="/account-overview/history-payment"
          className="ml-auto flex items-center rounded-sm text-12 text-primary-text underline-offset-2 hover:underline max-md:min-h-11"
        >
          {t(($) => $.packages.history)}
        </Link>
      </AccountHead>
      {data && basic ? (
        children(ownPackages(actor, data, basic))
      ) : error ? (
        <ErrorPanel panel={t(($) => $.packages.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} columns={['text', 'number']} />
      )}
    </div>
  );
}

function ownPackages(actor: AccountActor, packages: readonly ServicePackage[], basic: ServicePackage): OwnPackages {
  const current = packages.find((one) => subscriptionIn(one, actor.accountId)) ?? basic;
  return { actor, packages, basic, current, subscription: subscriptionIn(current, actor.accountId) };
}
