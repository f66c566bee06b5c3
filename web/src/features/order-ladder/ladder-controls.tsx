/**
 * Controls below the prices: market orders, cancelling the contract's orders of one side or both, closing and reversing
 * the position; and what a click would do.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { type Lots, oppositeSide, type Side } from '@mua/core/values';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { cn } from '#design/class-names.ts';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { Button, type ButtonProps } from '#design/ui/controls/button.tsx';
import { isLeaving } from '#features/order-ladder/resting-order.ts';
import type { LadderBar } from '#features/order-ladder/use-ladder-arm.ts';
import type { LadderOrders } from '#features/order-ladder/use-ladder-orders.ts';
import type { LadderPosition } from '#features/order-ladder/use-ladder-position.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface LadderControlsProps {
  readonly contract: Contract;
  readonly isArmed: boolean;
  readonly bar: LadderBar | null;
  readonly isStop: boolean;
  /** Null where what is typed is no number of lots. */
  readonly lots: Lots | null;
  readonly position: LadderPosition | null;
  readonly orders: LadderOrders;
}

export function LadderControls({ contract, isArmed, bar, isStop, lots, position, orders }: LadderControlsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const hintOff = bar === null ? t(($) => $.ladder.hintOff) : t(($) => $.ladder.barred[bar]);
  const mode = isArmed ? (isStop ? t(($) => $.ladder.hintStop) : t(($) => $.ladder.hint)) : hintOff;
  const sideWord = (side: Side) => t(($) => $.words.side[side]);
  const atMarket = (side: Side) => (
    <Act
      variant={side === 'BUY' ? 'buy' : 'sell'}
      className="col-span-3"
      disabled={!isArmed || lots === null}
      onAct={() => lots !== null && orders.placeAtMarket(side, lots)}
    >
      {t(($) => $.ladder.atMarket, { side: sideWord(side), lots: format.volume(lots) })}
    </Act>
  );
  return (
    <footer className="shrink-0 border-border border-t p-2 pb-1">
      <div className="grid grid-cols-6 gap-1">
        {atMarket('BUY')}
        {atMarket('SELL')}
        <CancelActs contract={contract} isArmed={isArmed} orders={orders} />
        <PositionActs position={position} isArmed={isArmed} orders={orders} />
      </div>
      {/* Always as high: the rows above must not move when a key is held. */}
      <p role="status" className="mt-1 min-h-4 text-11 text-fg-3 leading-4">
        {mode}
      </p>
    </footer>
  );
}

function CancelActs({ contract, isArmed, orders }: Pick<LadderControlsProps, 'contract' | 'isArmed' | 'orders'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const countOf = (side: Side) => orders.resting.filter(({ order }) => order.side === side && !isLeaving(order)).length;
  const counts = { BUY: countOf('BUY'), SELL: countOf('SELL') };
  const ofSide = (side: Side) => (
    <Act
      variant="outline"
      className="col-span-2 finger:hidden"
      label={t(($) => $.ladder.cancelSide[side])}
      disabled={!isArmed || (counts[side] === 0 && orders.isComplete)}
      onAct={() => orders.cancelSide(side)}
      testId={side === 'BUY' ? 'ladder-cancel-bids' : 'ladder-cancel-asks'}
    >
      <X aria-hidden className="inline size-3" /> {t(($) => $.words.side[side])} {format.volume(counts[side])}
    </Act>
  );
  return (
    <>
      {ofSide('BUY')}
      <Act
        variant="outline"
        className="col-span-2"
        label={t(($) => $.ladder.cancelAll, { contract: contract.code })}
        // Those that are not on the ladder go too, so that a count of it decides nothing.
        disabled={!isArmed}
        onAct={orders.cancelAll}
      >
        <X aria-hidden className="inline size-3" /> {t(($) => $.ladder.cancelShort)}
      </Act>
      {ofSide('SELL')}
    </>
  );
}

function PositionActs({ position, isArmed, orders }: Pick<LadderControlsProps, 'position' | 'isArmed' | 'orders'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayClose = isArmed && position !== null && !orders.isClosing;
  const reversed = position && {
    side: t(($) => $.words.side[oppositeSide(position.side)]),
    lots: format.volume(position.lots),
  };
  return (
    <>
      <Act
        variant="outline"
        className="col-span-3 finger:col-span-2"
        disabled={!mayClose}
        onAct={() => position && orders.reverse(position)}
        testId="ladder-reverse"
      >
        {reversed ? t(($) => $.ladder.reverseTo, reversed) : t(($) => $.ladder.reverse)}
      </Act>
      <Act
        variant="outline"
        className="col-span-3 finger:col-span-2 enabled:border-danger enabled:text-danger"
        disabled={!mayClose}
        onAct={() => position && orders.flatten(position)}
        testId="ladder-flatten"
        label={t(($) => $.ladder.flatten)}
      >
        {t(($) => $.ladder.flattenShort)}
      </Act>
    </>
  );
}

interface ActProps extends Pick<ButtonProps, 'variant' | 'disabled' | 'className'> {
  readonly onAct: () => void;
  readonly testId?: string;
  /** Where its text is shorter than its name. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** One press is one act: neither the second click of a double click nor a held Enter is another. */
function Act({ onAct, testId, label, className, children, ...props }: ActProps) {
  return (
    <Button
      {...props}
      size="sm"
      data-testid={testId}
      aria-label={label}
      title={label}
      className={cn('h-6.5 min-w-0 px-1.5 finger:h-11', className)}
      onKeyDown={ignoreHeldEnter}
      onClick={(event) => !isRepeatedClick(event) && onAct()}
    >
      <span className="truncate">{children}</span>
    </Button>
  );
}
