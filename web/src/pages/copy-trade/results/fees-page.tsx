/** `/account-overview/copy-trade/fees`: what copying and leading moved on each sub-account that did either. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { useQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#design/ui/controls/select.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { MoreRows } from '#design/ui/table/more-rows.tsx';
import { ToastRoom } from '#design/ui/table/table.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { copiesQuery } from '#pages/copy-trade/copies/copies.ts';
import { ownStrategiesQuery } from '#pages/copy-trade/leading/own-strategies.ts';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';
import { NothingCopied } from '#pages/copy-trade/results/events-page.tsx';
import { TransactionList } from '#pages/history-payment/transaction-list.tsx';
import { useTransactions } from '#pages/history-payment/transactions.ts';
import { accountsQuery } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';

/** Copying's own first: those of trades are many. */
const TYPES = ['COPY_FEE', 'PERFORMANCE_FEE', 'COPY_EARNINGS', 'TRANSFER', 'TRANSACTION_FEE'] as const;
type FeeType = (typeof TYPES)[number] | 'ALL';

export function FeesPage() {
  const { t } = useTranslation();
  const title = t(($) => $.strategies.nav.fees);
  usePageTitle(title);
  return <OfInvestor title={title}>{(userId) => <Fees userId={userId} />}</OfInvestor>;
}

function Fees({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const accounts = useQuery(accountsQuery(userId));
  const copies = useQuery(copiesQuery(userId));
  const led = useQuery(ownStrategiesQuery(userId));
  const used = new Set([...(copies.data ?? []), ...(led.data ?? [])].map(({ accountId }) => accountId));
  const panel = t(($) => $.money.panel);
  const waiting = <SkeletonRows rows={8} columns={['text', 'text', 'number', 'number']} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" data-testid="copy-fees">
      <Answered query={copies} panel={panel} waiting={waiting}>
        {() => (
          <Answered query={led} panel={panel} waiting={waiting}>
            {() => (
              <Answered query={accounts} panel={panel} waiting={waiting}>
                {(all) => {
                  const shown = all.filter(({ accountId }) => used.has(accountId));
                  return shown.length === 0 ? (
                    <NothingCopied title={t(($) => $.copies.noFees)} />
                  ) : (
                    <FeesOf userId={userId} accounts={shown} />
                  );
                }}
              </Answered>
            )}
          </Answered>
        )}
      </Answered>
    </div>
  );
}

function FeesOf({ userId, accounts }: { readonly userId: string; readonly accounts: readonly AccountOverview[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  const [type, setType] = useState<FeeType>('COPY_FEE');
  const accountId = accounts.find((one) => one.accountId === chosen)?.accountId ?? accounts[0]?.accountId ?? '';
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-border border-b px-4 py-2 md:px-5">
        <Select
          aria-label={t(($) => $.accounts.account)}
          className="h-8 w-auto max-md:h-11"
          data-testid="fees-account"
          value={accountId}
          onValueChange={setChosen}
          options={accounts.map((one) => ({
            value: one.accountId,
            label: (
              <span className="flex items-center gap-2">
                <AccountKindBadge isDemo={one.isDemo} />
                {format.accountNumber(one.subAccountCode)}
              </span>
            ),
          }))}
        />
        <Select<FeeType>
          aria-label={t(($) => $.money.type)}
          className="h-8 w-auto max-md:h-11"
          data-testid="fees-type"
          value={type}
          onValueChange={setType}
          options={[
            ...TYPES.map((value) => ({ value, label: t(($) => $.money.types[value]) })),
            { value: 'ALL', label: t(($) => $.money.allTypes) },
          ]}
        />
      </div>
      <Listed key={`${accountId} ${type}`} actor={{ userId, accountId }} type={type} />
    </>
  );
}

interface ListedProps {
  readonly actor: AccountActor;
  readonly type: FeeType;
}

function Listed({ actor, type }: ListedProps) {
  const { t } = useTranslation();
  const query = useTransactions(actor, type === 'ALL' ? {} : { type });
  return (
    <Answered
      query={query}
      panel={t(($) => $.money.panel)}
      waiting={<SkeletonRows rows={8} columns={['text', 'text', 'number', 'number']} />}
    >
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0)
          return <EmptyState icon={Receipt} title={t(($) => $.money.noneOfThese)} className="m-auto" />;
        const more = {
          hasMore: query.hasNextPage,
          isLoadingMore: query.isFetchingNextPage,
          loadMore: () => void query.fetchNextPage(),
        };
        return (
          <TransactionList rows={rows}>
            <MoreRows list="transactions" rows={rows.length} more={more} />
            <ToastRoom />
          </TransactionList>
        );
      }}
    </Answered>
  );
}
