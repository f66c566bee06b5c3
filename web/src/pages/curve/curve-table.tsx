/** The months as a table, where there is width for one. */
import { useTranslation } from 'react-i18next';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { CurveProps } from '#pages/curve/curve-chart.tsx';
import { writerOf } from '#pages/curve/curve-unit.ts';
import {
  closeOutText,
  EarlierPrice,
  HeldMonth,
  isSettlement,
  MonthChange,
  MonthLink,
  type MonthProps,
} from '#pages/curve/month-cells.tsx';

export function CurveTable({ months, name, unit, earlier }: CurveProps) {
  const { t } = useTranslation();
  const label = t(($) => $.curve.table, { commodity: name });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways at 200 % must be reachable by keys.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto border-border border-t">
      <Table aria-label={label} className="tabular-nums" data-testid="curve-table">
        <thead>
          <tr>
            <Th>{t(($) => $.words.market.contractCodeShort)}</Th>
            <Th>{t(($) => $.words.market.expiry)}</Th>
            <Th numeric>{t(($) => $.curve.last)}</Th>
            <Th numeric>{t(($) => $.curve.settlement)}</Th>
            <Th numeric>{t(($) => $.curve.change)}</Th>
            {!isSettlement(earlier) && <Th numeric>{t(($) => $.curve.before[earlier.before])}</Th>}
            <Th numeric>{t(($) => $.curve.volume)}</Th>
            <Th numeric>{t(($) => $.curve.openInterest)}</Th>
            <Th numeric>{t(($) => $.curve.closeOut)}</Th>
            <Th numeric>{t(($) => $.curve.firstNotice)}</Th>
          </tr>
        </thead>
        <tbody>
          {months.map((month, index) => (
            <MonthRow
              key={month.contract.code}
              {...{ month, unit, earlier, index }}
              isLast={index === months.length - 1}
            />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function MonthRow({ month, unit, isLast, earlier, index }: MonthProps) {
  const format = useMarketFormat();
  const { contract, lastTicks, settlementTicks } = month;
  const writer = writerOf(format, unit, contract);
  return (
    <Tr data-testid={`curve-${contract.code}`}>
      <Td>
        <span className="flex items-center gap-3">
          <MonthLink month={month} />
          <HeldMonth month={month} isLast={isLast} />
        </span>
      </Td>
      <Td>{format.expiry(contract.expiryMonth)}</Td>
      <Td numeric className="font-medium">
        {writer.price(lastTicks)}
      </Td>
      <Td numeric>{writer.price(settlementTicks)}</Td>
      <Td numeric>
        <MonthChange month={month} writer={writer} />
      </Td>
      {!isSettlement(earlier) && (
        <Td numeric>
          <EarlierPrice {...{ earlier, index, writer }} />
        </Td>
      )}
      <Td numeric>{format.volume(month.volume)}</Td>
      <Td numeric>{format.volume(contract.openInterest)}</Td>
      <Td numeric>{closeOutText(format, month)}</Td>
      <Td numeric>{format.civilDate(contract.firstNotificationDate)}</Td>
    </Tr>
  );
}
