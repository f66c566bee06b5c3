/**
 * `/account-overview/contact-information`: the investor's contact details, and what keeps sub-accounts from trading.
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { DISPLAYED_STATUS, type Investor } from '@mua/contract/entities/investor';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AccountKindBadge, Badge } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { ContactFacts } from '#features/security/contact-facts.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { accountsQuery, meQuery } from '#signed-in/accounts.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';

export function ContactPage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.security.contact.title));
  const userId = useActiveUser();
  return (
    <div className="grid shrink-0 gap-4 p-4 md:p-5 2xl:px-6">
      <h1 className="text-20">{t(($) => $.security.contact.title)}</h1>
      {userId === null ? <SignInFirst /> : <Contact key={userId} userId={userId} />}
    </div>
  );
}

function Contact({ userId }: { userId: string }) {
  const { t } = useTranslation();
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Card aria-label={t(($) => $.security.contact.title)} className="grid gap-3 max-md:p-4">
        <ContactFacts userId={userId} />
        <Link
          to="/account-overview/security-account"
          className="justify-self-start rounded-sm text-primary-text hover:underline max-md:py-3"
        >
          {t(($) => $.shell.action.security)}
        </Link>
      </Card>
      <Card aria-label={t(($) => $.security.contact.accounts)} className="grid gap-3 max-md:p-4">
        <h2 className="text-16">{t(($) => $.security.contact.accounts)}</h2>
        <Activation userId={userId} />
      </Card>
    </div>
  );
}

function Activation({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const investor = useQuery(meQuery(userId));
  const accounts = useQuery(accountsQuery(userId));
  const failed = investor.data ? accounts : investor;
  if (investor.data && accounts.data) return <Profile investor={investor.data} accounts={accounts.data} />;
  return failed.error ? (
    <ErrorPanel
      panel={t(($) => $.accounts.panel.accounts)}
      code={errorCodeOf(failed.error)}
      onRetry={() => void failed.refetch()}
    />
  ) : (
    <SkeletonRows rows={4} columns={['text', 'number']} />
  );
}

const SHOWN = {
  pending: { word: 'PENDING', tone: 'warning' },
  active: { word: 'ACTIVE', tone: 'success' },
  inactive: { word: 'INACTIVE', tone: 'danger' },
} as const;

function Profile({ investor, accounts }: { investor: Investor; accounts: readonly AccountOverview[] }) {
  const { t } = useTranslation();
  const { status } = investor;
  const { word, tone } = SHOWN[DISPLAYED_STATUS[status]];
  return (
    <>
      <div className="grid gap-1" data-testid="profile-status">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-fg-2">{t(($) => $.security.contact.status)}</span>
          <Badge tone={tone}>{t(($) => $.words.accountStatus[word])}</Badge>
        </p>
        <p>{t(($) => $.security.contact.meaning[status])}</p>
        <p className="text-fg-2">
          {t(($) => $.security.contact.next)}: {t(($) => $.security.contact.nextStep[status])}
        </p>
      </div>
      {accounts.length === 0 ? (
        <EmptyState title={t(($) => $.accounts.noAccounts)} hint={t(($) => $.accounts.reason[status])} />
      ) : (
        <ul className="divide-y divide-border border-border border-t">
          {accounts.map(({ accountId, subAccountCode, subAccountName, isDemo, isActivated }) => (
            <li
              key={accountId}
              data-testid={`activation-${accountId}`}
              className="grid grid-cols-[1fr_auto] gap-x-2 gap-y-1 py-2.5"
            >
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 max-md:col-span-2">
                <AccountKindBadge isDemo={isDemo} />
                <span className="font-medium">
                  <AccountNumber number={subAccountCode} />
                </span>
                <span className="text-fg-2">{subAccountName}</span>
              </p>
              <Badge tone={isActivated ? 'success' : 'warning'} className="max-md:order-last">
                {t(($) => (isActivated ? $.security.contact.canTrade : $.security.contact.cannotTrade))}
              </Badge>
              <p className="text-12 text-fg-2">
                {t(($) => (isActivated ? $.security.contact.subActive : $.security.contact.subWaiting))}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
