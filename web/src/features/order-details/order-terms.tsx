/** The terms of the order and its current state. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact, FactList } from '#design/ui/dialogs/dialog.tsx';
import type { KnownOrder } from '#features/order-details/order-timeline.ts';
import { type FactWriter, writtenError } from '#i18n/error-facts.ts';
import { orderReasonText } from '#i18n/order-reason-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { orderPriceText } from '#orders/order-price-text.ts';

export function OrderTerms({ known, contract }: { known: KnownOrder; contract: Contract | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { order } = known;
  const grid = contract?.decimalFormat;
  const writer = { t, format, grid };
  const why =
    known.kind === 'order' ? orderReasonText(writer, known.order) : conditionalReasonText(writer, known.order);
  const duration =
    order.duration === 'GTD' && order.expirationDate !== null
      ? format.civilDate(order.expirationDate)
      : t(($) => $.words.duration[order.duration]);
  return (
    <FactList className="border-border border-b px-4 py-3 text-12 tabular-nums">
      <Fact term={t(($) => $.words.order.orderType)}>
        {t(($) => $.words.orderType[order.orderType])}
        {order.isReduceOnly && ` · ${t(($) => $.words.order.reduceOnly)}`}
      </Fact>
      {order.orderType !== 'MARKET' && (
        <Fact term={t(($) => $.timeline.price)}>{orderPriceText({ t, format, grid }, order)}</Fact>
      )}
      <Fact term={t(($) => $.words.order.duration)}>{duration}</Fact>
      {known.kind === 'order' ? (
        <OrderFacts order={known.order} contract={contract} />
      ) : (
        <ConditionalFacts order={known.order} />
      )}
      {why !== null && <Fact term={t(($) => $.timeline.reason)}>{why}</Fact>}
      <Fact term={t(($) => $.timeline.id)}>
        <Id>{known.kind === 'order' ? known.order.orderId : known.order.conditionalOrderId}</Id>
      </Fact>
      {order.clientOrderId !== null && (
        <Fact term={t(($) => $.timeline.clientId)}>
          <Id>{order.clientOrderId}</Id>
        </Fact>
      )}
    </FactList>
  );
}

function conditionalReasonText(writer: FactWriter, { rejection, reason }: ConditionalOrder): string | null {
  const why = rejection ?? reason;
  return why && writtenError(writer, why);
}

/** Shown in full and selected with one press, because support asks for it. */
function Id({ children }: { children: ReactNode }) {
  return <span className="select-all break-all font-normal text-fg-2">{children}</span>;
}

function OrderFacts({ order, contract }: { order: Order; contract: Contract | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { group } = order;
  return (
    <>
      {group && (
        <Fact term={t(($) => $.orders.group.term)}>
          {t(($) => $.orders.group.place, {
            kind: t(($) => $.words.orderGroup[group.kind]),
            place: format.volume(group.place),
            size: format.volume(group.size),
          })}
        </Fact>
      )}
      <Fact term={t(($) => $.words.order.status)}>
        {t(($) => $.words.status[order.status])}
        {order.isCancelRequested && ` · ${t(($) => $.orders.cancelRequested)}`}
      </Fact>
      <Fact term={t(($) => $.words.order.filledQuantity)}>
        {format.volume(order.filledQuantity)}/{format.volume(order.quantity)}
      </Fact>
      <Fact term={t(($) => $.words.order.averagePrice)}>
        {wirePrice(format, order.averagePrice, contract?.decimalFormat)}
      </Fact>
      <Fact term={t(($) => $.words.order.dateTime)}>{format.dateTime(order.dateTime)}</Fact>
      {order.dateClosed !== null && <Fact term={t(($) => $.orders.closedAt)}>{format.dateTime(order.dateClosed)}</Fact>}
    </>
  );
}

function ConditionalFacts({ order }: { order: ConditionalOrder }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <Fact term={t(($) => $.words.order.status)}>{t(($) => $.words.conditionalStatus[order.state])}</Fact>
      <Fact term={t(($) => $.timeline.armed)}>
        {format.volume(order.armedQuantity)}/{format.volume(order.quantity)}
      </Fact>
      <Fact term={t(($) => $.conditional.createdAt)}>{format.dateTime(order.createdAt)}</Fact>
      <Fact term={t(($) => $.conditional.updatedAt)}>{format.dateTime(order.updatedAt)}</Fact>
    </>
  );
}
