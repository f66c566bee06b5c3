/** Modify, cancel and order again. Cancelling takes one click: it can only reduce risk. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import { legCodes } from '@mua/core/values';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Copy, PanelRightOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { RowIcon } from '#design/ui/table/row-icon.tsx';
import { useOpenTicket } from '#desk/open-ticket.ts';
import { askOfTrading } from '#desk/trading-question.ts';
import { pricesToChange } from '#features/order-list/order-change.ts';
import { OrderModify } from '#features/order-list/order-modify.tsx';
import { orderRights } from '#features/order-list/order-status-row.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useOrderDetails } from '#orders/order-details.ts';
import { noteOrder } from '#orders/order-notices.ts';
import { cancelAll, cancelOrder } from '#orders/orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

export interface OrderActionsProps {
  readonly actor: AccountActor;
  readonly order: Order;
  readonly contract: Contract | undefined;
}

const TALL = 'max-md:h-11';

export function OrderActions({ actor, order, contract }: OrderActionsProps) {
  const { canCancel, canModify } = orderRights(order);
  return (
    <span className="inline-flex items-center justify-end gap-1">
      {canModify && contract && pricesToChange(order).length > 0 && (
        <OrderModify actor={actor} order={order} contract={contract} />
      )}
      {canCancel && <CancelButton actor={actor} order={order} />}
      <AgainButton actor={actor} order={order} contract={contract} />
      <DetailsButton actor={actor} order={order} />
    </span>
  );
}

function CancelButton({ actor, order }: { actor: AccountActor; order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { isBusy, submit } = useSubmission({ isTold: true });
  const cancel = async () => {
    const refusal = await submit(() => cancelOf(client, actor, order));
    if (refusal) noteOrder({ kind: 'notCancelled', order, ...refusal });
  };
  const isPair = order.group?.kind === 'OCO';
  const named = {
    side: t(($) => $.words.side[order.side]),
    lots: format.volume(order.quantity),
    contract: order.contractCode,
  };
  return (
    <Button
      size="sm"
      variant="outline"
      className={TALL}
      busy={isBusy}
      aria-label={t(($) => (isPair ? $.orders.group.cancelPair : $.orders.cancelAsk), named)}
      data-testid="cancel-order"
      onClick={() => void cancel()}
    >
      {isPair ? t(($) => $.orders.group.pair) : t(($) => $.orders.cancel)}
    </Button>
  );
}

/** One order of a pair takes the other with it: both are asked for at once. */
async function cancelOf(client: QueryClient, actor: AccountActor, { orderId, group }: Order): Promise<void> {
  if (group?.kind === 'OCO') await cancelAll(actor, { groupId: group.groupId });
  else await cancelOrder(client, actor, { orderId });
}

/** Opens terms, fills, timeline, and what was seen at the click. */
function DetailsButton({ actor, order }: { actor: AccountActor; order: Order }) {
  const { t } = useTranslation();
  const open = useOrderDetails((state) => state.open);
  return (
    <RowIcon
      label={t(($) => $.lists.detailsOf, { contract: order.contractCode })}
      data-testid="order-details"
      onClick={() => open({ actor, orderId: order.orderId })}
    >
      <PanelRightOpen aria-hidden />
    </RowIcon>
  );
}

/** Copies the order into its ticket as a draft; nothing is sent. */
function AgainButton({ actor, order, contract }: OrderActionsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const openTicket = useOpenTicket();
  const { orderType } = order;
  if (!contract) return null;
  const isFinal = order.dateClosed !== null;
  const text = (price: string) => wirePrice(format, price, contract.decimalFormat);
  const again = () => {
    const { limitPrice } = order;
    if (legCodes(order.contractCode) && limitPrice !== null) {
      const begun = { lots: Math.max(1, order.quantity), priceText: text(limitPrice) };
      const { commodityCode } = contract;
      return askOfTrading({
        kind: 'spread',
        actor,
        commodityCode,
        spreadCode: order.contractCode,
        side: order.side,
        begun,
      });
    }
    openTicket({
      contractCode: order.contractCode,
      owner: actor,
      side: order.side,
      orderType,
      lots: Math.max(1, order.quantity),
      duration: order.duration,
      ...(order.limitPrice === null ? {} : { limitText: text(order.limitPrice) }),
      ...(order.stopPrice === null ? {} : { stopText: text(order.stopPrice) }),
      isReduceOnly: order.isReduceOnly,
      ...(order.expirationDate === null ? {} : { expirationDate: order.expirationDate }),
    });
  };
  return isFinal ? (
    <Button size="sm" variant="ghost" className={TALL} data-testid="again-order" onClick={again}>
      {t(($) => $.shell.action.again)}
    </Button>
  ) : (
    <RowIcon label={t(($) => $.shell.action.duplicate)} data-testid="duplicate-order" onClick={again}>
      <Copy aria-hidden />
    </RowIcon>
  );
}
