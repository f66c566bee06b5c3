/** Shows the open popover of a figure that explains itself. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ExplainedFigureProps, FigureButton } from '#design/ui/figures/figure-button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { type ExplanationText, explanationText } from '#i18n/explanation-text.ts';
import { useFormat } from '#i18n/use-format.ts';

export function ExplanationPopover({
  name,
  explain,
  children,
  side = 'top',
  align = 'end',
  className,
  ...writer
}: ExplainedFigureProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(true);
  const explanation = isOpen ? explain() : null;
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <FigureButton name={name} className={className}>
          {children}
        </FigureButton>
      </PopoverTrigger>
      {explanation && (
        <PopoverContent side={side} align={align} aria-label={name} tabIndex={-1} className="w-80">
          <Card
            name={name}
            text={'formula' in explanation ? explanation : explanationText({ t, format, ...writer }, explanation)}
          />
        </PopoverContent>
      )}
    </Popover>
  );
}

function Card({ name, text: { formula, rows, result, note } }: { name: string; text: ExplanationText }) {
  return (
    <div className="grid gap-2 text-12 leading-4.5" data-testid="explanation">
      <div className="grid gap-0.5">
        <h3 className="font-semibold text-13">{name}</h3>
        <p className="text-balance text-fg-2">{formula}</p>
      </div>
      <dl className="grid gap-y-1 border-border border-t pt-2 tabular-nums">
        {rows.map((row) => (
          <div key={row.name} className="flex items-baseline justify-between gap-3">
            <dt className="text-fg-2">{row.name}</dt>
            <dd className="whitespace-nowrap text-right">{row.value}</dd>
          </div>
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-3 border-border border-t pt-2 font-semibold">
          <dt>{name}</dt>
          <dd className="whitespace-nowrap text-right">= {result}</dd>
        </div>
      </dl>
      {note !== null && <p className="text-11 text-fg-3 leading-4">{note}</p>}
    </div>
  );
}
