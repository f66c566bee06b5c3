/** The pinned row between both sides: the last price, its direction, and the spread. It flashes on a trade only. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { tradeFlash } from '#design/trade-flash.ts';
import { DIRECTION_TEXT, DirectionGlyph, directionOf, Price } from '#design/ui/figures/figures.tsx';
import { LIMIT_VN, LimitMark } from '#design/ui/figures/limit-mark.tsx';
import { SpreadRow } from '#features/order-book/spread-row.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { limitAt, limitTicksOf } from '#market/price-state.ts';
import { useQuoteField } from '#market/use-quote.ts';
import { useTradeFlash } from '#market/use-trade-flash.ts';

export interface LastPriceRowProps {
  readonly contract: Contract;
  readonly spreadTicks: Ticks | null;
  /** While the market is closed, the price is outdated. */
  readonly isQuiet?: boolean;
}

export function LastPriceRow({ contract, spreadTicks, isQuiet = false }: LastPriceRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { code, decimalFormat: grid } = contract;
  const last = useQuoteField(code, 'last');
  const flash = tradeFlash(useTradeFlash(code));
  const move = useQuoteField(code, 'tradeDirection');
  // Before its first move it has no colour and no arrow: the day's change is different, and is shown elsewhere.
  const direction = isQuiet || move === null ? null : directionOf(move);
  const limit = last === null || isQuiet ? null : limitAt(last, limitTicksOf(contract));
  const spread = spreadTicks === null ? null : `${t(($) => $.words.market.spread)} ${format.price(spreadTicks, grid)}`;
  return (
    <div data-slot="last-price" className={cn('my-0.5 shrink-0', flash)}>
      <SpreadRow
        className={cn(isQuiet && 'text-fg-3')}
        price={
          <span
            className={cn(
              'flex items-center gap-1.5',
              direction && DIRECTION_TEXT[direction],
              limit && LIMIT_VN[limit],
            )}
          >
            <Price ticks={last} grid={grid} />
            {limit && <LimitMark limit={limit} />}
            {last !== null && direction && <DirectionGlyph direction={direction} className="size-2.25" />}
          </span>
        }
        spread={spread}
      />
    </div>
  );
}
