/** Orders on a phone: one card each, with the same words and the same actions. */
import type { Contract } from '@mua/contract/entities/contract';
import type { OrderHistory } from '@mua/contract/entities/order';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#clock/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { CardFact } from '#design/ui/figures/card-fact.tsx';
import { SideText } from '#design/ui/figures/figures.tsx';
import { RowCheck } from '#design/ui/table/row-checks.tsx';
import type { RowSelection } from '#design/use-row-selection.ts';
import { ExitsLine } from '#features/order-list/exits-line.tsx';
import { FilledOfOrdered } from '#features/order-list/filled-of-ordered.tsx';
import { GroupMark } from '#features/order-list/group-mark.tsx';
import { OrderActions } from '#features/order-list/order-actions.tsx';
import { orderLines } from '#features/order-list/order-lines.ts';
import { ReduceOnlyMark, SenderMark } from '#features/order-list/order-marks.tsx';
import { orderRights } from '#features/order-list/order-status-row.ts';
import { OrderStatusText } from '#features/order-list/order-status-text.tsx';
import { type OrderTableProps, testIdOf } from '#features/order-list/order-table.tsx';
import {
  durationText,
  limitPriceText,
  stopPriceText,
  timeText,
  useOrderName,
} from '#features/order-list/order-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { writtenAs } from '#market/listing-codes.ts';
import type { CancelFate } from '#orders/bulk-cancel.ts';
import { FillRows } from '#orders/ui/fill-rows.tsx';
import type { AccountActor } from '#signed-in/actor.ts';

/** A card out of view is not laid out: thousands scroll as smoothly as ten. */
export const CARD = '[contain-intrinsic-size:auto_132px] [content-visibility:auto]';

export function OrderCards({ actor, orders, conditionals, selection, progress, children }: OrderTableProps) {
  const { t } = useTranslation();
  const contracts = useContractsByCode();
  const lines = useMemo(() => orderLines(orders, conditionals), [orders, conditionals]);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <ul aria-label={t(($) => $.words.order.orders)} className="tabular-nums">
        {lines.map((line) =>
          line.kind === 'exits' ? (
            <li key={line.key} className="border-border border-b py-2 pr-4">
              <ExitsLine exits={line.exits} contract={contracts.get(line.exits.contractCode)} />
            </li>
          ) : (
            <li key={line.key} className={cn(CARD, line.isIndented && 'pl-4')}>
              <OrderCard
                actor={actor}
                order={line.order}
                contract={writtenAs(contracts, line.order.contractCode)}
                selection={selection}
                fate={progress.fates.get(line.key)}
              />
            </li>
          ),
        )}
      </ul>
      {children}
    </div>
  );
}

interface OrderCardProps {
  readonly actor: AccountActor;
  readonly order: OrderHistory;
  readonly contract: Contract | undefined;
  readonly selection: RowSelection;
  readonly fate: CancelFate | undefined;
}

function OrderCard({ actor, order, contract, selection, fate }: OrderCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useOrderName();
  const [isOpen, setOpen] = useState(false);
  const writer = { t, format, contract };
  return (
    <article
      data-testid={testIdOf(order)}
      data-status={order.status}
      className="grid gap-1.5 border-border border-b px-4 py-3"
    >
      <header className="flex items-center gap-2">
        {selection.isUnlocked && (
          <span className="-my-3 -ml-3.5 grid size-11 place-items-center">
            <RowCheck
              selection={selection}
              rowKey={order.orderId}
              name={nameOf(order)}
              isAble={orderRights(order).canCancel}
            />
          </span>
        )}
        <SideText side={order.side} />
        <span className="font-semibold">{order.contractCode}</span>
        <span className="text-12 text-fg-2">
          {t(($) => $.words.orderType[order.orderType])}
          <GroupMark actor={actor} order={order} />
          <ReduceOnlyMark order={order} />
          <SenderMark order={order} />
        </span>
        <time className="ml-auto text-12 text-fg-3" dateTime={order.dateTime}>
          {timeText(format, order.dateTime, serverNowMs())}
        </time>
      </header>
      <div className="flex items-start justify-between gap-2">
        <OrderStatusText order={order} contract={contract} fate={fate} wraps />
        <OrderActions actor={actor} order={order} contract={contract} />
      </div>
      <dl className="grid grid-cols-[1.1fr_0.9fr_0.8fr_1.4fr] gap-x-3 gap-y-1 text-12 [&>:nth-child(5)]:col-span-2">
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
        <CardFact name={t(($) => $.words.position.averagePriceShort)}>
          {wirePrice(format, order.averagePrice, contract?.decimalFormat)}
        </CardFact>
        <CardFact name={t(($) => $.words.order.duration)}>{durationText(writer, order)}</CardFact>
      </dl>
      {isOpen && (
        <div className="-mx-4 overflow-x-auto bg-surface-2">
          <FillRows order={order} contract={contract} />
        </div>
      )}
    </article>
  );
}
