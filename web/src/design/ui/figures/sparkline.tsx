/** A line without axes: where something came from, and whether it stands above its baseline. Decoration beside figures. */
import { cn } from '#design/class-names.ts';
import type { Direction } from '#design/ui/figures/figures.tsx';

export interface SparklineProps {
  readonly values: readonly number[];
  /** Dashed; left out when null. */
  readonly baseline: number | null;
  readonly direction: Direction | null;
  /** Of the drawing; the element may be stretched to any size. */
  readonly width: number;
  readonly height: number;
  /** Fills the space between line and floor. */
  readonly area?: boolean;
  readonly className?: string | undefined;
}

const STROKES: Record<Direction, string> = { up: 'text-up', down: 'text-down', unchanged: 'text-fg-3' };

export function Sparkline({ values, baseline, direction, width, height, area = false, className }: SparklineProps) {
  const { line, baselineY } = sparkPath(values, baseline, { width, height });
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
      {area && <path d={`${line}V${height}H0Z`} fill="currentColor" opacity={0.13} />}
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.25}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The line from left to right and the baseline's height, with a pixel and a half of air above and below. */
export function sparkPath(
  values: readonly number[],
  baseline: number | null,
  size: { readonly width: number; readonly height: number },
): { readonly line: string; readonly baselineY: number | null } {
  const all = baseline === null ? values : [...values, baseline];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const air = 1.5;
  const y = (value: number) => round(size.height - air - ((value - low) / span) * (size.height - 2 * air));
  const step = values.length > 1 ? size.width / (values.length - 1) : 0;
  const points = values.map((value, index) => `${round(index * step)} ${y(value)}`);
  return { line: `M${points.join('L')}`, baselineY: baseline === null ? null : y(baseline) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
