/**
 * One level of the book. Its position never changes, only its figures; price and size are two buttons with different
 * actions. Only one of all the buttons is in the tab order; arrows move from there.
 */
import type { Lots, Side, Ticks } from '@mua/core/values';
import { memo } from 'react';
import { cn } from '#design/class-names.ts';
import { LIMIT_VN, LimitMark } from '#design/ui/figures/limit-mark.tsx';
import type { BookWords } from '#features/order-book/book-words.ts';
import { useFormat } from '#i18n/use-format.ts';
import { type LimitedContract, limitAt, limitTicksOf } from '#market/price-state.ts';

export interface BookLevelRowProps {
  readonly side: Side;
  readonly words: BookWords;
  /** Index from the top of the book. */
  readonly row: number;
  readonly contract: LimitedContract;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly cumulativeLots: Lots;
  readonly depth: number;
  readonly ownLots: Lots;
  /** Which of its buttons is in the tab order, if any. */
  readonly tabColumn: 'price' | 'size' | null;
  readonly onPrice: (ticks: Ticks) => void;
  readonly onLots: (lots: Lots) => void;
}

export const BOOK_GRID = 'grid grid-cols-[1fr_1fr_1fr] gap-1 px-3';
const CELL = 'relative h-full cursor-pointer outline-offset-[-2px]';

export const BookLevelRow = memo(function BookLevelRow(props: BookLevelRowProps) {
  const { side, words, row, contract, priceTicks, lots, cumulativeLots, depth, ownLots, tabColumn, onPrice, onLots } =
    props;
  const format = useFormat();
  const price = format.price(priceTicks, contract.decimalFormat);
  const size = format.volume(lots);
  const limit = limitAt(priceTicks, limitTicksOf(contract));
  const own = ownLots > 0 ? `, ${words.own(format.volume(ownLots))}` : '';
  return (
    <div
      className={cn('relative h-book-row shrink-0 items-center text-12 hover:bg-surface-3 max-md:text-14', BOOK_GRID)}
    >
      <span
        aria-hidden
        className={cn('absolute inset-y-px right-0', side === 'BUY' ? 'bg-buy-soft' : 'bg-sell-soft')}
        style={{ width: `${depth * 100}%` }}
      />
      {ownLots > 0 && (
        <span
          aria-hidden
          className="absolute top-1/2 left-0.75 h-3 w-1 -translate-y-1/2 rounded-full bg-primary-text"
        />
      )}
      <button
        type="button"
        data-row={row}
        data-column="price"
        tabIndex={tabColumn === 'price' ? 0 : -1}
        aria-label={words.priceButton(side, price) + own}
        onClick={() => onPrice(priceTicks)}
        className={cn(
          CELL,
          'text-left font-medium',
          side === 'BUY' ? 'text-buy-text' : 'text-sell-text',
          limit && LIMIT_VN[limit],
        )}
      >
        {price}
        {limit && <LimitMark limit={limit} className="ml-1" />}
      </button>
      <button
        type="button"
        data-row={row}
        data-column="size"
        tabIndex={tabColumn === 'size' ? 0 : -1}
        aria-label={words.sizeButton(size, price)}
        onClick={() => onLots(lots)}
        className={cn(CELL, 'text-right')}
      >
        {size}
      </button>
      <span className="relative text-right text-fg-2">{format.volume(cumulativeLots)}</span>
    </div>
  );
});

/** A missing level keeps its space. */
export function EmptyLevelRow() {
  return <div aria-hidden className="h-book-row shrink-0" />;
}
