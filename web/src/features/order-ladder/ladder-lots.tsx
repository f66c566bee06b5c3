/** The lots of the next order from the ladder: a preset, or a number as typed. */
import { type Lots, readTypedLots } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Input } from '#design/ui/controls/input.tsx';
import { type Format, useFormat } from '#i18n/use-format.ts';

export const LOTS_PRESETS = [1, 2, 5, 10] as const;

export interface LadderLotsProps {
  readonly text: string;
  /** Maximum of one order; null while the contract has no terms. */
  readonly maxLots: Lots | null;
  readonly onText: (text: string) => void;
}

/** Null for a text that is no number of lots which one order may have: then nothing is sent. */
export function lotsOfText(text: string, maxLots: Lots | null): Lots | null {
  const lots = readTypedLots(text);
  return lots === undefined || lots < 1 || (maxLots !== null && lots > maxLots) ? null : lots;
}

/** What is wrong with lots that no order may have. */
export function lotsFaultText(
  { t, format }: { readonly t: TFunction; readonly format: Format },
  maxLots: Lots | null,
): string {
  return t(($) => $.ladder.lotsFault[maxLots === null ? 'any' : 'upTo'], { lots: format.volume(maxLots) });
}

export function LadderLots({ text, maxLots, onText }: LadderLotsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const faultId = useId();
  const lots = lotsOfText(text, maxLots);
  const fault = lots === null ? lotsFaultText({ t, format }, maxLots) : null;
  return (
    <fieldset>
      <legend className="sr-only">{t(($) => $.words.order.quantity)}</legend>
      <div className="flex gap-1">
        <Input
          data-testid="ladder-lots"
          aria-label={t(($) => $.words.order.quantity)}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : faultId}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onFocus={(event) => event.target.select()}
          className="h-6 w-14 shrink-0 px-1 finger:h-11 [&_input]:text-center [&_input]:font-medium [&_input]:tabular-nums"
        />
        {LOTS_PRESETS.filter((preset) => maxLots === null || preset <= maxLots).map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === lots}
            onClick={() => onText(String(preset))}
            className={cn(
              'h-6 min-w-0 flex-1 rounded-sm font-medium text-12 tabular-nums finger:h-11',
              preset === lots ? 'bg-primary-soft text-primary-text' : 'bg-surface-3 text-fg-2 hover:text-foreground',
            )}
          >
            {format.volume(preset)}
          </button>
        ))}
      </div>
      {fault !== null && (
        <p id={faultId} role="alert" className="mt-1 text-11 text-danger">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
