/** The lots and the price for closing a position, in its row: all of them at market until something is typed. */
import { readTypedLots, readTypedPrice } from '@mua/core/values';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { type ClosingFault, isTyped, readClosing, type TypedClosing } from '#features/positions/closing.ts';
import type { PositionRow } from '#features/positions/use-open-positions.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface ClosingInputsProps {
  readonly row: PositionRow;
  readonly typed: TypedClosing;
  readonly onType: (typed: TypedClosing) => void;
  /** Enter asks for confirmation, like the button beside it. */
  readonly onAsk: () => void;
}

export function ClosingInputs({ row, typed, onType, onAsk }: ClosingInputsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { position, contract, figures } = row;
  if (!contract) return null;
  const grid = contract.decimalFormat;
  const { contractCode } = position;
  const reading = readClosing(typed, { contractCode, side: figures.side, lots: figures.lots }, grid);
  const faulty: ClosingFault['field'] | null = reading.kind === 'fault' ? reading.fault.field : null;
  const stepLots = (steps: number) => {
    const lots = Math.min(figures.lots, Math.max(1, (readTypedLots(typed.lotsText) ?? 0) + steps));
    onType({ ...typed, lotsText: String(lots) });
  };
  const stepPrice = (steps: number) => {
    const price = readTypedPrice(typed.priceText, grid);
    const from = price.kind === 'price' ? price.ticks + steps : figures.markTicks;
    if (from !== null) onType({ ...typed, priceText: format.price(from, grid) });
  };
  const keys = (step: (steps: number) => void) => (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Held, it would close with the next repetition what the first press has left.
      if (!event.repeat) onAsk();
    } else if (event.key === 'Escape') onType({ lotsText: String(figures.lots), priceText: '' });
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
    } else return;
    event.preventDefault();
  };
  return (
    <span className="inline-flex gap-1" data-written={isTyped(typed, figures.lots) || undefined}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={t(($) => $.lists.closeLots, { contract: contractCode })}
        aria-invalid={faulty === 'lots' || undefined}
        data-testid="close-lots"
        value={typed.lotsText}
        onChange={(event) => onType({ ...typed, lotsText: event.target.value })}
        onFocus={(event) => event.target.select()}
        onKeyDown={keys(stepLots)}
        className={cn(FIELD, 'w-11')}
      />
      <input
        type="text"
        autoComplete="off"
        aria-label={t(($) => $.lists.closePrice, { contract: contractCode })}
        aria-invalid={faulty === 'price' || undefined}
        data-testid="close-price"
        placeholder={t(($) => $.lists.market)}
        value={typed.priceText}
        onChange={(event) => onType({ ...typed, priceText: event.target.value })}
        onKeyDown={keys(stepPrice)}
        className={cn(FIELD, 'w-19')}
      />
    </span>
  );
}

const FIELD =
  'h-6 rounded-sm border border-input bg-surface px-1.5 text-right text-12 outline-none placeholder:text-fg-3 focus-visible:border-ring focus-visible:ring-1 focus-visible:ring-ring aria-invalid:border-danger';
