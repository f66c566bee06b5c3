/** The pinned row between both sides: the last price, where it moved, and the spread. It flashes on a trade only. */
import type { Contract } from '@mua/contract/entities/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuoteChange, useQuoteField } from '#data/use-quote.ts';
import { cn } from '#design/class-names.ts';
import { SpreadRow } from '#design/ui/book-row.tsx';
import { DIRECTION_TEXT, type Direction, DirectionGlyph, directionOf, Price } from '#design/ui/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';

export interface LastPriceRowProps {
  readonly contract: Contract;
  readonly spreadTicks: number | null;
  /** While the market is closed, the price is a memory. */
  readonly isQuiet?: boolean;
}

const FLASHES: Record<Direction, string> = {
  up: 'animate-flash-up',
  down: 'animate-flash-down',
  unchanged: 'animate-flash-ref',
};

export function LastPriceRow({ contract, spreadTicks, isQuiet = false }: LastPriceRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { code, decimalFormat: grid } = contract;
  const last = useQuoteField(code, 'last');
  const trades = useQuoteField(code, 'trades');
  const moved = useQuoteField(code, 'tradeDirection');
  const change = useQuoteChange(code);
  // The book that has just appeared did not trade just now.
  const seen = useRef(trades);
  const flash = trades !== seen.current && FLASHES[directionOf(moved) ?? 'unchanged'];
  const direction = isQuiet ? null : directionOf(moved || change);
  const spread = spreadTicks === null ? null : `${t(($) => $.words.market.spread)} ${format.price(spreadTicks, grid)}`;
  return (
    <div className="relative my-0.5 shrink-0">
      {flash && <span key={trades} aria-hidden className={cn('absolute inset-0', flash)} />}
      <SpreadRow
        className={cn('relative', isQuiet && 'text-fg-3')}
        price={
          <span className={cn('flex items-center gap-1.5', direction && DIRECTION_TEXT[direction])}>
            <Price ticks={last} grid={grid} />
            {last !== null && direction && <DirectionGlyph direction={direction} className="size-2.25" />}
          </span>
        }
        spread={spread}
      />
    </div>
  );
}
