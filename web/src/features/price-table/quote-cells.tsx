/** Cells of the board: each subscribes to what it shows, so that a quote repaints a few characters and not a row. */
import type { PriceGrid } from '@mua/core/values';
import { useCallback, useSyncExternalStore } from 'react';
import { priceStore, type QuoteField } from '#data/price-store.ts';
import { useQuoteChange, useQuoteField } from '#data/use-quote.ts';
import { cn } from '#design/class-names.ts';
import { DIRECTION_TEXT, type Direction, directionOf } from '#design/ui/figures.tsx';
import { formatPrice, formatPriceChange, formatQuotePercent, formatVolume } from '#i18n/format.ts';

export interface CellOf {
  readonly code: string;
  readonly grid: PriceGrid;
}

export type PriceField = Extract<QuoteField, 'last' | 'bid' | 'ask' | 'open' | 'high' | 'low' | 'settlement'>;
type LotsField = Extract<QuoteField, 'bidLots' | 'askLots' | 'lastLots' | 'volume'>;

/** Where a price stands against the settlement price; a word, so that a tick in the same direction paints nothing. */
function useDirection(code: string, field: PriceField): Direction | null {
  const subscribe = useCallback(
    (listener: () => void) => priceStore.subscribe(code, [field, 'settlement'], listener),
    [code, field],
  );
  return useSyncExternalStore(subscribe, () => directionAgainstSettlement(code, field));
}

function directionAgainstSettlement(code: string, field: PriceField): Direction | null {
  const ticks = priceStore.read(code, field);
  const settlement = priceStore.read(code, 'settlement');
  return ticks === null || settlement === null ? null : directionOf(ticks - settlement);
}

/** Only the Vietnamese board colours the day's open, high and low too (design principle 3). */
const VN_TEXT: Record<Direction, string> = {
  up: 'in-data-[palette=vn]:text-up',
  down: 'in-data-[palette=vn]:text-down',
  unchanged: 'in-data-[palette=vn]:text-ref',
};

export function LotsText({ code, field }: { code: string; field: LotsField }) {
  return formatVolume(useQuoteField(code, field));
}

/** A quoted price, coloured against the settlement price; `quiet` ones only where the palette asks for it. */
export function PriceText({ code, grid, field, quiet = false }: CellOf & { field: PriceField; quiet?: boolean }) {
  const ticks = useQuoteField(code, field);
  const direction = useDirection(code, field);
  const tone = direction && (quiet ? VN_TEXT[direction] : DIRECTION_TEXT[direction]);
  return <span className={cn(quiet && 'text-fg-2', tone)}>{formatPrice(ticks, grid)}</span>;
}

export function SettlementText({ code, grid }: CellOf) {
  const ticks = useQuoteField(code, 'settlement');
  return <span className={ticks === null ? 'text-fg-3' : 'text-ref'}>{formatPrice(ticks, grid)}</span>;
}

/** Named for nobody: the change beside it carries the sign that a screen reader speaks. */
const ARROWS = { up: 'M4.5 1 8.6 8H.4Z', down: 'M4.5 8 .4 1h8.2Z' };

/** The last trade's price with its arrow, above the flash. */
export function MatchText({ code, grid }: CellOf) {
  const ticks = useQuoteField(code, 'last');
  const direction = useDirection(code, 'last');
  return (
    <span data-testid={`last-${code}`} className={cn('font-medium', direction && DIRECTION_TEXT[direction])}>
      {direction && direction !== 'unchanged' && (
        <svg aria-hidden="true" viewBox="0 0 9 9" className="mr-1 inline-block size-1.75 fill-current align-[0.08em]">
          <path d={ARROWS[direction]} />
        </svg>
      )}
      {formatPrice(ticks, grid)}
    </span>
  );
}

export function ChangeText({ code, grid }: CellOf) {
  const change = useQuoteChange(code);
  const direction = directionOf(change);
  return <span className={direction ? DIRECTION_TEXT[direction] : 'text-fg-3'}>{formatPriceChange(change, grid)}</span>;
}

/** The head says "%", so the cell doesn't; on a phone there is no head. */
export function PercentText({ code, withSign = false }: { code: string; withSign?: boolean }) {
  const change = useQuoteChange(code);
  const direction = directionOf(change);
  const text = formatQuotePercent(change, priceStore.read(code, 'settlement'));
  return (
    <span className={direction ? DIRECTION_TEXT[direction] : 'text-fg-3'}>
      {withSign ? text : text.replace('%', '')}
    </span>
  );
}
