/**
 * One price of the ladder: what was traded at it today, a button to buy at it, the price with its marks, a button to
 * sell at it, and the own orders resting or waiting there.
 * A row never moves while in use, only its figures change, and the chip of a trailing stop goes from row to row.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots, Side, Ticks } from '@mua/core/values';
import { LoaderCircle } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { cn } from '#design/class-names.ts';
import type { LadderRow } from '#features/order-ladder/ladder-view.ts';
import { type ChipActs, LegChip, OwnChip } from '#features/order-ladder/own-chip.tsx';
import { ownIdOf, type RestingOrder, type WaitingLeg } from '#features/order-ladder/resting-order.ts';
import { isStopClick } from '#features/order-ladder/use-stop-modifier.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface LadderActs extends ChipActs {
  /** Armed, with a number of lots: own orders can be moved and cancelled without one. */
  readonly mayPlace: boolean;
  /** A click would place a stop. */
  readonly isStop: boolean;
  readonly onPlace: (order: { readonly side: Side; readonly priceTicks: Ticks; readonly isStop: boolean }) => void;
}

export interface LadderRowProps {
  readonly contract: Pick<Contract, 'decimalFormat'>;
  readonly row: LadderRow;
  readonly resting: readonly RestingOrder[];
  readonly legs: readonly WaitingLeg[];
  readonly isUnderWay: (side: Side) => boolean;
  /** Which of its two buttons is in the tab order. */
  readonly tabSide: Side | null;
  /** An own order is being dragged here. */
  readonly isTarget: boolean;
  /** The most lots of others that may be before an own order; null where it is not known. */
  readonly aheadOf: (resting: RestingOrder) => Lots | null;
  readonly acts: LadderActs;
}

/** The lots of the day have a column where there is room for it. */
export const LADDER_GRID =
  'grid grid-cols-[1fr_minmax(68px,auto)_1fr] @min-[248px]:grid-cols-[minmax(44px,0.6fr)_1fr_minmax(76px,auto)_1fr]';

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
      <TradedLots row={row} />
      <LadderCell {...props} side="BUY" price={price} />
      <LadderPrice row={row} price={price} />
      <LadderCell {...props} side="SELL" price={price} />
    </div>
  );
}

function TradedLots({ row: { tradedLots, tradedShare } }: { row: LadderRow }) {
  const format = useFormat();
  return (
    <span className="relative hidden items-center justify-end overflow-hidden px-1 text-11 text-fg-3 @min-[248px]:flex">
      {tradedLots > 0 && (
        <>
          <span
            aria-hidden
            className="absolute inset-y-0.5 left-0 rounded-r-sm bg-surface-4"
            style={{ width: `${tradedShare * 100}%` }}
          />
          <span className="relative">{format.volume(tradedLots)}</span>
        </>
      )}
    </span>
  );
}

function LadderPrice({ row: { isLast, lastLots, marks }, price }: { row: LadderRow; price: string }) {
  const [first] = marks;
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <span
      className={cn(
        'relative grid place-items-center border-border border-x px-5.5 font-medium @min-[340px]:px-7',
        isLast ? 'bg-surface-4 text-foreground' : marks.includes('settlement') ? 'text-ref' : 'text-fg-2',
        marks.includes('average') && 'text-foreground outline-1 outline-buy-text outline-offset-[-1px]',
      )}
    >
      {first && (
        <span className="absolute inset-y-0 left-0.5 flex items-center text-11 text-fg-3">
          {/* There is room for one: the average has its frame. */}
          <span aria-hidden>{t(($) => $.ladder.markShort[first])}</span>
          <span className="sr-only">{marks.map((mark) => t(($) => $.ladder.mark[mark])).join(', ')}: </span>
        </span>
      )}
      {price}
      {lastLots !== null && (
        <span className="absolute inset-y-0 right-0.5 flex items-center text-11 text-fg-2">
          <span className="sr-only">{t(($) => $.ladder.lastLots)}: </span>
          {/* Where it would run into the price it is only read aloud; the tape has it. */}
          <span className={cn(lastLots >= 100 && '@max-[340px]:sr-only')}>×{format.volume(lastLots)}</span>
        </span>
      )}
    </span>
  );
}

function LadderCell(props: LadderRowProps & { readonly side: Side; readonly price: string }) {
  const { row, resting, legs, isUnderWay, tabSide, aheadOf, acts, side, price } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { isStop, onPlace } = acts;
  const isBuy = side === 'BUY';
  const lots = isBuy ? row.bidLots : row.askLots;
  const size = lots > 0 ? format.volume(lots) : '';
  const isWaiting = isUnderWay(side);
  const mayPlace = acts.mayPlace && !isWaiting;
  const name = t(($) => (isStop ? $.ladder.placeStop : $.ladder.place), {
    side: t(($) => $.words.side[side]),
    price,
  });
  const place = (event: MouseEvent) => {
    // The second click of a double click is not a second order.
    if (isRepeatedClick(event) || !mayPlace) return;
    onPlace({ side, priceTicks: row.priceTicks, isStop: isStopClick(event, isStop) });
  };
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
          <OwnChip key={one.order.orderId} resting={one} price={price} aheadLots={aheadOf(one)} {...acts} />
        ))}
      {legs
        .filter(({ conditional }) => conditional.side === side)
        .map((one) => (
          <LegChip key={ownIdOf(one)} waiting={one} price={price} {...acts} />
        ))}
      <button
        type="button"
        data-ladder-side={side}
        tabIndex={tabSide === side ? 0 : -1}
        aria-disabled={!mayPlace}
        aria-label={size === '' ? name : `${name}, ${t(($) => $.ladder.size, { lots: size })}`}
        onClick={place}
        className={cn(
          'relative flex min-w-0 flex-1 items-center px-1.5 outline-offset-[-2px]',
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
