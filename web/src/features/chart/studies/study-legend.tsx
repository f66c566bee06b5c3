/** One indicator's line of the legend: its name opens the settings, its values have the colours of their curves. */
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { codeOf, type StudyName } from '#features/chart/settings/study-catalogue.ts';
import type { StudyReading } from '#features/chart/studies/legend-reading.ts';
import { useLegendLine } from '#features/chart/studies/use-legend-line.ts';
import { useLineTitle, useStudyTitle } from '#features/chart/studies/use-line-title.ts';
import { MISSING } from '#i18n/format.ts';

export interface StudyLegendProps {
  readonly reading: StudyReading;
  readonly onSettings: (name: StudyName) => void;
  readonly className?: string;
}

export function StudyLegend({ reading, onSettings, className }: StudyLegendProps) {
  const { t } = useTranslation();
  const lineTitle = useLineTitle();
  const toggleIndicator = useChartSettings((store) => store.toggleIndicator);
  const { line, kept } = useLegendLine();
  const { name, params, values, axisPx } = reading;
  const fullName = useStudyTitle()(name);
  return (
    <p
      ref={line}
      {...kept}
      className={cn('group flex w-fit items-center bg-surface/60 text-11 text-fg-3 tabular-nums', className)}
      style={{ maxWidth: `calc(100% - ${axisPx}px)` }}
    >
      <button
        type="button"
        aria-label={t(($) => $.chart.studies.settingsOf, { name: fullName })}
        title={fullName}
        onClick={() => onSettings(name)}
        className="pointer-events-auto -ml-1 shrink-0 rounded-sm px-1 leading-4.5 hover:bg-surface-3 hover:text-foreground"
      >
        {codeOf(name)} {params.length > 0 && <span>{params.join(' ')}</span>}
      </button>
      {/* The table below the chart serves screen readers; values that follow the pointer would be noise. */}
      <span aria-hidden className="flex min-w-0 gap-2.5 overflow-hidden pl-1.5">
        {values.map(({ title, text, color }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: curves of one name are told apart by place.
          <span key={place} className="flex shrink-0 items-center gap-1">
            {color !== null && <span className="h-0.5 w-2.5 rounded-full" style={{ background: color }} />}
            {title !== '' && title !== name && title !== codeOf(name) && lineTitle(title)}
            <span className="text-fg-2">{text || MISSING}</span>
          </span>
        ))}
      </span>
      <button
        type="button"
        aria-label={t(($) => $.shell.action.remove, { name: fullName })}
        onClick={() => toggleIndicator(name)}
        className="pointer-events-auto ml-1 grid size-4.5 shrink-0 place-items-center rounded-sm opacity-0 hover:bg-surface-3 pointer-coarse:hidden hover:text-foreground focus-visible:opacity-100 group-hover:opacity-100"
      >
        <X aria-hidden className="size-3" />
      </button>
    </p>
  );
}
