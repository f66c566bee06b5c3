/** Shows the status as a badge, and the reason beside it: the refusal, why it ended, what it waits for. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { STATUS_ROWS } from '#features/order-list/order-status-row.ts';
import { reasonText } from '#features/order-list/order-text.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { CancelFate } from '#orders/bulk-cancel.ts';

export interface OrderStatusTextProps {
  readonly order: Order;
  readonly contract: Contract | undefined;
  /** Its result in a bulk cancel. */
  readonly fate?: CancelFate | undefined;
  /** On a card the reason may wrap. */
  readonly wraps?: boolean;
}

export function OrderStatusText({ order, contract, fate, wraps = false }: OrderStatusTextProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const refused = fate?.kind === 'refused' ? fate : null;
  const reason = refused
    ? t(($) => $.lists.notCancelled, { reason: writtenError({ t, format, grid: contract?.decimalFormat }, refused) })
    : fate?.kind === 'waiting'
      ? t(($) => $.lists.cancelWaiting)
      : reasonText({ t, format, contract }, order);
  return (
    <span className={cn('flex min-w-0 items-center gap-2', wraps && 'flex-wrap gap-y-0.5')}>
      <Badge tone={STATUS_ROWS[order.status].tone}>{t(($) => $.words.status[order.status])}</Badge>
      {reason !== null && (
        <span
          title={reason}
          className={cn(
            'text-12',
            refused ? 'text-danger' : 'text-fg-3',
            wraps ? 'min-w-0 whitespace-normal' : 'truncate',
          )}
        >
          {reason}
        </span>
      )}
    </span>
  );
}
