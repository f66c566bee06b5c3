/** The days of the curve as rows, newest first. */
import type { AccountDay } from '@mua/contract/entities/account-day';
import { useTranslation } from 'react-i18next';
import { Profit } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { formatCivilDate, MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';

export function EquityTable({ days }: { days: readonly AccountDay[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = days.map((day, index) => ({ day, movedVnd: movedOn(day, days[index - 1]) })).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys.
    <section tabIndex={0} aria-label={t(($) => $.property.equity)} className="max-h-72 overflow-auto tabular-nums">
      <Table className="[&_td:first-child]:pl-0! [&_td:last-child]:pr-0! [&_th:first-child]:pl-0! [&_th:last-child]:pr-0!">
        <thead>
          <tr>
            <Th>{t(($) => $.property.date)}</Th>
            <Th numeric>{t(($) => $.property.equity)}</Th>
            <Th numeric>{t(($) => $.property.netDeposits)}</Th>
            <Th numeric>{t(($) => $.property.gained)}</Th>
            <Th numeric className="max-md:hidden">
              {t(($) => $.property.moved)}
            </Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, movedVnd }) => (
            <Tr key={day.tradeDate}>
              <Td>
                {formatCivilDate(day.tradeDate)}
                {day.isRunning && <span className="ml-1.5 text-fg-3">{t(($) => $.property.running)}</span>}
              </Td>
              <Td numeric className="font-medium">
                {format.vnd(day.equity, { bare: true })}
              </Td>
              <Td numeric>{format.vnd(day.netDeposits, { bare: true })}</Td>
              <Td numeric>
                <Profit amount={BigInt(day.equity) - BigInt(day.netDeposits)} bare />
              </Td>
              <Td numeric className="text-fg-2 max-md:hidden">
                {movedVnd === 0n ? MISSING : format.vnd(movedVnd, { bare: true, signed: true })}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function movedOn(day: AccountDay, before: AccountDay | undefined): bigint {
  return before ? BigInt(day.netDeposits) - BigInt(before.netDeposits) : 0n;
}
