/**
 * Modify and cancel for a waiting order; for a triggered one, a link to the order it sent. Cancelling takes one click.
 */
import { useQueryClient } from '@tanstack/react-query';
import { PanelRightOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { RowIcon } from '#design/ui/table/row-icon.tsx';
import { ConditionalModify } from '#features/conditional-orders/conditional-modify.tsx';
import type { OwnedConditional, ShowsOrder } from '#features/conditional-orders/use-conditional-rows.ts';
import { useFormat } from '#i18n/use-format.ts';
import { cancelConditional } from '#orders/conditional-orders.ts';
import { useOrderDetails } from '#orders/order-details.ts';
import { noteConditional } from '#orders/order-notices.ts';
import { useSubmission } from '#wire/submission.ts';

export function ConditionalActions({ actor, row, onShowOrder }: OwnedConditional & ShowsOrder) {
  const { t } = useTranslation();
  const { order, contract } = row;
  const { childOrderId } = order;
  const openDetails = useOrderDetails((state) => state.open);
  return (
    <span className="inline-flex items-center justify-end gap-1">
      {order.state === 'PENDING_ACTIVATION' && (
        <>
          {contract && <ConditionalModify actor={actor} order={order} contract={contract} />}
          <CancelButton actor={actor} row={row} />
        </>
      )}
      {childOrderId !== null && (
        <Button
          size="sm"
          variant="outline"
          className="max-md:h-11"
          data-testid="show-child-order"
          aria-label={t(($) => $.conditional.showOrderOf, { contract: order.contractCode })}
          onClick={() => onShowOrder(childOrderId)}
        >
          {t(($) => $.conditional.showOrder)}
        </Button>
      )}
      <RowIcon
        label={t(($) => $.lists.detailsOf, { contract: order.contractCode })}
        data-testid="conditional-details"
        onClick={() => openDetails({ actor, orderId: order.conditionalOrderId })}
      >
        <PanelRightOpen aria-hidden />
      </RowIcon>
    </span>
  );
}

function CancelButton({ actor, row: { order } }: OwnedConditional) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { isBusy, submit } = useSubmission({ isTold: true });
  const cancel = async () => {
    const refusal = await submit(() => cancelConditional(client, actor, order.conditionalOrderId));
    if (refusal) noteConditional({ order, ...refusal });
  };
  const named = {
    side: t(($) => $.words.side[order.side]),
    lots: format.volume(order.quantity),
    contract: order.contractCode,
  };
  return (
    <Button
      size="sm"
      variant="outline"
      className="max-md:h-11"
      busy={isBusy}
      aria-label={t(($) => $.conditional.cancelAsk, named)}
      data-testid="cancel-conditional"
      onClick={() => void cancel()}
    >
      {t(($) => $.orders.cancel)}
    </Button>
  );
}
