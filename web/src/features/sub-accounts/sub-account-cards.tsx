/** Sub-accounts on a phone: every figure of the table, one account below the other. */
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { CardFact } from '#design/ui/figures/card-fact.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import {
  ChooseSubAccount,
  RatioText,
  SubAccountLink,
  SubAccountState,
} from '#features/sub-accounts/sub-account-parts.tsx';
import type { SubAccountListProps } from '#features/sub-accounts/sub-account-row.ts';
import { useFormat } from '#i18n/use-format.ts';

export function SubAccountCards({ rows, current, reason, onChoose }: SubAccountListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul>
      {rows.map(({ account, live }) => (
        <li
          key={account.accountId}
          data-testid={`account-${account.accountId}`}
          className={cn(
            'border-border border-t px-4 py-2',
            account.accountId === current && 'bg-surface-2 shadow-[inset_2px_0_var(--primary-text)]',
          )}
        >
          <div className="flex min-h-11 items-center justify-between gap-2">
            <SubAccountLink account={account} />
            <ChooseSubAccount account={account} isCurrent={account.accountId === current} onChoose={onChoose} />
          </div>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 pb-1.5 tabular-nums">
            <CardFact name={t(($) => $.words.margin.equity)}>{format.vnd(live?.equityVnd)}</CardFact>
            <CardFact name={t(($) => $.words.margin.availableMargin)}>{format.vnd(live?.availableVnd)}</CardFact>
            <CardFact name={t(($) => $.words.margin.requiredMargin)}>{format.vnd(live?.requiredVnd)}</CardFact>
            <CardFact name={t(($) => $.words.margin.marginRatio)}>
              <RatioText live={live} />
            </CardFact>
            <CardFact name={t(($) => $.words.position.estimatedProfit)}>
              <Profit amount={live?.estimatedProfitVnd} />
            </CardFact>
            <CardFact name={t(($) => $.words.position.actualProfit)}>
              <Profit amount={account.realizedProfitLoss} />
            </CardFact>
          </dl>
          <SubAccountState account={account} reason={reason} />
        </li>
      ))}
    </ul>
  );
}
