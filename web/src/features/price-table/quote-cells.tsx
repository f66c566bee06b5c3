/** Cells of the board: each subscribes to what it shows, so that a quote repaints a few characters and not a row. */

import { cn } from '#design/class-names.ts';
import { LIMIT_LINE, LIMIT_VN, LimitMark, NOT_ON_VN } from '#design/ui/figures/limit-mark.tsx';
import { formatPrice, formatPriceChange, formatQuotePercent, formatVolume } from '#i18n/format.ts';
import {
  isLimit,
  type LimitedContract,
  PRICE_STATE_TEXT,
  type PriceState,
  usePriceState,
} from '#market/price-state.ts';
import { priceStore, type QuoteField } from '#market/price-store.ts';
import { useQuoteChange, useQuoteField } from '#market/use-quote.ts';

export interface CellOf {
  readonly contract: LimitedContract;
}

export type PriceField = Extract<QuoteField, 'last' | 'bid' | 'ask' | 'open' | 'high' | 'low' | 'settlement'>;
type LotsField = Extract<QuoteField, 'bidLots' | 'askLots' | 'lastLots' | 'volume'>;

/** Only the Vietnamese board also colours the day's open, high and low (design principle 3). */
const VN_TEXT: Record<PriceState, string> = {
  up: 'in-data-[palette=vn]:text-up',
  down: 'in-data-[palette=vn]:text-down',
  unchanged: 'in-data-[palette=vn]:text-ref',
  ...LIMIT_VN,
};

export function LotsText({ code, field }: { code: string; field: LotsField }) {
  return formatVolume(useQuoteField(code, field));
}

/** A quoted price, coloured by its level; `quiet` ones only if the palette requires it. */
export function PriceText({ contract, field, quiet = false }: CellOf & { field: PriceField; quiet?: boolean }) {
  const ticks = useQuoteField(contract.code, field);
  const state = usePriceState(contract, field);
  const tone = state && (quiet ? VN_TEXT : PRICE_STATE_TEXT)[state];
  return (
    <span className={cn(quiet && 'text-fg-2', tone, isLimit(state) && LIMIT_LINE[state])}>
      {formatPrice(ticks, contract.decimalFormat)}
    </span>
  );
}

export function SettlementText({ contract: { code, decimalFormat } }: CellOf) {
  const ticks = useQuoteField(code, 'settlement');
  return <span className={ticks === null ? 'text-fg-3' : 'text-ref'}>{formatPrice(ticks, decimalFormat)}</span>;
}

/** Hidden from screen readers: the change beside it has a sign that they read. */
const ARROWS = { up: 'M4.5 1 8.6 8H.4Z', down: 'M4.5 8 .4 1h8.2Z' };
const ARROW_OF = { up: ARROWS.up, ceiling: ARROWS.up, down: ARROWS.down, floor: ARROWS.down, unchanged: null };

/**
 * The last trade's price with its arrow, above the flash; on the Vietnamese board a limit's mark replaces the arrow.
 */
export function MatchText({ contract }: CellOf) {
  const { code, decimalFormat } = contract;
  const ticks = useQuoteField(code, 'last');
  const state = usePriceState(contract, 'last');
  const arrow = state && ARROW_OF[state];
  return (
    <span data-testid={`last-${code}`} className={cn('font-medium', state && PRICE_STATE_TEXT[state])}>
      {arrow !== null && (
        <svg
          aria-hidden="true"
          viewBox="0 0 9 9"
          className={cn('mr-1 inline-block size-1.75 fill-current align-[0.08em]', isLimit(state) && NOT_ON_VN)}
        >
          <path d={arrow} />
        </svg>
      )}
      {isLimit(state) && <LimitMark limit={state} className="mr-1" />}
      {formatPrice(ticks, decimalFormat)}
    </span>
  );
}

export function ChangeText({ contract }: CellOf) {
  const change = useQuoteChange(contract.code);
  return <span className={useChangeTone(contract)}>{formatPriceChange(change, contract.decimalFormat)}</span>;
}

/** The header says "%", so the cell doesn't; on a phone there is no header. */
export function PercentText({ contract, withSign = false }: CellOf & { withSign?: boolean }) {
  const change = useQuoteChange(contract.code);
  const text = formatQuotePercent(change, priceStore.read(contract.code, 'settlement'));
  return <span className={useChangeTone(contract)}>{withSign ? text : text.replace('%', '')}</span>;
}

/** Colour of the last price; without a settlement price there is no change to colour. */
function useChangeTone(contract: LimitedContract): string {
  const state = usePriceState(contract, 'last');
  const change = useQuoteChange(contract.code);
  return change === null || state === null ? 'text-fg-3' : PRICE_STATE_TEXT[state];
}
