/** The equity curve as a drawing; the numbers themselves are in the legend and in the table. */
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { crisp, type PlotSize } from '#design/plot/plot.ts';
import { PlotGrid, PlotNames } from '#design/plot/plot-axes.tsx';
import {
  type DayPoint,
  type EquityFigure,
  type MoneyMove,
  nearestPoint,
} from '#features/equity-curve/equity-figure.ts';
import { formatCivilDate } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface EquityDrawingProps {
  readonly figure: EquityFigure;
  readonly size: PlotSize;
  readonly onPoint: (point: DayPoint | null) => void;
}

export function EquityDrawing({ figure, size: { width, height }, onPoint }: EquityDrawingProps) {
  const { t } = useTranslation();
  const [pointed, setPointed] = useState<DayPoint | null>(null);
  const { points, plotWidth, plotHeight } = figure;
  const [first, last] = [points[0], points.at(-1)];
  const point = (found: DayPoint | null) => {
    setPointed(found);
    onPoint(found);
  };
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    point(nearestPoint(points, event.clientX - left) ?? null);
  };
  const shown = pointed ?? last;
  return (
    <svg
      role="img"
      aria-label={t(($) => $.property.curve, {
        from: formatCivilDate(first?.day.tradeDate),
        to: formatCivilDate(last?.day.tradeDate),
      })}
      width={width}
      height={height}
      className="touch-pan-y text-11"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => point(null)}
    >
      <Axes figure={figure} height={height} />
      <path d={figure.area} className="fill-series-1" opacity={0.09} />
      <path d={figure.deposits} fill="none" className="stroke-series-2" strokeDasharray="3 3" />
      {points.length === 1 && last && (
        <path d={`M0 ${last.depositY}H${last.x}`} className="stroke-series-2" strokeDasharray="3 3" />
      )}
      <path d={figure.line} fill="none" className="stroke-series-1" strokeWidth={1.75} strokeLinejoin="round" />
      <Moves figure={figure} plotWidth={plotWidth} />
      {pointed && <path d={`M${pointed.x} 0V${plotHeight}`} className="stroke-border-strong" />}
      {shown && <circle cx={shown.x} cy={shown.y} r={3.5} strokeWidth={2} className="fill-series-1 stroke-surface" />}
    </svg>
  );
}

function Axes({ figure, height }: { figure: EquityFigure; height: number }) {
  const format = useFormat();
  const { grid, dates, plotWidth } = figure;
  return (
    <>
      <PlotGrid
        lines={grid.map(({ y, valueVnd }) => ({ y, label: format.vndSummary(valueVnd) }))}
        plotWidth={plotWidth}
      />
      <PlotNames
        names={dates.map(({ x, day }) => ({ x, name: formatCivilDate(day.tradeDate).slice(0, 5) }))}
        plotWidth={plotWidth}
        y={height - 5}
      />
    </>
  );
}

/** The number of deposits and withdrawals that remain distinguishable; the table lists all of them. */
const MOST_NAMED = 3;

function Moves({ figure: { moves, plotHeight }, plotWidth }: { figure: EquityFigure; plotWidth: number }) {
  return moves.map((move) => (
    <g key={move.tradeDate}>
      <path d={`M${crisp(move.x)} 8V${plotHeight}`} className="stroke-border-strong" />
      <circle cx={move.x} cy={plotHeight} r={3} className="fill-fg-3" />
      {moves.length <= MOST_NAMED && <MoveText move={move} plotHeight={plotHeight} isLeft={move.x > plotWidth * 0.7} />}
    </g>
  ));
}

function MoveText({ move, plotHeight, isLeft }: { move: MoneyMove; plotHeight: number; isLeft: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isIn = move.amountVnd > 0n;
  const text = {
    amount: format.vndSummary(isIn ? move.amountVnd : -move.amountVnd),
    date: formatCivilDate(move.tradeDate).slice(0, 5),
  };
  return (
    <text x={move.x + (isLeft ? -8 : 8)} y={plotHeight - 8} textAnchor={isLeft ? 'end' : 'start'} className="fill-fg-3">
      {isIn ? t(($) => $.property.deposited, text) : t(($) => $.property.withdrawn, text)}
    </text>
  );
}
