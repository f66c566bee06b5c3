/**
 * A level of the order book: price 500 left, size, cumulative right; the bar grows from the right edge with the
 * cumulative share. A click on the price and one on the size mean different things, so they are two buttons.
 */
import type { Side } from '@mua/core/values';
import type { ReactNode } from 'react';
import { cn } from '#design/class-names.ts';

export interface BookRowProps {
  /** BUY is a bid, SELL an ask. */
  readonly side: Side;
  readonly price: ReactNode;
  readonly size: ReactNode;
  readonly cumulative: ReactNode;
  /** Cumulative share of the deepest level, 0 to 1. */
  readonly depth: number;
  readonly own?: boolean;
  readonly onPrice?: () => void;
  readonly onSize?: () => void;
  readonly className?: string | undefined;
}

export function BookRow({
  side,
  price,
  size,
  cumulative,
  depth,
  own = false,
  onPrice,
  onSize,
  className,
}: BookRowProps) {
  const cell = 'relative h-full cursor-pointer outline-offset-[-2px]';
  return (
    <div
      data-slot="book-row"
      className={cn(
        'relative grid h-book-row w-full grid-cols-3 items-center gap-2 px-3 text-12 hover:bg-surface-3',
        className,
      )}
    >
      <span
        aria-hidden
        className={cn('absolute inset-y-px right-0 opacity-85', side === 'BUY' ? 'bg-buy-soft' : 'bg-sell-soft')}
        style={{ width: `${Math.min(1, Math.max(0, depth)) * 100}%` }}
      />
      {own && (
        <span
          aria-hidden
          className="absolute top-1/2 left-0.75 h-3 w-1 -translate-y-1/2 rounded-full bg-primary-text"
        />
      )}
      <button
        type="button"
        onClick={onPrice}
        className={cn(cell, 'text-left font-medium', side === 'BUY' ? 'text-buy-text' : 'text-sell-text')}
      >
        {price}
      </button>
      <button type="button" onClick={onSize} className={cn(cell, 'text-right')}>
        {size}
      </button>
      <span className="relative text-right text-fg-2">{cumulative}</span>
    </div>
  );
}

/** The last price between both sides, pinned. */
export function SpreadRow({
  price,
  spread,
  className,
}: {
  price: ReactNode;
  spread: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={cn('flex h-8 items-center gap-1.5 border-border border-y px-3', className)}>
      <span className="font-semibold text-16">{price}</span>
      <span className="ml-auto text-11 text-fg-3">{spread}</span>
    </div>
  );
}
