/** The palette as a row of swatches: one of a few colours that mean nothing but themselves. */
import { Check } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { PALETTE } from '#features/chart/chart-theme.ts';

export interface PaletteChoiceProps {
  readonly slot: number;
  readonly onSlot: (slot: number) => void;
  readonly label: string;
  readonly disabled?: boolean;
  readonly className?: string;
}

export function PaletteChoice({ slot, onSlot, label, disabled = false, className }: PaletteChoiceProps) {
  const { t } = useTranslation();
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={String(slot)}
      disabled={disabled}
      onValueChange={(value) => value !== '' && onSlot(Number(value))}
      className={cn('flex', className)}
    >
      {PALETTE.map((token, place) => (
        <ToggleGroup.Item
          key={token}
          value={String(place)}
          aria-label={t(($) => $.chart.colour, { number: place + 1 })}
          className="group grid size-7 place-items-center rounded-sm hover:bg-surface-3 disabled:opacity-40 max-md:size-11"
        >
          <span
            className="grid size-4 place-items-center rounded-full ring-offset-2 ring-offset-popover group-data-[state=on]:ring-1 group-data-[state=on]:ring-input"
            style={{ background: `var(--${token})` }}
          >
            <Check
              aria-hidden
              strokeWidth={3}
              className="hidden size-2.5 text-(color:--surface) group-data-[state=on]:block"
            />
          </span>
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
