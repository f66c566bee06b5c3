/** Draws the surroundings of a small chart's plot: grid lines with their figures to the right, names below. */
import { crisp } from '#design/plot/plot.ts';

export interface GridLine {
  readonly y: number;
  /** Null where something else takes the label's place. */
  readonly label: string | null;
}

export function PlotGrid({ lines, plotWidth }: { lines: readonly GridLine[]; plotWidth: number }) {
  return (
    <g className="fill-fg-3">
      {lines.map(({ y, label }) => (
        <g key={y}>
          <path d={`M0 ${crisp(y)}H${plotWidth}`} className="stroke-grid" />
          {label !== null && (
            <text x={plotWidth + 8} y={y + 4}>
              {label}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

export interface PlotName {
  readonly x: number;
  readonly name: string;
}

/** No name is cut off at an end; `y` is their baseline. */
export function PlotNames({ names, plotWidth, y }: { names: readonly PlotName[]; plotWidth: number; y: number }) {
  return names.map(({ x, name }) => (
    <text key={x} x={Math.min(Math.max(x, 18), plotWidth - 18)} y={y} textAnchor="middle" className="fill-fg-3">
      {name}
    </text>
  ));
}
