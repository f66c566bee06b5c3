/**
 * An own order on the ladder, live or waiting: a click cancels it, dragging or Alt with an arrow moves it. Only while
 * armed.
 */

import type { Lots, Ticks } from '@mua/core/values';
import type { TFunction } from 'i18next';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { cn } from '#design/class-names.ts';
import {
  isLeaving,
  type OwnOrder,
  ownIdOf,
  type RestingOrder,
  type WaitingLeg,
} from '#features/order-ladder/resting-order.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface ChipActs {
  readonly isArmed: boolean;
  readonly onCancel: (own: OwnOrder, click: { readonly detail: number }) => void;
  readonly onStep: (own: OwnOrder, byTicks: Ticks) => void;
  readonly onGrab: (own: OwnOrder, event: PointerEvent<HTMLElement>) => void;
}

export interface OwnChipProps extends ChipActs {
  readonly resting: RestingOrder;
  readonly price: string;
  /** The most lots of others that may be before it; null where it is not known. */
  readonly aheadLots: Lots | null;
}

export function OwnChip({ resting, price, aheadLots, ...acts }: OwnChipProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { order, openLots, isStop } = resting;
  const words = {
    side: t(($) => $.words.side[order.side]),
    orderType: t(($) => $.words.orderTypeShort[order.orderType]),
    lots: format.volume(openLots),
    price,
    status: t(($) => $.words.status[order.status]),
  };
  const own = t(($) => $.ladder.own, words);
  const place = aheadLots === null ? null : t(($) => $.ladder.ahead, { lots: lotsText({ t, format }, aheadLots) });
  return (
    <Chip
      {...acts}
      own={resting}
      name={order.group?.kind === 'OCO' ? `${own}, ${t(($) => $.words.orderGroup.OCO)}` : own}
      detail={place}
      hint={t(($) => $.ladder.ownHint)}
      isEnding={isLeaving(order)}
      isChanging={order.status === 'IN_MODIFY'}
      className={cn(
        order.side === 'BUY' ? 'border-buy-text text-buy-text' : 'border-sell-text text-sell-text',
        isStop && 'border-dashed',
      )}
    >
      {isStop && <span className="mr-0.5">{t(($) => $.ladder.stopShort)}</span>}
      {format.volume(openLots)}
      {aheadLots !== null && <span className="ml-1 font-normal @max-[248px]:hidden">≈{format.volume(aheadLots)}</span>}
    </Chip>
  );
}

export interface LegChipProps extends ChipActs {
  readonly waiting: WaitingLeg;
  readonly price: string;
}

/** Its word tells it from a live order; its colour says which way it ends. */
export function LegChip({ waiting, price, ...acts }: LegChipProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { conditional, leg, profitVnd } = waiting;
  const lots = format.volume(conditional.quantity);
  const { short, name } = legWords(t, leg);
  const isUnarmed = conditional.parentOrderCode !== null && conditional.armedQuantity === 0;
  const words = {
    leg: name,
    side: t(($) => $.words.side[conditional.side]),
    lots,
    price,
    status: isUnarmed ? t(($) => $.conditional.waitsForEntry) : t(($) => $.words.conditionalStatus[conditional.state]),
  };
  const profit = profitVnd === null ? null : t(($) => $.ladder.profitThere, { amount: format.profit(profitVnd).text });
  const hasBoth = conditional.takeProfit !== null && (conditional.stopLoss !== null || leg === 'trail');
  return (
    <Chip
      {...acts}
      own={waiting}
      name={t(($) => $.ladder.leg, words)}
      detail={profit}
      hint={t(($) => (hasBoth ? $.ladder.pairHint : $.ladder.ownHint))}
      isEnding={false}
      isChanging={false}
      className={cn('border-dashed', leg === 'takeProfit' ? 'border-up text-up' : 'border-down text-down')}
    >
      <span className="mr-0.5">{short}</span>
      {lots}
      {profitVnd !== null && (
        <span className="ml-1 font-normal @max-[340px]:hidden">{format.vndSummary(profitVnd, { signed: true })}</span>
      )}
    </Chip>
  );
}

function legWords(t: TFunction, leg: WaitingLeg['leg']): { readonly short: string; readonly name: string } {
  switch (leg) {
    case 'takeProfit':
      return { short: t(($) => $.words.order.takeProfitShort), name: t(($) => $.words.order.takeProfit) };
    case 'stopLoss':
      return { short: t(($) => $.words.order.stopLossShort), name: t(($) => $.words.order.stopLoss) };
    case 'trail':
      return { short: t(($) => $.ladder.trailShort), name: t(($) => $.words.orderType.TRAILING_STOP) };
  }
}

interface ChipProps extends ChipActs {
  readonly own: OwnOrder;
  readonly name: string;
  /** Said after the name, and in the tip before what a click does. */
  readonly detail: string | null;
  readonly hint: string;
  readonly isEnding: boolean;
  readonly isChanging: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

const MOVES: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

function Chip(props: ChipProps) {
  const { own, name, detail, hint, isEnding, isChanging, isArmed, onCancel, onStep, onGrab, className, children } =
    props;
  const isBusy = isEnding || isChanging;
  const mayAct = isArmed && !isBusy;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = MOVES[event.key];
    // One that is being moved is moved again after that.
    if (step === undefined || !event.altKey || !isArmed || isEnding) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    onStep(own, step);
  };
  return (
    <button
      type="button"
      data-ladder-order={ownIdOf(own)}
      aria-disabled={!mayAct}
      aria-label={detail === null ? name : `${name}, ${detail}`}
      title={detail === null ? hint : `${detail}. ${hint}`}
      onPointerDown={(event) => mayAct && onGrab(own, event)}
      // The second click of a double click may be meant for the order that it has uncovered.
      onClick={(event) => mayAct && !isRepeatedClick(event) && onCancel(own, event)}
      onKeyDown={onKeyDown}
      className={cn(
        'relative z-1 m-px flex touch-none items-center whitespace-nowrap rounded-sm border px-1 font-medium text-11 leading-none',
        isBusy ? 'bg-surface-3 opacity-100' : 'bg-surface',
        mayAct ? 'cursor-grab hover:bg-surface-4' : 'cursor-default',
        className,
      )}
    >
      {children}
    </button>
  );
}
