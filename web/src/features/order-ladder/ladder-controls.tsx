/**
 * Controls below the prices: market orders, cancelling all orders of the contract, recentring on the market; and what a
 * click would do.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots, Side } from '@mua/core/values';
import { Crosshair } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isRepeatedClick } from '#design/arming.ts';
import { cn } from '#design/class-names.ts';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import type { LadderBar } from '#features/order-ladder/use-ladder-arm.ts';
import type { LadderOrders } from '#features/order-ladder/use-ladder-orders.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface LadderControlsProps {
  readonly contract: Contract;
  readonly isArmed: boolean;
  readonly bar: LadderBar | null;
  readonly isStop: boolean;
  readonly lots: Lots;
  readonly orders: LadderOrders;
  readonly onCentre: () => void;
}

export function LadderControls({ contract, isArmed, bar, isStop, lots, orders, onCentre }: LadderControlsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = format.volume(lots);
  const hintOff = bar === null ? t(($) => $.ladder.hintOff) : t(($) => $.ladder.barred[bar]);
  const mode = isArmed ? (isStop ? t(($) => $.ladder.hintStop) : t(($) => $.ladder.hint)) : hintOff;
  const atMarket = (side: Side) => (
    <Button
      variant={side === 'BUY' ? 'buy' : 'sell'}
      size="sm"
      className={cn('min-w-0 max-md:h-11', side === 'SELL' && 'max-md:order-last')}
      disabled={!isArmed}
      onKeyDown={ignoreHeldEnter}
      onClick={(event) => !isRepeatedClick(event) && orders.placeAtMarket(side, lots)}
    >
      <span className="truncate">
        {t(($) => $.ladder.atMarket, { side: t(($) => $.words.side[side]), lots: count })}
      </span>
    </Button>
  );
  return (
    <footer className="shrink-0 border-border border-t p-2">
      <div className="grid grid-cols-2 gap-1.5 max-md:grid-cols-3">
        {atMarket('BUY')}
        {atMarket('SELL')}
        <div className="col-span-2 flex min-w-0 items-center gap-1.5 max-md:col-span-1">
          <Button
            variant="outline"
            size="sm"
            className="min-w-0 flex-1 max-md:h-11"
            disabled={!isArmed || orders.resting.length === 0}
            onClick={() => orders.resting.forEach(orders.cancel)}
          >
            <span className="truncate max-md:hidden">{t(($) => $.ladder.cancelAll, { contract: contract.code })}</span>
            <span className="truncate md:hidden">{t(($) => $.ladder.cancelShort)}</span>
          </Button>
          <IconButton size="icon-sm" className="max-md:size-11" label={t(($) => $.ladder.centre)} onClick={onCentre}>
            <Crosshair aria-hidden />
          </IconButton>
        </div>
      </div>
      {/* Always two lines: the rows above must not move when a key is held. */}
      <p role="status" className="mt-1.5 min-h-8 text-11 text-fg-3 leading-4 max-md:min-h-4">
        {mode}
      </p>
    </footer>
  );
}
