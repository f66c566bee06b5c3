/** What the withdrawal leaves, beside what there is. */
import type { Vnd } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/use-format.ts';
import { figuresAfter, ratioOf, type WithdrawFigures } from '#pages/withdraw/withdraw-figures.ts';

export interface AfterWithdrawalProps {
  readonly figures: WithdrawFigures;
  /** Null without a sum that can be withdrawn. */
  readonly amountVnd: Vnd | null;
}

export function AfterWithdrawal({ figures, amountVnd }: AfterWithdrawalProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const after = amountVnd === null ? null : figuresAfter(figures, amountVnd);
  const ratio = (of: WithdrawFigures) => format.ratio(ratioOf(of));
  return (
    <dl
      aria-label={t(($) => $.withdrawals.after.label)}
      className="grid border-border border-y tabular-nums md:grid-cols-3 md:divide-x md:divide-border"
      data-testid="withdraw-after"
    >
      <Change
        name={t(($) => $.withdrawals.after.withdrawable)}
        from={format.vnd(figures.withdrawable.value, { bare: true })}
        to={after && format.vnd(after.withdrawable.value)}
      />
      <Change
        name={t(($) => $.withdrawals.after.available)}
        from={format.vnd(figures.availableVnd, { bare: true })}
        to={after && format.vnd(after.availableVnd)}
      />
      <Change name={t(($) => $.withdrawals.after.ratio)} from={ratio(figures)} to={after && ratio(after)} />
    </dl>
  );
}

function Change({ name, from, to }: { readonly name: string; readonly from: string; readonly to: string | null }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-w-0 items-center justify-between gap-x-3 py-2 md:block md:px-4 md:first:pl-0">
      <dt className="text-12 text-fg-2">{name}</dt>
      <dd className="text-13">
        <span className="text-fg-3">{from}</span>
        {to !== null && (
          <>
            <span aria-hidden className="text-fg-3">
              {' → '}
            </span>
            <span className="sr-only"> {t(($) => $.withdrawals.becomes)} </span>
            <span className="font-medium">{to}</span>
          </>
        )}
      </dd>
    </div>
  );
}
