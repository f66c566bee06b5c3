/** Small marks beside an order's type, each with its text: reduce only, sent by a conditional order. */
import type { Order } from '@mua/contract/entities/order';
import { Link2, Minimize2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '#design/ui/overlays/tooltip.tsx';
import { useHighlightedRow } from '#desk/highlighted-row.ts';

/** Never larger than the position. */
export function ReduceOnlyMark({ order }: { order: Order }) {
  const { t } = useTranslation();
  if (!order.isReduceOnly) return null;
  const name = t(($) => $.words.order.reduceOnly);
  return (
    <Tooltip content={name}>
      <span className="ml-1 inline-flex align-[-2px] text-fg-3">
        <Minimize2 aria-hidden className="size-3.5" />
        <span className="sr-only">{name}</span>
      </span>
    </Tooltip>
  );
}

/** Link to the conditional order that sent it. */
export function SenderMark({ order }: { order: Order }) {
  const { t } = useTranslation();
  const show = useHighlightedRow((state) => state.show);
  const { conditionalOrderId } = order;
  if (conditionalOrderId === null) return null;
  const name = t(($) => $.lists.showConditional, { contract: order.contractCode });
  return (
    <Tooltip content={`${t(($) => $.lists.sentBy)} · ${name}`}>
      <button
        type="button"
        aria-label={name}
        data-testid="show-sender"
        onClick={() => show('conditionals', conditionalOrderId)}
        className="ml-1 inline-flex rounded-sm align-[-2px] text-primary-text hover:bg-surface-4"
      >
        <Link2 aria-hidden className="size-3.5" />
      </button>
    </Tooltip>
  );
}
