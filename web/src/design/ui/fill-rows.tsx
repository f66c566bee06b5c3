/** The fills of one order, oldest first. */
import type { Contract } from '@mua/contract/entities/contract';
import type { OrderHistory } from '@mua/contract/entities/order';
import { useTranslation } from 'react-i18next';
import { hasEveryFill } from '#data/order-fills.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';

export interface FillRowsProps {
  readonly order: OrderHistory;
  readonly contract: Contract | undefined;
}

export function FillRows({ order, contract }: FillRowsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const head = 'px-2 py-1 font-medium text-fg-3';
  return (
    <div className="grid gap-1 py-1.5 pr-3 pl-6 text-12">
      {order.fills.length > 0 && (
        <table aria-label={t(($) => $.orders.fills)} className="w-full max-w-160 whitespace-nowrap tabular-nums">
          <thead>
            <tr>
              <th className={`${head} text-left`}>{t(($) => $.orders.executionId)}</th>
              <th className={`${head} text-right`}>{t(($) => $.words.market.matchPrice)}</th>
              <th className={`${head} text-right`}>{t(($) => $.words.order.quantityShort)}</th>
              <th className={`${head} text-right`}>{t(($) => $.words.margin.transactionFee)}</th>
              <th className={`${head} text-right`}>{t(($) => $.words.market.time)}</th>
            </tr>
          </thead>
          <tbody>
            {order.fills.map((fill) => (
              <tr key={fill.fillId}>
                <td className="px-2 py-0.5 text-fg-2">{fill.fillId}</td>
                <td className="px-2 py-0.5 text-right">{wirePrice(format, fill.price, contract?.decimalFormat)}</td>
                <td className="px-2 py-0.5 text-right">{format.volume(fill.lots)}</td>
                <td className="px-2 py-0.5 text-right">{format.vnd(fill.fee)}</td>
                <td className="px-2 py-0.5 text-right">{format.dateTime(fill.time)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!hasEveryFill(order) && <p className="px-2 text-fg-3">{t(($) => $.orders.fillsLoading)}</p>}
    </div>
  );
}
