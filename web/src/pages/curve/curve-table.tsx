/** The months as a table, where there is width for one. */
import { useTranslation } from 'react-i18next';
import { Price, QuoteChange } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { CurveProps } from '#pages/curve/curve-chart.tsx';
import type { ShownMonth } from '#pages/curve/live-curve.ts';
import { carryText, closeOutText, HeldMonth, MonthLink, SpreadQuote } from '#pages/curve/month-cells.tsx';

export function CurveTable({ months, name }: CurveProps) {
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
            <Th numeric>{t(($) => $.curve.volume)}</Th>
            <Th numeric>{t(($) => $.curve.openInterest)}</Th>
            <Th numeric>{t(($) => $.curve.spread)}</Th>
            <Th numeric>{t(($) => $.curve.spreadChange)}</Th>
            <Th numeric>{t(($) => $.curve.carry)}</Th>
            <Th numeric>{t(($) => $.curve.closeOut)}</Th>
            <Th numeric>{t(($) => $.curve.firstNotice)}</Th>
          </tr>
        </thead>
        <tbody>
          {months.map((month, index) => (
            <MonthRow key={month.contract.code} month={month} next={months[index + 1]} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function MonthRow({ month, next: later }: { readonly month: ShownMonth; readonly next: ShownMonth | undefined }) {
  const format = useMarketFormat();
  const { contract, lastTicks, settlementTicks, changeTicks, next } = month;
  const grid = contract.decimalFormat;
  return (
    <Tr data-testid={`curve-${contract.code}`}>
      <Td>
        <span className="flex items-center gap-3">
          <MonthLink month={month} />
          <HeldMonth month={month} isLast={later === undefined} />
        </span>
      </Td>
      <Td>{format.expiry(contract.expiryMonth)}</Td>
      <Td numeric>
        <Price ticks={lastTicks} grid={grid} className="font-medium" />
      </Td>
      <Td numeric>{format.price(settlementTicks, grid)}</Td>
      <Td numeric>
        <QuoteChange changeTicks={changeTicks} referenceTicks={settlementTicks} grid={grid} />
      </Td>
      <Td numeric>{format.volume(month.volume)}</Td>
      <Td numeric>{format.volume(contract.openInterest)}</Td>
      <Td numeric>
        {format.price(next?.spreadTicks, grid)}
        <SpreadQuote month={month} next={later} />
      </Td>
      <Td numeric>{format.priceChange(next?.spreadChangeTicks, grid)}</Td>
      <Td numeric>{carryText(format, month)}</Td>
      <Td numeric>{closeOutText(format, month)}</Td>
      <Td numeric>{format.civilDate(contract.firstNotificationDate)}</Td>
    </Tr>
  );
}
