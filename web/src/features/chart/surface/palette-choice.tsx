/** The palette as a row of swatches: a few colours without any other meaning. */
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { PALETTE } from '#features/chart/surface/chart-theme.ts';

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
    <Segment
      isBare
      label={label}
      value={String(slot)}
      onValueChange={(value) => onSlot(Number(value))}
      className={className}
      options={PALETTE.map((token, place) => ({
        value: String(place),
        name: t(($) => $.chart.colours[token]),
        disabled,
        className:
          'group grid size-7 place-items-center px-0 disabled:opacity-40 data-[state=on]:bg-transparent max-md:size-11',
        label: (
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
        ),
      }))}
    />
  );
}
