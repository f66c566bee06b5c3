/** An own order on the ladder: a click cancels it, dragging or Alt with an arrow moves it. Only while armed. */

import type { Lots, Ticks } from '@mua/core/values';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { cn } from '#design/class-names.ts';
import { isLeaving, type RestingOrder } from '#features/order-ladder/resting-order.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface ChipActs {
  readonly isArmed: boolean;
  readonly onCancel: (resting: RestingOrder, click: { readonly detail: number }) => void;
  readonly onStep: (resting: RestingOrder, byTicks: Ticks) => void;
  readonly onGrab: (resting: RestingOrder, event: PointerEvent<HTMLElement>) => void;
}

export interface OwnChipProps extends ChipActs {
  readonly resting: RestingOrder;
  readonly price: string;
  /** The most lots of others that may be before it; null where it is not known. */
  readonly aheadLots: Lots | null;
}

const MOVES: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

export function OwnChip({ resting, price, aheadLots, isArmed, onCancel, onStep, onGrab }: OwnChipProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { order, openLots, isStop } = resting;
  const isBusy = isLeaving(order) || order.status === 'IN_MODIFY';
  const mayAct = isArmed && !isBusy;
  const words = {
    side: t(($) => $.words.side[order.side]),
    orderType: t(($) => $.words.orderTypeShort[order.orderType]),
    lots: format.volume(openLots),
    price,
    status: t(($) => $.words.status[order.status]),
  };
  const own = t(($) => $.ladder.own, words);
  const name = order.group?.kind === 'OCO' ? `${own}, ${t(($) => $.words.orderGroup.OCO)}` : own;
  const hint = t(($) => $.ladder.ownHint);
  const place = aheadLots === null ? null : t(($) => $.ladder.ahead, { lots: lotsText({ t, format }, aheadLots) });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = MOVES[event.key];
    // One that is being moved is moved again after that.
    if (step === undefined || !event.altKey || !isArmed || isLeaving(order)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    onStep(resting, step);
  };
  return (
    <button
      type="button"
      data-ladder-order={order.orderId}
      aria-disabled={!mayAct}
      aria-label={place === null ? name : `${name}, ${place}`}
      title={place === null ? hint : `${place}. ${hint}`}
      onPointerDown={(event) => mayAct && onGrab(resting, event)}
      // The second click of a double click may be meant for the order that it has uncovered.
      onClick={(event) => mayAct && !isRepeatedClick(event) && onCancel(resting, event)}
      onKeyDown={onKeyDown}
      className={cn(
        'relative z-1 m-px flex touch-none items-center rounded-sm border px-1 font-medium text-11 leading-none',
        order.side === 'BUY' ? 'border-buy-text text-buy-text' : 'border-sell-text text-sell-text',
        isStop && 'border-dashed',
        isBusy ? 'bg-surface-3 opacity-100' : 'bg-surface',
        mayAct ? 'cursor-grab hover:bg-surface-4' : 'cursor-default',
      )}
    >
      {isStop && <span className="mr-0.5">{t(($) => $.ladder.stopShort)}</span>}
      {format.volume(openLots)}
      {aheadLots !== null && <span className="ml-1 font-normal @max-[248px]:hidden">≈{format.volume(aheadLots)}</span>}
    </button>
  );
}
