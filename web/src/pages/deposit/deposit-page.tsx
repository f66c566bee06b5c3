/** `/account-overview/deposit`: a sum and a bank make a code; the page turns by itself when the money has come. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { AccountHead } from '#pages/account-overview/account-head.tsx';
import { ChosenAccount } from '#pages/account-overview/chosen-account.tsx';
import { DepositCode } from '#pages/deposit/deposit-code.tsx';
import { DepositForm } from '#pages/deposit/deposit-form.tsx';
import { DepositHistory } from '#pages/deposit/deposit-history.tsx';
import { depositBanksQuery, depositsQuery, followDeposits } from '#pages/deposit/deposits.ts';
import { type AccountActor, errorCodeOf } from '#signed-in/actor.ts';

/** `amount` in whole dong, where a link brought one. */
export function DepositPage({ amount }: { amount: number | undefined }) {
  const { t } = useTranslation();
  const title = t(($) => $.deposits.title);
  usePageTitle(title);
  return (
    <ChosenAccount title={title}>
      {({ actor, account }) => (
        <DepositInto
          key={`${actor.userId} ${actor.accountId} ${amount}`}
          actor={actor}
          account={account}
          amount={amount}
        />
      )}
    </ChosenAccount>
  );
}

interface DepositIntoProps {
  readonly actor: AccountActor;
  readonly account: AccountOverview;
  readonly amount: number | undefined;
}

function DepositInto({ actor, account, amount }: DepositIntoProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  useEffect(() => followDeposits(client), [client]);
  const banks = useQuery(depositBanksQuery(actor.userId));
  return (
    <div className="grid w-full max-w-6xl gap-4 p-4 md:p-5" data-testid="deposit-page">
      <AccountHead title={t(($) => $.deposits.title)} account={account} previous={null} />
      {banks.error && !banks.data ? (
        <Card>
          <ErrorPanel
            panel={t(($) => $.deposits.panel)}
            code={errorCodeOf(banks.error)}
            onRetry={() => void banks.refetch()}
          />
        </Card>
      ) : !banks.data ? (
        <Card>
          <SkeletonRows rows={8} columns={['text', 'number']} />
        </Card>
      ) : !banks.data.isOpen ? (
        <Card>
          <EmptyState icon={Landmark} title={t(($) => $.deposits.none)} hint={t(($) => $.deposits.noneHint)} />
        </Card>
      ) : (
        <Open actor={actor} account={account} amount={amount} />
      )}
    </div>
  );
}

function Open({ actor, account, amount }: DepositIntoProps) {
  const { data: banks } = useQuery(depositBanksQuery(actor.userId));
  const deposits = useQuery(depositsQuery(actor));
  const [shownId, setShownId] = useState<string | null>(null);
  const shown = deposits.data?.find(({ depositId }) => depositId === shownId);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[auto_1fr]">
      <DepositForm
        actor={actor}
        account={account}
        banks={banks?.items ?? []}
        amount={amount}
        onMade={({ depositId }) => setShownId(depositId)}
      />
      <div className="lg:row-span-2">
        <DepositCode deposit={shown} account={account} />
      </div>
      <DepositHistory query={deposits} shownId={shownId} onShow={setShownId} />
    </div>
  );
}
