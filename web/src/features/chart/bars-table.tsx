/** Lists the newest bars in a table for screen readers only, which can't read a canvas. */
import type { Contract } from '@mua/contract/entities/contract';
import type { PriceGrid } from '@mua/core/values';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFrameValue } from '#clock/frame-value.ts';
import type { TableBar } from '#features/chart/chart-reader.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { useFormat } from '#i18n/use-format.ts';

export function BarsTable({
  chart,
  contract,
  title,
  interval,
}: {
  chart: TradingChart;
  contract: Contract;
  /** What is charted. */
  title: string;
  interval: string;
}) {
  const { t } = useTranslation();
  const bars = useFrameValue(chart.reader.table);
  const heads = [
    t(($) => $.words.market.time),
    t(($) => $.desk.chart.barOpen),
    t(($) => $.desk.chart.barHigh),
    t(($) => $.desk.chart.barLow),
    t(($) => $.desk.chart.barClose),
    t(($) => $.desk.chart.volume),
  ];
  return (
    // A table ignores the width that would hide it, so its wrapper hides it.
    <div className="sr-only">
      <table data-slot="chart-bars">
        <caption>{t(($) => $.desk.chart.table, { code: title, interval })}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <BarRow key={bar.timeMs} bar={bar} grid={contract.decimalFormat} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const BarRow = memo(function BarRow({ bar, grid }: { bar: TableBar; grid: PriceGrid }) {
  const format = useFormat();
  const { timeMs, date, open, high, low, close, volume } = bar;
  return (
    <tr>
      <th scope="row">{date === null ? format.dateTime(timeMs) : format.civilDate(date)}</th>
      <td>{format.price(open, grid)}</td>
      <td>{format.price(high, grid)}</td>
      <td>{format.price(low, grid)}</td>
      <td>{format.price(close, grid)}</td>
      <td>{format.volume(volume)}</td>
    </tr>
  );
});
