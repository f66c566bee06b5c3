/** Shows the state as a badge, and the reason beside it: what triggered it, why it failed, what it waits for. */
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { reasonText, STATE_TONES } from '#features/conditional-orders/conditional-text.ts';
import type { ConditionalRow } from '#features/conditional-orders/use-conditional-rows.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { CancelFate } from '#orders/bulk-cancel.ts';

export interface ConditionalStateProps {
  readonly row: ConditionalRow;
  /** Its result in a bulk cancel. */
  readonly fate?: CancelFate | undefined;
  /** On a card the reason may wrap. */
  readonly wraps?: boolean;
}

export function ConditionalState({ row: { order, contract }, fate, wraps = false }: ConditionalStateProps) {
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
      <Badge tone={STATE_TONES[order.state]}>{t(($) => $.words.conditionalStatus[order.state])}</Badge>
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
