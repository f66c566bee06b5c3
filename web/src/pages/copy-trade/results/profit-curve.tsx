/** What copies have given together since the first follow. A table lists the same numbers. */
import { least } from 'd3-array';
import { type PointerEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlotGrid, PlotNames } from '#design/plot/plot-axes.tsx';
import { type FigureView, ViewChoice } from '#design/ui/controls/view-choice.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useElementWidth } from '#design/use-element-width.ts';
import { formatCivilDate } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { type ProfitDay, type ProfitPoint, profitFigure } from '#pages/copy-trade/results/profit-figure.ts';

const HEIGHT = 220;

/** At least one day. */
export function ProfitCurve({ days }: { readonly days: readonly ProfitDay[] }) {
  const { t } = useTranslation();
  const [view, setView] = useState<FigureView>('chart');
  const [pointed, setPointed] = useState<ProfitDay | null>(null);
  const shown = pointed ?? days.at(-1);
  const title = t(($) => $.copies.profitByDay);
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-14">{title}</h2>
        <span className="flex items-center gap-3 text-12 text-fg-2 tabular-nums">
          {shown && (
            <>
              {formatCivilDate(shown.tradeDate)}
              <Profit amount={shown.profit} className="font-medium" />
            </>
          )}
          <ViewChoice value={view} onChange={setView} figure={title} />
        </span>
      </div>
      {view === 'table' ? <DayTable days={days} /> : <Chart days={days} onPoint={setPointed} />}
    </div>
  );
}

interface ChartProps {
  readonly days: readonly ProfitDay[];
  readonly onPoint: (day: ProfitDay | null) => void;
}

function Chart({ days, onPoint }: ChartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [ref, width] = useElementWidth();
  const [pointed, setPointed] = useState<ProfitPoint | null>(null);
  const figure = useMemo(() => (width === 0 ? null : profitFigure(days, { width, height: HEIGHT })), [days, width]);
  const point = (found: ProfitPoint | null) => {
    setPointed(found);
    onPoint(found?.day ?? null);
  };
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    point(least(figure?.points ?? [], (one) => Math.abs(one.x - x)) ?? null);
  };
  const name = t(($) => $.copies.curve, {
    from: formatCivilDate(days[0]?.tradeDate),
    to: formatCivilDate(days.at(-1)?.tradeDate),
  });
  return (
    <div ref={ref} style={{ height: HEIGHT }}>
      {figure && (
        <svg
          role="img"
          aria-label={name}
          width={width}
          height={HEIGHT}
          className="touch-pan-y text-11"
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => point(null)}
        >
          <PlotGrid
            lines={figure.grid.map(({ y, valueVnd }) => ({ y, label: format.vndSummary(valueVnd, { signed: true }) }))}
            plotWidth={figure.plotWidth}
          />
          <PlotNames
            names={figure.dates.map(({ x, day }) => ({ x, name: formatCivilDate(day.tradeDate).slice(0, 5) }))}
            plotWidth={figure.plotWidth}
            y={HEIGHT - 5}
          />
          <path d={figure.area} className="fill-series-1" opacity={0.09} />
          <path d={`M0 ${figure.zeroY}H${figure.plotWidth}`} className="stroke-border-strong" strokeDasharray="2 3" />
          <path d={figure.line} fill="none" className="stroke-series-1" strokeWidth={1.75} strokeLinejoin="round" />
          {pointed && (
            <>
              <path d={`M${pointed.x} 0V${figure.plotHeight}`} className="stroke-border-strong" />
              <circle cx={pointed.x} cy={pointed.y} r={3.5} strokeWidth={2} className="fill-series-1 stroke-surface" />
            </>
          )}
        </svg>
      )}
    </div>
  );
}

function DayTable({ days }: { readonly days: readonly ProfitDay[] }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys.
    <section tabIndex={0} aria-label={t(($) => $.copies.profitByDay)} className="h-55 overflow-auto tabular-nums">
      <Table>
        <thead>
          <tr>
            <Th>{t(($) => $.property.date)}</Th>
            <Th numeric>{t(($) => $.copies.profit)}</Th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ tradeDate, isRunning, profit }) => (
            <Tr key={tradeDate}>
              <Td>
                {formatCivilDate(tradeDate)}
                {isRunning && <span className="ml-1.5 text-fg-3">{t(($) => $.property.running)}</span>}
              </Td>
              <Td numeric className="font-medium">
                <Profit amount={profit} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
