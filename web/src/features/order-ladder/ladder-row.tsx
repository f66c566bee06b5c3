/**
 * One price of the ladder: a button to buy at it, the price, a button to sell at it, and the own orders resting there.
 * A row never moves while in use, only its figures change.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Side, Ticks } from '@mua/core/values';
import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { cn } from '#design/class-names.ts';
import type { LadderRow } from '#features/order-ladder/ladder-view.ts';
import { type ChipActs, OwnChip } from '#features/order-ladder/own-chip.tsx';
import type { RestingOrder } from '#features/order-ladder/use-ladder-orders.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface LadderActs extends ChipActs {
  /** A click would place a stop. */
  readonly isStop: boolean;
  readonly onPlace: (side: Side, priceTicks: Ticks) => void;
}

export interface LadderRowProps {
  readonly contract: Pick<Contract, 'decimalFormat'>;
  readonly row: LadderRow;
  readonly resting: readonly RestingOrder[];
  readonly isUnderWay: (side: Side) => boolean;
  /** Which of its two buttons is in the tab order. */
  readonly tabSide: Side | null;
  /** An own order is being dragged here. */
  readonly isTarget: boolean;
  readonly acts: LadderActs;
}

export const LADDER_GRID = 'grid grid-cols-[1fr_minmax(60px,auto)_1fr]';

export function LadderRowView(props: LadderRowProps) {
  const { contract, row, isTarget } = props;
  const format = useFormat();
  const price = format.price(row.priceTicks, contract.decimalFormat);
  return (
    <div
      data-ladder-ticks={row.priceTicks}
      className={cn(
        'h-book-row shrink-0 items-stretch text-12 tabular-nums',
        LADDER_GRID,
        isTarget && 'bg-primary-soft',
      )}
    >
      <LadderCell {...props} side="BUY" price={price} />
      <span
        className={cn(
          'grid place-items-center border-border border-x px-1 font-medium',
          row.isLast ? 'bg-surface-4 text-foreground' : 'text-fg-2',
        )}
      >
        {price}
      </span>
      <LadderCell {...props} side="SELL" price={price} />
    </div>
  );
}

function LadderCell(props: LadderRowProps & { readonly side: Side; readonly price: string }) {
  const { row, resting, isUnderWay, tabSide, acts, side, price } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { isArmed, isStop, onPlace } = acts;
  const isBuy = side === 'BUY';
  const lots = isBuy ? row.bidLots : row.askLots;
  const size = lots > 0 ? format.volume(lots) : '';
  const isWaiting = isUnderWay(side);
  const mayPlace = isArmed && !isWaiting;
  const name = t(($) => (isStop ? $.ladder.placeStop : $.ladder.place), {
    side: t(($) => $.words.side[side]),
    price,
  });
  return (
    <div className={cn('relative flex min-w-0 items-stretch', !isBuy && 'flex-row-reverse')}>
      {lots > 0 && (
        <span
          aria-hidden
          className={cn('absolute inset-y-px', isBuy ? 'right-0 bg-buy-soft' : 'left-0 bg-sell-soft')}
          style={{ width: `${row.share * 100}%` }}
        />
      )}
      {resting
        .filter(({ order }) => order.side === side)
        .map((one) => (
          <OwnChip key={one.order.orderId} resting={one} price={price} {...acts} />
        ))}
      <button
        type="button"
        data-ladder-side={side}
        tabIndex={tabSide === side ? 0 : -1}
        aria-disabled={!mayPlace}
        aria-label={size === '' ? name : `${name}, ${t(($) => $.ladder.size, { lots: size })}`}
        // The second click of a double click is not a second order.
        onClick={(event) => !isRepeatedClick(event) && mayPlace && onPlace(side, row.priceTicks)}
        className={cn(
          'relative flex min-w-0 flex-1 items-center px-2 outline-offset-[-2px]',
          isBuy ? 'justify-end' : 'justify-start',
          mayPlace ? 'cursor-pointer' : 'cursor-default',
          mayPlace && (isBuy ? 'hover:bg-buy-soft' : 'hover:bg-sell-soft'),
        )}
      >
        {isWaiting ? <LoaderCircle aria-hidden className="size-3 animate-spinner text-fg-2" /> : size}
      </button>
    </div>
  );
}
