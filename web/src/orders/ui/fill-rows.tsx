/** Lists the fills of one order, oldest first. Where space is short, an id stands below its figures. */
import type { Contract } from '@mua/contract/entities/contract';
import type { OrderHistory } from '@mua/contract/entities/order';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { hasEveryFill } from '#ledger/order-fills.ts';

export interface FillRowsProps {
  readonly order: OrderHistory;
  readonly contract: Contract | undefined;
}

export function FillRows({ order, contract }: FillRowsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const head = 'px-2 py-1 font-medium text-fg-3';
  return (
    <div className="@container py-1.5 pr-3 pl-3 text-12 @lg:pl-6">
      {order.fills.length > 0 && (
        <table aria-label={t(($) => $.orders.fills)} className="w-full max-w-160 whitespace-nowrap tabular-nums">
          <thead>
            <tr>
              <th className={`${head} text-left @max-lg:hidden`}>{t(($) => $.orders.executionId)}</th>
              <th className={`${head} text-right`}>{t(($) => $.words.market.matchPrice)}</th>
              <th className={`${head} text-right`}>{t(($) => $.words.order.quantityShort)}</th>
              <th className={`${head} text-right`}>{t(($) => $.words.margin.transactionFee)}</th>
              <th className={`${head} text-right`}>{t(($) => $.words.market.time)}</th>
            </tr>
          </thead>
          <tbody>
            {order.fills.map((fill) => (
              <tr key={fill.fillId}>
                <td className="px-2 py-0.5 text-fg-2 @max-lg:hidden">{fill.fillId}</td>
                <td className="px-2 py-0.5 text-right" title={fill.fillId}>
                  {fill.spreadCode !== undefined && (
                    <span className="mr-2 text-fg-3">
                      {t(($) => $.words.side[fill.side])} {fill.contractCode}
                    </span>
                  )}
                  {wirePrice(format, fill.price, contract?.decimalFormat)}
                </td>
                <td className="px-2 py-0.5 text-right">{format.volume(fill.lots)}</td>
                <td className="px-2 py-0.5 text-right">{format.vnd(fill.fee)}</td>
                <td className="px-2 py-0.5 text-right">
                  {format.dateTime(fill.time)}
                  {/* An exchange's own id may be long: it wraps before it pushes the figures off a phone. */}
                  <span className="ml-auto block max-w-40 whitespace-normal break-all text-11 text-fg-3 @lg:hidden">
                    {fill.fillId}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!hasEveryFill(order) && <p className="px-2 text-fg-3">{t(($) => $.orders.fillsLoading)}</p>}
    </div>
  );
}
