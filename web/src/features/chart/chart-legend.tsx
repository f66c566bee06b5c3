/**
 * Shows the bar under the crosshair, or the newest, in the contract's own format; below it the indicators over the
 * price, each with a link to its settings, and the compared contracts. Indicators with their own pane are labelled at
 * its top.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { ChevronDown, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFrameValue } from '#clock/frame-value.ts';
import { cn } from '#design/class-names.ts';
import { DIRECTION_TEXT, directionOf } from '#design/ui/figures/figures.tsx';
import { percentText } from '#features/chart/axes/scale-mode.ts';
import type { CompareReading } from '#features/chart/compare/compare-layer.ts';
import { ComparisonLine } from '#features/chart/compare/comparison-line.tsx';
import type { Comparison } from '#features/chart/compare/use-comparison.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { codeOf, type StudyName } from '#features/chart/settings/study-catalogue.ts';
import type { StudyReading } from '#features/chart/studies/legend-reading.ts';
import { StudyLegend } from '#features/chart/studies/study-legend.tsx';
import { useLegendLine } from '#features/chart/studies/use-legend-line.ts';
import { PALETTE } from '#features/chart/surface/chart-theme.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface ChartLegendProps {
  readonly chart: TradingChart;
  readonly contract: Contract;
  /** Display name of the interval. */
  readonly interval: string;
  readonly compact: boolean;
  readonly comparison: Comparison;
  readonly onStudy: (name: StudyName) => void;
  /** Names what is charted. */
  readonly title: string;
  /** Below the bar. */
  readonly children?: ReactNode;
}

const OHLC = ['open', 'high', 'low', 'close'] as const;

export function ChartLegend(props: ChartLegendProps) {
  const { chart, contract, interval, compact, comparison, onStudy, title, children } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const reading = useFrameValue(chart.reader.reading);
  const compared = useFrameValue(chart.compare.readings);
  const grid = contract.decimalFormat;
  const { percents } = reading;
  const direction = directionOf(reading.change);
  const overPrice = reading.studies.filter(({ topPx }) => topPx === null);
  const axisPx = reading.studies[0]?.axisPx ?? 0;
  const fold = useFrameValue(chart.legendFold);
  const waiting = useFrameValue(chart.waitingStudies);
  // Where space is short the lines open over the bars temporarily, and that is not remembered.
  const [isPeeking, setPeeking] = useState(false);
  const setFolded = useChartSettings((store) => store.setLegendFolded);
  const isOpen = fold === 'open' || (fold === 'tight' && isPeeking);
  const toggle = () => (fold === 'tight' ? setPeeking(!isPeeking) : setFolded(fold === 'open'));
  return (
    <>
      <div className="pointer-events-none absolute inset-x-3 top-2 grid justify-items-start text-11 text-fg-3">
        <div className="flex flex-wrap items-center gap-x-2" style={{ maxWidth: `calc(100% - ${axisPx}px)` }}>
          {/* The table below the chart says the same to a screen reader. */}
          <p aria-hidden className="flex w-fit flex-wrap gap-x-2 bg-surface pr-1 tabular-nums">
            <span className="hidden @min-[420px]:inline">
              {title} · {interval} · {contract.exchange}
            </span>
            {OHLC.map((part) => (
              <span key={part}>
                {t(($) => $.desk.chart.ohlc[part])}{' '}
                <span className="font-medium text-fg-2">
                  {percents ? percentOrMissing(percents[part]) : format.price(reading[part], grid)}
                </span>
              </span>
            ))}
            {direction && (
              <span className={cn('font-medium', DIRECTION_TEXT[direction])}>
                {percents ? percentOrMissing(percents.change) : format.priceChange(reading.change, grid)}
              </span>
            )}
            <span>
              {t(($) => $.desk.chart.ohlc.volume)}{' '}
              <span className="font-medium text-fg-2">{format.volume(reading.volume)}</span>
            </span>
            {reading.pointed !== null && (
              <span>
                {t(($) => $.chart.legend.pointer)}{' '}
                <span className="font-medium text-foreground">{format.price(reading.pointed, grid)}</span>
              </span>
            )}
          </p>
          {overPrice.length > 0 && (
            <FoldButton studies={overPrice} isOpen={isOpen} compact={compact} onToggle={toggle} />
          )}
        </div>
        {children}
        {compared.map((one) => (
          <ComparedLine key={one.code} compared={one} onRemove={() => comparison.remove(one.code)} />
        ))}
        {compared.length > 0 && <ComparisonLine title={title} code={contract.code} />}
        {isOpen &&
          overPrice.map((study) => (
            <StudyLegend
              key={study.name}
              reading={study}
              onSettings={onStudy}
              className={fold === 'tight' ? 'bg-surface' : ''}
            />
          ))}
      </div>
      {reading.studies.map(
        (study) =>
          study.topPx !== null && (
            <div key={study.name} className="pointer-events-none absolute inset-x-3" style={{ top: study.topPx + 4 }}>
              <StudyLegend reading={study} onSettings={onStudy} />
            </div>
          ),
      )}
      {waiting.length > 0 && (
        // Where the next pane would stand.
        <p className="pointer-events-none absolute bottom-7 left-3 max-w-1/2 bg-surface px-1 text-11 text-fg-3">
          {t(($) => $.chart.studies.waiting, { names: waiting.map(codeOf).join(', ') })}
        </p>
      )}
    </>
  );
}

function percentOrMissing(percent: number | null): string {
  return percent === null ? MISSING : percentText(percent);
}

interface FoldButtonProps {
  readonly studies: readonly StudyReading[];
  readonly isOpen: boolean;
  readonly compact: boolean;
  readonly onToggle: () => void;
}

/** Collapsed, it names the indicators, or counts them where their names do not fit. */
function FoldButton({ studies, isOpen, compact, onToggle }: FoldButtonProps) {
  const { t } = useTranslation();
  const count = t(($) => $.chart.studies.count, { count: studies.length });
  const names = studies.map(({ name, params }) => [codeOf(name), ...params].join(' ')).join(', ');
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`${t(($) => (isOpen ? $.chart.studies.fold : $.chart.studies.unfold))}: ${count}`}
      title={isOpen ? t(($) => $.chart.studies.fold) : names}
      onClick={onToggle}
      className={cn(
        'pointer-events-auto relative -ml-1 flex h-4.5 items-center gap-0.5 rounded-sm bg-surface pr-1 hover:bg-surface-3 hover:text-foreground',
        // A touch target is taller than the line; the chart ends above it.
        compact && 'before:absolute before:-top-2 before:-inset-x-3 before:-bottom-5',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {(!isOpen || compact) && (
        <>
          <span className="hidden max-w-80 truncate @min-[720px]:inline">{names}</span>
          <span className="hidden @min-[420px]:inline @min-[720px]:hidden">{count}</span>
          <span className="@min-[420px]:hidden">{studies.length}</span>
        </>
      )}
    </button>
  );
}

function ComparedLine({ compared, onRemove }: { compared: CompareReading; onRemove: () => void }) {
  const { t } = useTranslation();
  const { code, slot, text, hasFailed } = compared;
  const { line, kept } = useLegendLine();
  return (
    <p ref={line} {...kept} className="flex w-fit items-center gap-1.5 bg-surface pr-1 tabular-nums">
      <span aria-hidden className="h-0.5 w-2.5 rounded-full" style={{ background: `var(--${PALETTE[slot]})` }} />
      <span className="text-fg-2">{code}</span>
      <span className="font-medium text-foreground">
        {text ?? (hasFailed ? t(($) => $.chart.compare.failed) : MISSING)}
      </span>
      <button
        type="button"
        aria-label={t(($) => $.shell.action.remove, { name: code })}
        onClick={onRemove}
        className="pointer-events-auto grid size-4.5 place-items-center rounded-sm hover:bg-surface-3 hover:text-foreground max-md:size-7"
      >
        <X aria-hidden className="size-3" />
      </button>
    </p>
  );
}
