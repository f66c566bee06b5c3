/** The ring and its figures; if there are fills, clicking shows them. */
import type { Order } from '@mua/contract/entities/order';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { ProgressRing } from '#design/ui/feedback/progress-ring.tsx';
import { useFormat } from '#i18n/use-format.ts';

export interface FilledOfOrderedProps {
  readonly order: Order;
  readonly isOpen: boolean;
  readonly onToggle: (() => void) | null;
  /** An editor for the ordered lots, if they can be changed. */
  readonly quantity?: ReactNode;
}

export function FilledOfOrdered({ order, isOpen, onToggle, quantity }: FilledOfOrderedProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [filled, ordered] = [format.volume(order.filledQuantity), format.volume(order.quantity)];
  const figures = (
    <>
      <ProgressRing done={order.filledQuantity} total={order.quantity} />
      {filled}
    </>
  );
  return (
    <span className="inline-flex items-center">
      {onToggle ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t(($) => $.orders.showFills, { contract: order.contractCode, filled: `${filled}/${ordered}` })}
          onClick={onToggle}
          className="relative inline-flex items-center gap-0.75 rounded-sm max-md:after:absolute max-md:after:-inset-x-1 max-md:after:-inset-y-3.5 md:-ml-2.5 hover:text-foreground"
        >
          <ChevronRight aria-hidden className={cn('size-3 text-fg-3', isOpen && 'rotate-90')} />
          {figures}
        </button>
      ) : (
        <span className="inline-flex items-center gap-1.5">{figures}</span>
      )}
      /{quantity ?? ordered}
    </span>
  );
}
