/** Orders on a phone: one card each, with the same words and the same actions. */
import type { OrderHistory } from '@mua/contract/entities/order';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractsByCode } from '#data/contracts.ts';
import { serverNowMs } from '#data/market-clock.ts';
import type { AccountActor } from '#data/orders.ts';
import { CardFact } from '#design/ui/card-fact.tsx';
import { SideText } from '#design/ui/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderFillRows } from './order-fill-rows.tsx';
import { OrderStatusText } from './order-status-text.tsx';
import { FilledOfOrdered, type OrderRowProps, ReduceOnlyMark, testIdOf } from './order-table.tsx';
import { durationText, limitPriceText, stopPriceText, timeText } from './order-text.ts';

export function OrderCards({ actor, orders }: { actor: AccountActor; orders: readonly OrderHistory[] }) {
  const { t } = useTranslation();
  const contracts = useContractsByCode();
  return (
    <ul aria-label={t(($) => $.words.order.orders)} className="tabular-nums">
      {orders.map((order) => (
        <li key={order.orderId}>
          <OrderCard actor={actor} order={order} contract={contracts.get(order.contractCode)} />
        </li>
      ))}
    </ul>
  );
}

function OrderCard({ actor, order, contract }: OrderRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const writer = { t, format, contract };
  return (
    <article
      data-testid={testIdOf(order)}
      data-status={order.status}
      className="grid gap-1.5 border-border border-b px-4 py-3"
    >
      <header className="flex items-center gap-2">
        <SideText side={order.side} />
        <span className="font-semibold">{order.contractCode}</span>
        <span className="text-12 text-fg-2">
          {t(($) => $.words.orderType[order.orderType])}
          <ReduceOnlyMark order={order} />
        </span>
        <time className="ml-auto text-12 text-fg-3" dateTime={order.dateTime}>
          {timeText(format, order.dateTime, serverNowMs())}
        </time>
      </header>
      <div className="flex items-start justify-between gap-2">
        <OrderStatusText order={order} contract={contract} wraps />
        <OrderActions actor={actor} order={order} contract={contract} />
      </div>
      <dl className="grid grid-cols-4 gap-x-3 gap-y-1 text-12">
        <CardFact name={t(($) => $.words.order.filledQuantity)}>
          <FilledOfOrdered
            order={order}
            isOpen={isOpen}
            onToggle={order.filledQuantity > 0 ? () => setOpen(!isOpen) : null}
          />
        </CardFact>
        {order.stopPrice !== null && (
          <CardFact name={t(($) => $.words.order.stopPrice)}>{stopPriceText(writer, order)}</CardFact>
        )}
        {(order.limitPrice !== null || order.stopPrice === null) && (
          <CardFact name={t(($) => $.words.order.limitPriceShort)}>{limitPriceText(writer, order)}</CardFact>
        )}
        <CardFact name={t(($) => $.words.order.averagePrice)}>
          {wirePrice(format, order.averagePrice, contract?.decimalFormat)}
        </CardFact>
        <CardFact name={t(($) => $.words.order.duration)}>{durationText(writer, order)}</CardFact>
      </dl>
      {isOpen && (
        <div className="-mx-4 overflow-x-auto bg-surface-2">
          <OrderFillRows order={order} contract={contract} />
        </div>
      )}
    </article>
  );
}
