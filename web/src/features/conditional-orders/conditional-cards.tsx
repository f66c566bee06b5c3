/** Conditional orders on a phone: one card each, with the same words and the same actions. */
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#clock/market-clock.ts';
import { CardFact } from '#design/ui/figures/card-fact.tsx';
import { SideText } from '#design/ui/figures/figures.tsx';
import { ConditionalActions } from '#features/conditional-orders/conditional-actions.tsx';
import { EntryMark } from '#features/conditional-orders/conditional-columns.tsx';
import { ConditionalState } from '#features/conditional-orders/conditional-state.tsx';
import {
  ConditionalCheck,
  type ConditionalRowsProps,
  testIdOf,
} from '#features/conditional-orders/conditional-table.tsx';
import { lotsText, momentText, priceText, trailText } from '#features/conditional-orders/conditional-text.ts';
import { LiveStop } from '#features/conditional-orders/live-stop.tsx';
import type { OwnedConditional, ShowsOrder } from '#features/conditional-orders/use-conditional-rows.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { CancelFate } from '#orders/bulk-cancel.ts';
import { fieldsOf } from '#orders/order-types.ts';

export function ConditionalCards({ rows, children, progress, ...props }: ConditionalRowsProps) {
  const { t } = useTranslation();
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <ul aria-label={t(($) => $.shell.tab.conditional)} className="tabular-nums">
        {rows.map((row) => (
          <li
            key={row.order.conditionalOrderId}
            className="[contain-intrinsic-size:auto_132px] [content-visibility:auto]"
          >
            <ConditionalCard {...props} row={row} fate={progress.fates.get(row.order.conditionalOrderId)} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

interface ConditionalCardProps extends OwnedConditional, ShowsOrder, Pick<ConditionalRowsProps, 'selection'> {
  readonly fate: CancelFate | undefined;
}

function ConditionalCard({ actor, row, onShowOrder, selection, fate }: ConditionalCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { order, contract } = row;
  const writer = { t, format, contract };
  const isFired = order.triggeredAt !== null;
  return (
    <article
      data-testid={testIdOf(row)}
      data-state-name={order.state}
      data-order-type={order.orderType}
      className="grid gap-1.5 border-border border-b px-4 py-3"
    >
      <header className="flex items-center gap-2">
        {selection.isUnlocked && (
          <span className="-my-3 -ml-3.5 grid size-11 place-items-center">
            <ConditionalCheck row={row} selection={selection} />
          </span>
        )}
        <SideText side={order.side}>
          {t(($) => $.words.side[order.side])} {lotsText(writer, order)}
        </SideText>
        <span className="font-semibold">{order.contractCode}</span>
        <span className="text-12 text-fg-2">{t(($) => $.words.orderType[order.orderType])}</span>
        <time className="ml-auto text-12 text-fg-3" dateTime={order.createdAt}>
          {momentText(writer, order.createdAt, serverNowMs())}
        </time>
      </header>
      <div className="flex items-start justify-between gap-2">
        <span className="flex min-w-0 items-center">
          <EntryMark row={row} />
          <ConditionalState row={row} fate={fate} wraps />
        </span>
        <ConditionalActions actor={actor} row={row} onShowOrder={onShowOrder} />
      </div>
      <dl className="grid grid-cols-3 gap-x-3 text-12">
        {order.trailAmount !== null || order.trailPercent !== null ? (
          <>
            {fieldsOf(order.orderType).hasTrail ? (
              <CardFact name={t(($) => $.words.order.initialStopPrice)}>
                {priceText(writer, order.initialStopPrice)}
              </CardFact>
            ) : (
              <CardFact name={t(($) => $.words.order.takeProfit)}>{priceText(writer, order.takeProfit)}</CardFact>
            )}
            <CardFact name={isFired ? t(($) => $.words.order.currentStopPrice) : t(($) => $.words.order.stopPrice)}>
              <LiveStop row={row} />
            </CardFact>
            <CardFact name={t(($) => $.words.order.trailAmount)}>{trailText(writer, order)}</CardFact>
          </>
        ) : (
          <>
            <CardFact name={t(($) => $.words.order.takeProfit)}>{priceText(writer, order.takeProfit)}</CardFact>
            <CardFact name={t(($) => $.words.order.stopLoss)}>{priceText(writer, order.stopLoss)}</CardFact>
            <CardFact name={t(($) => $.conditional.updatedAt)}>
              {momentText(writer, order.updatedAt, serverNowMs())}
            </CardFact>
          </>
        )}
      </dl>
    </article>
  );
}
