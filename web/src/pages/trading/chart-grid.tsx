/**
 * Several charts with one crosshair. Toolbar and drawing tools are those of the active one: the one that was
 * pressed last, or has the keyboard focus.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { ChartGroup } from '#features/chart/chart-group.ts';
import type { ChartCell } from '#features/chart/chart-panel.tsx';
import { type IntervalChoice, OwnInterval, useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import { type FullScreen, useFullScreen } from '#features/chart/use-full-screen.ts';
import { useIntervalName } from '#features/chart/use-interval-name.ts';
import { CellHead } from '#pages/trading/cell-head.tsx';
import { CHARTS_IN, type ChartShape, type ChartsProps } from '#pages/trading/chart-arrangement.ts';
import { type ChartPlace, placesIn, withPlace } from '#pages/trading/chart-places.ts';
import { OwnChart } from '#pages/trading/own-chart.tsx';

const SHAPES: Readonly<Record<Exclude<ChartShape, 'one'>, string>> = {
  columns: 'grid-cols-2',
  rows: 'grid-rows-2',
  three: 'grid-cols-2 grid-rows-2 *:first:row-span-2',
  four: 'grid-cols-2 grid-rows-2',
};

export interface ChartGridProps extends ChartsProps {
  readonly shape: Exclude<ChartShape, 'one'>;
}

export function ChartGrid({ contract, contracts, charts, shape, onCharts }: ChartGridProps) {
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null);
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState(0);
  const group = useGroup(charts.isSameTime);
  const fullScreen = useFullScreenOf(contract.code);
  const count = CHARTS_IN[shape];
  const active = Math.min(chosen, count - 1);
  const frame = { group, toolbar, strip, fullScreen, count, contracts, onActive: setChosen };
  return (
    <div className={cn('@container flex min-h-0 flex-1 flex-col bg-surface', fullScreen[0] && 'fixed inset-0 z-40')}>
      <div ref={setToolbar} className="min-h-panel-head shrink-0" />
      <div className="flex min-h-0 flex-1">
        <div ref={setStrip} className="flex shrink-0" />
        <div className={cn('grid min-h-0 min-w-0 flex-1 auto-cols-fr auto-rows-fr gap-px bg-border', SHAPES[shape])}>
          <Cell {...frame} at={0} isActive={active === 0} contract={contract} />
          {placesIn(charts).map((place, at) => (
            <OtherCell
              // biome-ignore lint/suspicious/noArrayIndexKey: a chart is its place.
              key={at}
              {...frame}
              {...{ at: at + 1, place, contract, isSameInterval: charts.isSameInterval }}
              isActive={active === at + 1}
              onChange={(change) => onCharts(withPlace(charts, at, change))}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Another contract takes the charts back into the page. */
function useFullScreenOf(code: string): FullScreen {
  const fullScreen = useFullScreen();
  const [, set] = fullScreen;
  const first = useRef(code);
  useEffect(() => {
    if (first.current !== code) set(false);
    first.current = code;
  }, [code, set]);
  return fullScreen;
}

function useGroup(isSameTime: boolean): ChartGroup {
  const [group] = useState(() => new ChartGroup());
  useEffect(() => {
    group.isSameTime = isSameTime;
  }, [group, isSameTime]);
  return group;
}

interface CellProps extends Omit<ChartCell, 'isActive'> {
  readonly at: number;
  readonly count: number;
  readonly isActive: boolean;
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  readonly onActive: (at: number) => void;
  /** Sets its contract, where it has a choice; null follows the desk. */
  readonly onContract?: (code: string | null) => void;
  readonly isFollowing?: boolean;
}

function Cell(props: CellProps) {
  const { at, count, isActive, contract, contracts, onActive, group, toolbar, strip, fullScreen } = props;
  const [isFull, setFull] = fullScreen;
  const cell = useMemo(
    () => ({ group, isActive, toolbar, strip, fullScreen: [isFull, setFull] as const }),
    [group, isActive, toolbar, strip, isFull, setFull],
  );
  const activate = () => onActive(at);
  return (
    <CellFrame {...{ at, count, isActive, code: contract.code }} onActive={activate}>
      <CellHead
        {...{ contract, contracts, place: at + 1, isFollowing: props.isFollowing ?? true }}
        onContract={props.onContract}
      />
      <OwnChart key={contract.code} contract={contract} cell={cell} />
      {isActive && (
        <span aria-hidden className="pointer-events-none absolute inset-0 z-30 ring-1 ring-ring ring-inset" />
      )}
    </CellFrame>
  );
}

interface CellFrameProps extends Pick<CellProps, 'at' | 'count' | 'isActive'> {
  readonly code: string;
  readonly onActive: () => void;
  readonly children: ReactNode;
}

/** Names a chart by its place among the others. */
function CellFrame({ at, count, isActive, code, onActive, children }: CellFrameProps) {
  const { t } = useTranslation();
  const { interval } = useChartInterval();
  const name = useIntervalName()(interval).full;
  return (
    <section
      aria-label={t(($) => $.chartMore.grid.cell, { place: at + 1, count, code, interval: name })}
      aria-current={isActive ? 'true' : undefined}
      onPointerDownCapture={onActive}
      onFocusCapture={onActive}
      className="relative flex min-h-0 min-w-0 flex-col bg-surface"
    >
      {children}
    </section>
  );
}

interface OtherCellProps extends Omit<CellProps, 'onContract' | 'isFollowing'> {
  readonly place: ChartPlace;
  readonly isSameInterval: boolean;
  readonly onChange: (change: Partial<ChartPlace>) => void;
}

/** A chart beside the first. One whose contract is no longer listed follows the desk. */
function OtherCell({ place, isSameInterval, onChange, ...cell }: OtherCellProps) {
  const own = cell.contracts.find(({ code }) => code === place.code);
  const choice: IntervalChoice = { interval: place.interval, setInterval: (interval) => onChange({ interval }) };
  return (
    <OwnInterval value={isSameInterval ? null : choice}>
      <Cell
        {...cell}
        contract={own ?? cell.contract}
        isFollowing={own === undefined}
        onContract={(code) => onChange({ code })}
      />
    </OwnInterval>
  );
}
