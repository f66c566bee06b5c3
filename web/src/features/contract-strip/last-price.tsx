/** The most prominent number of the desk. It flashes on a trade, never on a quote. */
import type { Contract } from '@mua/contract/entities/contract';
import { useEffect } from 'react';
import { cn } from '#design/class-names.ts';
import { tradeFlash } from '#design/trade-flash.ts';
import { Price, QuoteChange } from '#design/ui/figures/figures.tsx';
import { LimitMark } from '#design/ui/figures/limit-mark.tsx';
import { pricesAreShown } from '#market/first-price.ts';
import { isLimit, PRICE_STATE_TEXT, usePriceState } from '#market/price-state.ts';
import { useQuoteChange, useQuoteField } from '#market/use-quote.ts';
import { useTradeFlash } from '#market/use-trade-flash.ts';

export function LastPrice({ contract, isLarge = false }: { contract: Contract; isLarge?: boolean }) {
  const { code, decimalFormat: grid } = contract;
  const last = useQuoteField(code, 'last');
  const settlement = useQuoteField(code, 'settlement');
  const change = useQuoteChange(code);
  const state = usePriceState(contract, 'last');
  const flash = tradeFlash(useTradeFlash(code), state);
  const isThere = last !== null;
  useEffect(() => {
    if (isThere) pricesAreShown();
  }, [isThere]);
  return (
    <p data-slot="desk-price" className={cn('tabular-nums', isLarge ? 'grid' : 'flex items-baseline gap-2.5')}>
      <span
        className={cn(
          '-mx-1 w-fit rounded-sm px-1 font-semibold',
          isLarge ? 'text-28 leading-8.5' : 'text-20',
          state && PRICE_STATE_TEXT[state],
          flash,
        )}
      >
        <Price ticks={last} grid={grid} />
        {isLimit(state) && <LimitMark limit={state} className="ml-1 text-11" />}
      </span>
      <QuoteChange
        changeTicks={change}
        referenceTicks={settlement}
        grid={grid}
        glyph
        className={cn('font-medium', isLimit(state) && PRICE_STATE_TEXT[state])}
      />
    </p>
  );
}
