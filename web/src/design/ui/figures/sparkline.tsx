/**
 * Draws a line without axes: where a value came from, and whether it is above its baseline. Decoration beside figures.
 */
import { cn } from '#design/class-names.ts';
import { areaPath, linearScale, linePath, type Place, type PlotSize } from '#design/plot/plot.ts';
import type { Direction } from '#design/ui/figures/figures.tsx';

export interface SparklineProps {
  readonly values: readonly number[];
  /** Dashed baseline; not drawn when null. */
  readonly baseline: number | null;
  readonly direction: Direction | null;
  /** Size of the drawing; the element may be stretched to any size. */
  readonly width: number;
  readonly height: number;
  /** Fills the space between line and floor. */
  readonly area?: boolean;
  readonly className?: string | undefined;
}

const STROKES: Record<Direction, string> = { up: 'text-up', down: 'text-down', unchanged: 'text-fg-3' };

export function Sparkline({ values, baseline, direction, width, height, area = false, className }: SparklineProps) {
  const { places, baselineY } = sparkFigure(values, baseline, { width, height });
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={cn('block', STROKES[direction ?? 'unchanged'], className)}
      style={{ height }}
    >
      {baselineY !== null && (
        <path
          d={`M0 ${baselineY}H${width}`}
          className="stroke-border-strong"
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {area && <path d={areaPath(places, height)} fill="currentColor" opacity={0.13} />}
      <path
        d={linePath(places)}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.25}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Leaves a pixel and a half above and below. */
const AIR = 1.5;

function sparkFigure(values: readonly number[], baseline: number | null, { width, height }: PlotSize) {
  const all = baseline === null ? values : [...values, baseline];
  const xOf = linearScale([0, values.length - 1], [0, width]);
  const yOf = linearScale([Math.min(...all), Math.max(...all)], [height - AIR, AIR]);
  return {
    places: values.map((value, index): Place => [xOf(index), yOf(value)]),
    baselineY: baseline === null ? null : yOf(baseline),
  };
}
