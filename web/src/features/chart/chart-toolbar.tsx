/** 36 high: intervals, the look, indicators; at the right the picture and the full screen. */
import { CANDLE_INTERVALS, type CandleInterval } from '@mua/contract/entities/candle';
import {
  Camera,
  ChartArea,
  ChartCandlestick,
  ChartLine as ChartLineIcon,
  ChevronDown,
  ChevronsRight,
  type LucideIcon,
  Maximize,
  Minimize,
  Tally4,
} from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#design/ui/dropdown-menu.tsx';
import { IconButton } from '#design/ui/icon-button.tsx';
import { CHART_TYPES, type ChartType, useChartSettings } from './chart-settings.ts';
import { IndicatorMenu } from './indicator-menu.tsx';

const SHORT: Record<CandleInterval, string> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '1h',
  '4h': '4h',
  '1d': 'D',
  '1w': 'W',
  '1M': 'M',
};

/** In sight on a phone; the others wait in the menu. */
const PHONE: readonly CandleInterval[] = ['1m', '5m', '15m', '1h', '1d'];
/** In the menu as soon as the panel is narrow. */
const LONG: readonly CandleInterval[] = ['1d', '1w', '1M'];

const TYPE_ICONS: Record<ChartType, LucideIcon> = {
  candles: ChartCandlestick,
  bars: Tally4,
  line: ChartLineIcon,
  area: ChartArea,
};

export interface ChartToolbarProps {
  readonly compact: boolean;
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
  readonly onPicture: () => void;
  readonly onLatest: () => void;
}

export function ChartToolbar({ compact, isFull, onFull, onPicture, onLatest }: ChartToolbarProps) {
  const { t } = useTranslation();
  return (
    <div
      className={cn(
        'flex h-panel-head shrink-0 items-center gap-0.5 whitespace-nowrap border-border border-b px-2',
        compact && 'h-10 border-b-0',
      )}
    >
      <Intervals compact={compact} />
      {!compact && <span aria-hidden className="mx-1.5 h-4.5 w-px bg-border-strong" />}
      <span className={cn('flex items-center gap-0.5', compact && 'ml-auto')}>
        <TypeMenu />
        <IndicatorMenu compact={compact} />
      </span>
      <span className={cn('flex items-center gap-0.5', !compact && 'ml-auto')}>
        {!compact && (
          <>
            <IconButton size="icon-sm" label={t(($) => $.desk.chart.latest)} onClick={onLatest}>
              <ChevronsRight aria-hidden />
            </IconButton>
            <IconButton size="icon-sm" label={t(($) => $.desk.chart.screenshot)} onClick={onPicture}>
              <Camera aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton
          size={compact ? 'icon' : 'icon-sm'}
          label={t(($) => (isFull ? $.desk.chart.exitFullScreen : $.desk.chart.fullScreen))}
          onClick={() => onFull(!isFull)}
        >
          {isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
        </IconButton>
      </span>
    </div>
  );
}

function Intervals({ compact }: { compact: boolean }) {
  const { t } = useTranslation();
  const { interval, setInterval } = useChartSettings();
  const inSight = compact ? PHONE : CANDLE_INTERVALS;
  const choose = (value: string) => {
    const chosen = CANDLE_INTERVALS.find((known) => known === value);
    if (chosen) setInterval(chosen);
  };
  const hiddenWhenNarrow = (value: CandleInterval) => !compact && LONG.includes(value);
  const isInMenu = compact ? !PHONE.includes(interval) : LONG.includes(interval);
  return (
    <>
      <ToggleGroup.Root
        type="single"
        value={interval}
        onValueChange={choose}
        aria-label={t(($) => $.desk.chart.interval)}
        className="flex gap-0.5"
      >
        {inSight.map((value) => (
          <ToggleGroup.Item
            key={value}
            value={value}
            aria-label={t(($) => $.desk.chart.intervals[value])}
            className={cn(
              'h-6.5 rounded-sm px-1.75 font-medium text-12 text-fg-2 transition-colors duration-(--fast) hover:bg-surface-3 data-[state=on]:bg-surface-4 data-[state=on]:text-foreground',
              compact && 'h-8 min-w-9.5 rounded-md',
              hiddenWhenNarrow(value) && '@max-[540px]:hidden',
            )}
          >
            {SHORT[value]}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={t(($) => $.desk.chart.interval)}
          className={cn(
            'flex h-6.5 items-center gap-0.5 rounded-sm px-1 font-medium text-12 text-fg-2 hover:bg-surface-3',
            compact && 'h-8 px-1.5',
            !compact && '@min-[540px]:hidden',
            isInMenu && 'bg-surface-4 pl-1.75 text-foreground',
          )}
        >
          {isInMenu && SHORT[interval]}
          <ChevronDown aria-hidden className="size-3.5" />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" className="min-w-32">
          <DropdownMenuRadioGroup value={interval} onValueChange={choose}>
            {CANDLE_INTERVALS.map((value) => (
              <DropdownMenuRadioItem key={value} value={value}>
                {t(($) => $.desk.chart.intervals[value])}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}

function TypeMenu() {
  const { t } = useTranslation();
  const { type, setType } = useChartSettings();
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
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
