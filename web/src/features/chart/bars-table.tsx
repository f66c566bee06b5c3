/** The newest bars as a table that only a screen reader sees: a canvas says nothing. */
import type { Contract } from '@mua/contract/entities/contract';
import { useTranslation } from 'react-i18next';
import { useFrameValue } from '#data/frame-value.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { TradingChart } from './trading-chart.ts';

export function BarsTable({
  chart,
  contract,
  interval,
}: {
  chart: TradingChart;
  contract: Contract;
  interval: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const bars = useFrameValue(chart.reader.table);
  const grid = contract.decimalFormat;
  const heads = [
    t(($) => $.words.market.time),
    t(($) => $.desk.chart.barOpen),
    t(($) => $.desk.chart.barHigh),
    t(($) => $.desk.chart.barLow),
    t(($) => $.desk.chart.barClose),
    t(($) => $.desk.chart.volume),
  ];
  return (
    // A table ignores the width that hides it, so its box hides it.
    <div className="sr-only">
      <table>
        <caption>{t(($) => $.desk.chart.table, { code: contract.code, interval })}</caption>
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
            <tr key={bar.timeMs}>
              <th scope="row">{format.dateTime(bar.timeMs)}</th>
              <td>{format.price(bar.open, grid)}</td>
              <td>{format.price(bar.high, grid)}</td>
              <td>{format.price(bar.low, grid)}</td>
              <td>{format.price(bar.close, grid)}</td>
              <td>{format.volume(bar.volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
