/** The periods as rows, newest first, with the sum of the same rows below. */
import { useTranslation } from 'react-i18next';
import type { Period, PeriodProfit, ProfitParts } from '#accounts/period-profit.ts';
import { Profit } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, TotalsRow, Tr } from '#design/ui/table/table.tsx';
import { periodName } from '#features/profit-report/period-name.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface PeriodTableProps {
  readonly periods: readonly PeriodProfit[];
  readonly period: Period;
  readonly total: ProfitParts;
}

export function PeriodTable({ periods, period, total }: PeriodTableProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys.
    <section tabIndex={0} aria-label={t(($) => $.property.byPeriod)} className="max-h-72 overflow-auto tabular-nums">
      <Table className="[&_td:first-child]:pl-0! [&_td:last-child]:pr-0! [&_th:first-child]:pl-0! [&_th:last-child]:pr-0!">
        <thead>
          <tr>
            <Th>{t(($) => $.property.periods[period])}</Th>
            <Th numeric>{t(($) => $.accounts.booked)}</Th>
            <Th numeric>{t(($) => $.accounts.fees)}</Th>
            <Th numeric>{t(($) => $.accounts.estimated)}</Th>
            <Th numeric>{t(($) => $.accounts.result)}</Th>
          </tr>
        </thead>
        <tbody>
          {[...periods].reverse().map((one) => (
            <Tr key={one.from}>
              <Td>{periodName(one, period)}</Td>
              <Parts parts={one} />
            </Tr>
          ))}
          <TotalsRow>
            <Td>{t(($) => $.property.total)}</Td>
            <Parts parts={total} />
          </TotalsRow>
        </tbody>
      </Table>
    </section>
  );
}

function Parts({ parts: { actualVnd, feesVnd, estimatedVnd, totalVnd } }: { parts: ProfitParts }) {
  const format = useFormat();
  return (
    <>
      <Td numeric>
        <Profit amount={actualVnd} bare />
      </Td>
      <Td numeric className="text-fg-2">
        {format.vnd(-feesVnd, { bare: true })}
      </Td>
      <Td numeric>
        <Profit amount={estimatedVnd} bare />
      </Td>
      <Td numeric className="font-medium">
        <Profit amount={totalVnd} bare />
      </Td>
    </>
  );
}
