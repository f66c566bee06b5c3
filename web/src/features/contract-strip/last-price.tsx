/** The one loud number of the desk. It flashes when a trade happened, never when a quote moved. */
import type { Contract } from '@mua/contract/entities/contract';
import { useQuoteChange, useQuoteField } from '#data/use-quote.ts';
import { useTradeFlash } from '#data/use-trade-flash.ts';
import { cn } from '#design/class-names.ts';
import { tradeFlash } from '#design/trade-flash.ts';
import { DIRECTION_TEXT, directionOf, Price, QuoteChange } from '#design/ui/figures.tsx';

export function LastPrice({ contract, isLarge = false }: { contract: Contract; isLarge?: boolean }) {
  const { code, decimalFormat: grid } = contract;
  const last = useQuoteField(code, 'last');
  const settlement = useQuoteField(code, 'settlement');
  const change = useQuoteChange(code);
  const direction = directionOf(change);
  const flash = tradeFlash(useTradeFlash(code));
  return (
    <p className={cn('tabular-nums', isLarge ? 'grid' : 'flex items-baseline gap-2.5')}>
      <span
        className={cn(
          '-mx-1 w-fit rounded-sm px-1 font-semibold',
          isLarge ? 'text-28 leading-8.5' : 'text-20',
          direction && DIRECTION_TEXT[direction],
          flash,
        )}
      >
        <Price ticks={last} grid={grid} />
      </span>
      <QuoteChange changeTicks={change} referenceTicks={settlement} grid={grid} glyph className="font-medium" />
    </p>
  );
}
