/** Chooses the scale of the price axis. Unavailable scales say why. */
import type { PhysicalUnit } from '@mua/core/preview/physical-price';
import { useTranslation } from 'react-i18next';
import { type FrameValue, useFrameValue } from '#clock/frame-value.ts';
import { cn } from '#design/class-names.ts';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import type { ScaleState } from '#features/chart/axes/scale-mode.ts';
import { SCALES, type ScaleMode, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { unitText } from '#i18n/unit-text.ts';

interface ScaledChart {
  readonly scaleState: FrameValue<ScaleState>;
  /** Contracts are compared as soon as there are readings. */
  readonly compare: { readonly readings: FrameValue<readonly unknown[]> };
  readonly physicalUnit: PhysicalUnit | null;
  resetScale(): void;
}

export function ScaleMenu({ chart }: { chart: ScaledChart }) {
  const { t } = useTranslation();
  const { mode } = useFrameValue(chart.scaleState);
  const isInverted = useChartSettings((settings) => settings.isInverted);
  const names = useScaleNames(chart);
  const turned = isInverted ? `, ${t(($) => $.chart.scale.inverted).toLocaleLowerCase()}` : '';
  const label = `${t(($) => $.chart.scale.title)}: ${names.full(mode)}${turned}`;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={label}
        title={label}
        className={cn(
          'grid h-6.5 min-w-7 place-items-center rounded-sm px-1 font-medium text-12 text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3',
          (mode !== 'price' || isInverted) && 'text-primary-text',
        )}
      >
        {isInverted ? '⇅' : names.short(mode)}
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-64">
        <ScaleItems chart={chart} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function useScaleNames({ physicalUnit }: Pick<ScaledChart, 'physicalUnit'>) {
  const { t } = useTranslation();
  const sum = physicalUnit === null ? null : `₫/${unitText(t, physicalUnit)}`;
  return {
    full: (mode: ScaleMode) => {
      const name = t(($) => $.chart.scale.names[mode]);
      return mode === 'physical' && sum !== null ? `${name}, ${sum}` : name;
    },
    short: (mode: ScaleMode) => (mode === 'physical' ? sum : t(($) => $.chart.scale.short[mode])),
  };
}

/** Content for its own menu or for a submenu. */
export function ScaleItems({ chart }: { chart: ScaledChart }) {
  const { t } = useTranslation();
  const { scale, setScale, compareMode, isInverted, toggleInverted } = useChartSettings();
  const names = useScaleNames(chart);
  const { obstacles } = useFrameValue(chart.scaleState);
  const isComparing = useFrameValue(chart.compare.readings).length > 0 && compareMode === 'percent';
  return (
    <>
      <DropdownMenuRadioGroup
        value={isComparing ? 'percent' : scale}
        onValueChange={(value) => {
          const chosen = SCALES.find((known) => known === value);
          if (chosen) setScale(chosen);
        }}
      >
        {SCALES.map((value) => {
          const obstacle = obstacles[value];
          const isHeld = isComparing && value !== 'percent';
          return (
            <DropdownMenuRadioItem key={value} value={value} disabled={obstacle !== undefined || isHeld}>
              <span className="grid py-1">
                {names.full(value)}
                {(obstacle || isHeld) && (
                  <span className="text-11 text-fg-3">
                    {t(($) => (obstacle ? $.chart.scale.obstacles[obstacle] : $.chart.scale.comparing))}
                  </span>
                )}
              </span>
            </DropdownMenuRadioItem>
          );
        })}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      <DropdownMenuCheckboxItem
        checked={isInverted}
        onSelect={(event) => event.preventDefault()}
        onCheckedChange={toggleInverted}
      >
        {t(($) => $.chart.scale.inverted)}
      </DropdownMenuCheckboxItem>
      <DropdownMenuItem onSelect={() => chart.resetScale()}>{t(($) => $.chart.scale.reset)}</DropdownMenuItem>
    </>
  );
}
