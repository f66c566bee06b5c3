/**
 * The result of each day, week or month of the range: as bars around zero, and as the rows that they are drawn from.
 */
import type { AccountDay } from '@mua/contract/entities/account-day';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PERIODS, type Period, profitByPeriod, sumProfit } from '#accounts/period-profit.ts';
import { Segment } from '#design/ui/controls/segment.tsx';
import { type FigureView, ViewChoice } from '#design/ui/controls/view-choice.tsx';
import { DirectionGlyph, Profit } from '#design/ui/figures/figures.tsx';
import { useElementWidth } from '#design/use-element-width.ts';
import { PeriodTable } from '#features/profit-report/period-table.tsx';
import { ProfitBars } from '#features/profit-report/profit-bars-drawing.tsx';

const HEIGHT = 220;

export function PeriodReport({ days }: { days: readonly AccountDay[] }) {
  const { t } = useTranslation();
  const [period, setPeriod] = useState<Period>('day');
  const [view, setView] = useState<FigureView>('chart');
  const periods = useMemo(() => profitByPeriod(days, period), [days, period]);
  const total = useMemo(() => sumProfit(days), [days]);
  const won = periods.filter(({ totalVnd }) => totalVnd > 0n).length;
  const lost = periods.filter(({ totalVnd }) => totalVnd < 0n).length;
  return (
    <div data-testid="period-report">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-14">{t(($) => $.property.byPeriod)}</h2>
        <span className="ml-auto" />
        <Segment
          label={t(($) => $.property.period)}
          value={period}
          onValueChange={setPeriod}
          options={PERIODS.map((one) => ({ value: one, label: t(($) => $.property.periods[one]) }))}
        />
        <ViewChoice value={view} onChange={setView} figure={t(($) => $.property.byPeriod)} />
      </div>
      <p className="mt-1.5 mb-2 flex flex-wrap items-baseline gap-x-4 text-12 text-fg-3 tabular-nums">
        <span>
          {t(($) => $.property.total)} <Profit amount={total.totalVnd} className="font-medium text-13" />
        </span>
        <span className="text-up">
          <DirectionGlyph direction="up" className="mr-1" />
          {t(($) => $.property.won, { periods: won })}
        </span>
        <span className="text-down">
          <DirectionGlyph direction="down" className="mr-1" />
          {t(($) => $.property.lost, { periods: lost })}
        </span>
      </p>
      {view === 'table' ? (
        <PeriodTable periods={periods} period={period} total={total} />
      ) : (
        <Chart periods={periods} period={period} />
      )}
      <p className="mt-1 text-12 text-fg-3">{t(($) => $.accounts.resultHint)}</p>
    </div>
  );
}

function Chart({ periods, period }: { periods: ReturnType<typeof profitByPeriod>; period: Period }) {
  const [ref, width] = useElementWidth();
  return (
    <div ref={ref} style={{ height: HEIGHT }}>
      {width > 0 && <ProfitBars periods={periods} period={period} size={{ width, height: HEIGHT }} />}
    </div>
  );
}
