/** Equity as one figure and over time, with its components; each explains how it was computed. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { formatDecimal, type Vnd } from '@mua/core/values';
import { ChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveAccount } from '#accounts/live-accounts.ts';
import { profitOfDay, resultBasisPoints } from '#accounts/period-profit.ts';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { DirectionGlyph, directionOf, Profit } from '#design/ui/figures/figures.tsx';
import { EquityCurve } from '#features/equity-curve/equity-curve.tsx';
import type { RangeChoiceProps } from '#features/equity-curve/range-choice.tsx';
import { AccountFigures } from '#features/margin-levels/account-figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import type { ShownDays } from '#pages/account-overview/use-account-days.ts';
import { WaitingChart } from '#pages/account-overview/waiting-shapes.tsx';
import { errorCodeOf } from '#signed-in/actor.ts';

export interface PropertyEquityProps {
  readonly account: AccountOverview;
  readonly live: LiveAccount | undefined;
  readonly days: ShownDays;
  readonly range: RangeChoiceProps;
}

export function PropertyEquity({ account, live, days, range }: PropertyEquityProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-10 gap-y-3">
        <div>
          <AccountFigures
            figures={['equity']}
            className="[&_dd]:text-28 [&_dd]:leading-9 [&_dd_button]:font-semibold [&_dt]:text-12"
          />
          <Today days={days} />
        </div>
        <div className="grid grid-cols-2 gap-x-8 gap-y-2 md:grid-cols-3">
          <AccountFigures
            figures={['requiredMargin', 'availableMargin', 'withdrawable']}
            className="contents [&_dd]:text-14 [&_dd]:leading-5.5 [&_dt]:text-12"
          />
          <dl className="contents tabular-nums">
            <Fact name={t(($) => $.words.position.estimatedProfit)}>
              <Profit amount={live?.estimatedProfitVnd} />
            </Fact>
            <Fact name={t(($) => $.words.position.actualProfit)}>
              <Profit amount={account.realizedProfitLoss} />
            </Fact>
          </dl>
        </div>
      </div>
      <Curve days={days} range={range} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-fg-3 leading-3.5">{name}</dt>
      <dd className="font-medium text-14 leading-5.5">{children}</dd>
    </div>
  );
}

/** The result of the current trade date so far. */
function Today({ days: { all } }: { days: ShownDays }) {
  const { t } = useTranslation();
  const last = all.at(-1);
  if (!last?.isRunning) return null;
  const { totalVnd } = profitOfDay(last);
  const direction = directionOf(totalVnd);
  return (
    <p className="text-12 tabular-nums" data-testid="profit-today">
      {direction && direction !== 'unchanged' && (
        <span className={direction === 'up' ? 'text-up' : 'text-down'}>
          <DirectionGlyph direction={direction} className="mr-1" />
        </span>
      )}
      <Profit amount={totalVnd} className="font-medium" /> <Share totalVnd={totalVnd} equityVnd={BigInt(last.equity)} />{' '}
      <span className="text-fg-3">{t(($) => $.accounts.today).toLowerCase()}</span>
    </p>
  );
}

function Share({ totalVnd, equityVnd }: { totalVnd: Vnd; equityVnd: Vnd }) {
  const format = useFormat();
  const points = resultBasisPoints(totalVnd, equityVnd);
  if (points === null) return null;
  const text = `${points > 0n ? '+' : ''}${format.ratio(formatDecimal(points, 2), 2)}`;
  return <span className="text-fg-2">({text})</span>;
}

function Curve({ days, range }: { days: ShownDays; range: RangeChoiceProps }) {
  const { t } = useTranslation();
  const [first] = days.all;
  if (days.isLoading) return <WaitingChart className="h-65" />;
  if (days.error) {
    const panel = t(($) => $.accounts.panel.equity);
    return <ErrorPanel panel={panel} code={errorCodeOf(days.error)} onRetry={days.retry} />;
  }
  if (!first) return <EmptyState icon={ChartLine} title={t(($) => $.accounts.noDays)} className="py-14" />;
  return <EquityCurve days={days.shown} firstDate={first.tradeDate} range={range} />;
}
