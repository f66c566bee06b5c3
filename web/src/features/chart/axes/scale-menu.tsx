/** Chooses the scale of the price axis. Unavailable scales say why. */
import { useTranslation } from 'react-i18next';
import { type FrameValue, useFrameValue } from '#clock/frame-value.ts';
import { cn } from '#design/class-names.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import type { ScaleState } from '#features/chart/axes/scale-mode.ts';
import { SCALES, useChartSettings } from '#features/chart/settings/chart-settings.ts';

interface ScaledChart {
  readonly scaleState: FrameValue<ScaleState>;
  /** Contracts are compared as soon as there are readings. */
  readonly compare: { readonly readings: FrameValue<readonly unknown[]> };
  resetScale(): void;
}

export function ScaleMenu({ chart }: { chart: ScaledChart }) {
  const { t } = useTranslation();
  const { mode } = useFrameValue(chart.scaleState);
  const title = t(($) => $.chart.scale.title);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`${title}: ${t(($) => $.chart.scale.names[mode])}`}
        title={title}
        className={cn(
          'grid h-6.5 min-w-7 place-items-center rounded-sm px-1.5 font-medium text-12 text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3',
          mode !== 'price' && 'text-primary-text',
        )}
      >
        {t(($) => $.chart.scale.short[mode])}
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-64">
        <ScaleItems chart={chart} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Content for its own menu or for a submenu. */
export function ScaleItems({ chart }: { chart: ScaledChart }) {
  const { t } = useTranslation();
  const { scale, setScale, compareMode } = useChartSettings();
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
                {t(($) => $.chart.scale.names[value])}
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
      <DropdownMenuItem onSelect={() => chart.resetScale()}>{t(($) => $.chart.scale.reset)}</DropdownMenuItem>
    </>
  );
}
