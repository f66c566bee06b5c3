/**
 * The toolbar, 36 px high: intervals, style, indicators, compared contracts, drawing; on the right scale, picture and
 * full screen.
 */
import { CANDLE_INTERVALS } from '@mua/contract/entities/candle';
import type { Contract } from '@mua/contract/entities/contract';
import {
  Camera,
  ChartArea,
  ChartCandlestick,
  ChartLine as ChartLineIcon,
  ChartNoAxesCombined,
  ChevronDown,
  ChevronsRight,
  Ellipsis,
  GitCompareArrows,
  Link2,
  type LucideIcon,
  Maximize,
  Minimize,
  PencilLine,
  Tally4,
} from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { ScaleItems, ScaleMenu } from '#features/chart/axes/scale-menu.tsx';
import { CompareMenu, CompareSheet } from '#features/chart/compare/compare-menu.tsx';
import type { Comparison } from '#features/chart/compare/use-comparison.ts';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { DrawingMenu } from '#features/chart/drawings/drawing-strip.tsx';
import type { Drawings } from '#features/chart/drawings/use-drawings.ts';
import { type ChartInterval, intervalFrom, isServers } from '#features/chart/settings/chart-interval.ts';
import { CHART_TYPES, type ChartType, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { StudyName } from '#features/chart/settings/study-catalogue.ts';
import { useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import { StudyMenu } from '#features/chart/studies/study-menu.tsx';
import { ViewItems, ViewMenu } from '#features/chart/trading/view-menu.tsx';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { useIntervalName } from '#features/chart/use-interval-name.ts';

/** Shown on a phone; the others are in the menu. */
const PHONE: readonly ChartInterval[] = ['1m', '15m', '1h'];
/** Moved to the menu as soon as the panel is narrow. */
const LONG: readonly ChartInterval[] = ['1d', '1w', '1M'];

const TYPE_ICONS: Record<ChartType, LucideIcon> = {
  candles: ChartCandlestick,
  heikin: ChartNoAxesCombined,
  bars: Tally4,
  line: ChartLineIcon,
  area: ChartArea,
};

export interface ChartToolbarProps {
  /** Null until the library has loaded; what needs it waits. */
  readonly chart: TradingChart | null;
  readonly contract: Contract;
  readonly comparison: Comparison;
  readonly drawings: Drawings;
  readonly compact: boolean;
  readonly isFull: boolean;
  /** The investor has orders or positions to show or hide. */
  readonly hasOrders: boolean;
  readonly onFull: (isFull: boolean) => void;
  /** What bars are of: a menu in the bar. */
  readonly seriesMenu: ReactNode;
  /** Opens the same on a phone. */
  readonly onSeries: () => void;
  readonly onPicture: () => void;
  readonly isStudiesOpen: boolean;
  readonly onStudies: (isOpen: boolean) => void;
  readonly onStudy: (name: StudyName) => void;
  /** Asks for another interval, with what was typed of it already. */
  readonly onInterval: (typed: string) => void;
  /** Asks for a date to go to. */
  readonly onDate: () => void;
  /** A drawing tool is active, so the chart has the keyboard focus. */
  readonly onTaken: () => void;
}

export const ChartToolbar = memo(function ChartToolbar(props: ChartToolbarProps) {
  const { compact, isFull, onFull, onStudy } = props;
  const { t } = useTranslation();
  return (
    <div
      className={cn(
        'flex h-panel-head shrink-0 items-center gap-0.5 whitespace-nowrap border-border border-b px-1',
        compact && 'h-11 overflow-x-auto border-b-0 [scrollbar-width:none]',
      )}
    >
      <Intervals compact={compact} onOther={() => props.onInterval('')} onDate={props.onDate} />
      {!compact && <span aria-hidden className="mx-1 h-4.5 w-px shrink-0 bg-border-strong" />}
      <span className={cn('flex items-center gap-0.5', compact && 'ml-auto')}>
        {!compact && <TypeMenu />}
        <StudyMenu
          chart={props.chart}
          compact={compact}
          isOpen={props.isStudiesOpen}
          onOpen={props.onStudies}
          takenSlots={props.comparison.lines.map(({ slot }) => slot)}
          onSettings={onStudy}
        />
        {!compact && <CompareMenu contract={props.contract} comparison={props.comparison} />}
        {!compact && props.seriesMenu}
        <DrawingButton {...props} />
      </span>
      <span className={cn('flex items-center gap-0.5', !compact && 'ml-auto')}>
        {compact ? <MoreMenu {...props} /> : <WideActions {...props} />}
        <IconButton
          size={compact ? 'icon' : 'icon-sm'}
          className={compact ? 'size-11' : undefined}
          label={t(($) => (isFull ? $.desk.chart.exitFullScreen : $.desk.chart.fullScreen))}
          onClick={() => onFull(!isFull)}
        >
          {isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
        </IconButton>
      </span>
    </div>
  );
});

/** On wide screens it collapses the strip beside the chart; otherwise it opens the tools as a menu. */
function DrawingButton({ chart, drawings, compact, onTaken }: ChartToolbarProps) {
  const { t } = useTranslation();
  const { isStripClosed, prefer } = useDrawingStore();
  if (!chart) return null;
  return (
    <>
      <DrawingMenu
        chart={chart}
        drawings={drawings}
        onTaken={onTaken}
        compact={compact}
        className={compact ? '' : '@min-[640px]:hidden'}
      />
      {!compact && (
        <IconButton
          size="icon-sm"
          aria-pressed={!isStripClosed}
          label={t(($) => (isStripClosed ? $.chart.draw.open : $.chart.draw.close))}
          onClick={() => prefer({ isStripClosed: !isStripClosed })}
          className={cn('hidden @min-[640px]:inline-flex', !isStripClosed && 'text-primary-text')}
        >
          <PencilLine aria-hidden />
        </IconButton>
      )}
    </>
  );
}

function WideActions({ chart, hasOrders, onPicture }: ChartToolbarProps) {
  const { t } = useTranslation();
  return (
    <>
      {hasOrders && <ViewMenu />}
      {chart && <ScaleMenu chart={chart} />}
      <IconButton
        size="icon-sm"
        label={t(($) => $.desk.chart.latest)}
        disabled={!chart}
        onClick={() => chart?.toLatest()}
        className="@max-[640px]:hidden"
      >
        <ChevronsRight aria-hidden />
      </IconButton>
      <IconButton
        size="icon-sm"
        label={t(($) => $.desk.chart.screenshot)}
        disabled={!chart}
        onClick={onPicture}
        className="@max-[600px]:hidden"
      >
        <Camera aria-hidden />
      </IconButton>
    </>
  );
}

/** On a phone, holds everything that is seldom needed. */
function MoreMenu({ chart, contract, comparison, hasOrders, onSeries, onPicture }: ChartToolbarProps) {
  const { t } = useTranslation();
  const [isComparing, setComparing] = useState(false);
  if (!chart) return null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={t(($) => $.chart.more)}
          className="grid size-11 place-items-center rounded-md text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3"
        >
          <Ellipsis aria-hidden className="size-4" />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="w-64">
          <DropdownMenuItem onSelect={() => setComparing(true)}>
            <GitCompareArrows aria-hidden />
            {t(($) => $.chart.compare.title)}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={onSeries}>
            <Link2 aria-hidden />
            {t(($) => $.chart.series)}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => chart.toLatest()}>
            <ChevronsRight aria-hidden />
            {t(($) => $.desk.chart.latest)}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={onPicture}>
            <Camera aria-hidden />
            {t(($) => $.desk.chart.screenshot)}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuLabel>{t(($) => $.desk.chart.type)}</DropdownMenuLabel>
          <TypeItems />
          <DropdownMenuSeparator />
          {hasOrders && (
            <>
              <DropdownMenuLabel>{t(($) => $.chartOrders.view.title)}</DropdownMenuLabel>
              <ViewItems />
              <DropdownMenuSeparator />
            </>
          )}
          <DropdownMenuLabel>{t(($) => $.chart.scale.title)}</DropdownMenuLabel>
          <ScaleItems chart={chart} />
        </DropdownMenuContent>
      </DropdownMenu>
      {isComparing && <CompareSheet contract={contract} comparison={comparison} onClose={() => setComparing(false)} />}
    </>
  );
}

interface IntervalsProps {
  readonly compact: boolean;
  readonly onOther: () => void;
  readonly onDate: () => void;
}

function Intervals({ compact, onOther, onDate }: IntervalsProps) {
  const { t } = useTranslation();
  const nameOf = useIntervalName();
  const { interval, setInterval } = useChartInterval();
  const inSight: readonly ChartInterval[] = compact ? PHONE : CANDLE_INTERVALS;
  const choose = (value: string) => {
    const chosen = intervalFrom(value);
    if (chosen) setInterval(chosen);
  };
  const hiddenWhenNarrow = (value: ChartInterval) => !compact && LONG.includes(value);
  const isTyped = !isServers(interval);
  const isInMenu = compact ? !PHONE.includes(interval) : LONG.includes(interval) || isTyped;
  const listed: readonly ChartInterval[] = isTyped ? [interval, ...CANDLE_INTERVALS] : CANDLE_INTERVALS;
  return (
    <>
      <Segment
        isBare
        label={t(($) => $.desk.chart.interval)}
        value={interval}
        onValueChange={setInterval}
        className={compact ? undefined : 'gap-0.5'}
        options={inSight.map((value) => ({
          value,
          label: nameOf(value).short,
          name: nameOf(value).full,
          className: cn(
            compact && 'finger-sized h-8 min-w-11 rounded-md',
            hiddenWhenNarrow(value) && (isTyped ? '@max-[780px]:hidden' : '@max-[700px]:hidden'),
          ),
        }))}
      />
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={`${t(($) => $.desk.chart.interval)}: ${nameOf(interval).full}`}
          className={cn(
            'flex h-6.5 items-center gap-0.5 rounded-sm px-1 font-medium text-12 text-fg-2 hover:bg-surface-3',
            compact && 'h-11 min-w-11 justify-center px-1.5',
            isInMenu && 'bg-surface-4 pl-1.75 text-foreground',
            // Those that have no room in the strip are in it when it is wide again.
            isInMenu && !compact && !isTyped && '@min-[700px]:bg-transparent @min-[700px]:pl-1',
          )}
        >
          {isInMenu && (
            <span className={cn(!compact && !isTyped && '@min-[700px]:hidden')}>{nameOf(interval).short}</span>
          )}
          <ChevronDown aria-hidden className="size-3.5" />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" className="min-w-32">
          <DropdownMenuRadioGroup value={interval} onValueChange={choose}>
            {listed.map((value) => (
              <DropdownMenuRadioItem key={value} value={value}>
                {nameOf(value).full}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={onOther}>{t(($) => $.chart.interval.other)}</DropdownMenuItem>
          <DropdownMenuItem onSelect={onDate}>{t(($) => $.chart.goToDate)}</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}

function TypeMenu() {
  const { t } = useTranslation();
  const type = useChartSettings((settings) => settings.type);
  const Icon = TYPE_ICONS[type];
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={t(($) => $.desk.chart.type)}
        title={t(($) => $.desk.chart.type)}
        className="grid size-7 place-items-center rounded-md text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3"
      >
        <Icon aria-hidden className="size-4" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="min-w-36">
        <TypeItems />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function TypeItems() {
  const { t } = useTranslation();
  const { type, setType, sessions, toggleSessions } = useChartSettings();
  return (
    <>
      <DropdownMenuRadioGroup
        value={type}
        onValueChange={(value) => {
          const chosen = CHART_TYPES.find((known) => known === value);
          if (chosen) setType(chosen);
        }}
      >
        {CHART_TYPES.map((value) => {
          const Shape = TYPE_ICONS[value];
          return (
            <DropdownMenuRadioItem key={value} value={value}>
              <Shape aria-hidden />
              {t(($) => $.desk.chart.types[value])}
            </DropdownMenuRadioItem>
          );
        })}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      <DropdownMenuCheckboxItem
        checked={sessions}
        onSelect={(event) => event.preventDefault()}
        onCheckedChange={toggleSessions}
      >
        {t(($) => $.chart.sessions)}
      </DropdownMenuCheckboxItem>
    </>
  );
}
