/** What can be withdrawn now, largest, and the sum that it comes from: why it is not more. */
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Card } from '#design/ui/figures/card.tsx';
import { ExplainedFigure } from '#design/ui/figures/explained-figure.tsx';
import { useFormat } from '#i18n/use-format.ts';
import type { WithdrawFigures } from '#pages/withdraw/withdraw-figures.ts';

export function WithdrawableCard({ figures }: { readonly figures: WithdrawFigures }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { cashVnd, heldVnd, estimatedProfitVnd, requiredVnd, availableVnd, leaderShareVnd, withdrawable } = figures;
  const name = t(($) => $.withdrawals.now);
  return (
    <Card aria-label={name} className="grid items-start gap-x-8 gap-y-3 max-md:p-4 md:grid-cols-[15rem_minmax(0,1fr)]">
      <div>
        <p className="text-12 text-fg-2">{name}</p>
        <ExplainedFigure
          name={t(($) => $.words.margin.withdrawable)}
          explain={() => withdrawable}
          className="font-semibold text-28 tabular-nums leading-9"
        >
          {format.vnd(withdrawable.value)}
        </ExplainedFigure>
        <p className="pt-1 text-12 text-fg-3" data-testid="withdraw-why">
          {t(($) => $.withdrawals.why, { free: format.vnd(cashVnd - heldVnd) })}
        </p>
      </div>
      <dl
        aria-label={t(($) => $.withdrawals.sums)}
        className="grid gap-0.5 border-border text-13 tabular-nums leading-5.5 max-md:border-t max-md:pt-2.5 md:border-l md:pl-8"
      >
        <Line name={t(($) => $.withdrawals.line.cash)}>{format.vnd(cashVnd, { bare: true })}</Line>
        {heldVnd > 0n && (
          <Line operator="−" name={t(($) => $.withdrawals.line.held)}>
            {format.vnd(-heldVnd, { bare: true })}
          </Line>
        )}
        <Line
          operator="+"
          name={t(($) => $.withdrawals.line.estimated)}
          className={cn(estimatedProfitVnd < 0n && 'text-down', estimatedProfitVnd > 0n && 'text-up')}
        >
          {format.profit(estimatedProfitVnd, { bare: true }).text}
        </Line>
        <Line operator="−" name={t(($) => $.withdrawals.line.required)}>
          {format.vnd(-requiredVnd, { bare: true })}
        </Line>
        <Line isResult name={t(($) => $.withdrawals.line.available)}>
          {format.vnd(availableVnd, { bare: true })}
        </Line>
        {leaderShareVnd !== undefined && (
          <Line operator="−" name={t(($) => $.withdrawals.line.leaderShare)}>
            {format.vnd(-leaderShareVnd, { bare: true })}
          </Line>
        )}
      </dl>
    </Card>
  );
}

interface LineProps {
  readonly name: string;
  readonly operator?: '+' | '−';
  readonly isResult?: boolean;
  readonly className?: string;
  readonly children: string;
}

function Line({ name, operator, isResult = false, className, children }: LineProps) {
  return (
    <div
      className={cn('flex justify-between gap-3', isResult && 'mt-1 border-border-strong border-t pt-1 font-semibold')}
    >
      <dt className={isResult ? undefined : 'text-fg-2'}>
        <span aria-hidden className="inline-block w-4 text-fg-3">
          {operator}
        </span>
        {name}
      </dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
