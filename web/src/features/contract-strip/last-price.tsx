/** The one loud number of the desk. It flashes when a trade happened, never when a quote moved. */
import type { Contract } from '@mua/contract/entities/contract';
import { useRef } from 'react';
import { useQuoteChange, useQuoteField } from '#data/use-quote.ts';
import { cn } from '#design/class-names.ts';
import { DIRECTION_TEXT, type Direction, directionOf, Price, QuoteChange } from '#design/ui/figures.tsx';

const FLASHES: Record<Direction, string> = {
  up: 'animate-flash-up',
  down: 'animate-flash-down',
  unchanged: 'animate-flash-ref',
};

export function LastPrice({ contract, isLarge = false }: { contract: Contract; isLarge?: boolean }) {
  const { code, decimalFormat: grid } = contract;
  const last = useQuoteField(code, 'last');
  const settlement = useQuoteField(code, 'settlement');
  const change = useQuoteChange(code);
  const direction = directionOf(change);
  return (
    <p className={cn('tabular-nums', isLarge ? 'grid' : 'flex items-baseline gap-2.5')}>
      <span
        className={cn(
          'relative -mx-1 w-fit rounded-sm px-1 font-semibold',
          isLarge ? 'text-28 leading-8.5' : 'text-20',
        )}
      >
        <Flash code={code} />
        <span className={cn('relative', direction && DIRECTION_TEXT[direction])}>
          <Price ticks={last} grid={grid} />
        </span>
      </span>
      <QuoteChange changeTicks={change} referenceTicks={settlement} grid={grid} glyph className="font-medium" />
    </p>
  );
}

function Flash({ code }: { code: string }) {
  const trades = useQuoteField(code, 'trades');
  const moved = directionOf(useQuoteField(code, 'tradeDirection'));
  // What has just appeared did not trade just now.
  const seen = useRef(trades);
  if (trades === null || trades === seen.current) return null;
  return <span key={trades} aria-hidden className={cn('absolute inset-0 rounded-sm', FLASHES[moved ?? 'unchanged'])} />;
}
