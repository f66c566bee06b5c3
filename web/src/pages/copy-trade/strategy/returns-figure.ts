/**
 * Computes the geometry of a strategy's returns: followers and leader above, the drawdown that goes with them below. Pure;
 * percents become floats for pixels only.
 */
import type { StrategyDay } from '@mua/contract/entities/strategy-figures';
import { dayNumber } from '@mua/core/values';
import { least } from 'd3-array';
import {
  areaPath,
  axisTicks,
  linearScale,
  linePath,
  type Place,
  type PlotSize,
  spacedFromEnd,
} from '#design/plot/plot.ts';

export interface ReturnPoint {
  readonly day: StrategyDay;
  readonly x: number;
  readonly leaderY: number;
  /** Null while nobody had copied. */
  readonly followersY: number | null;
}

export interface ReturnsSize extends PlotSize {
  /** Of the whole height; 0 draws none. */
  readonly drawdownHeight: number;
}

const AXIS_WIDTH = 52;
const DATE_HEIGHT = 22;
const EDGE = 8;
const GRID_GAP = 44;
const DATE_GAP = 76;
/** Hundredths of a percent: a label has one decimal. */
const LEAST_STEP = 10;

export function returnsFigure(days: readonly StrategyDay[], { width, height, drawdownHeight }: ReturnsSize) {
  const plotWidth = Math.max(1, width - AXIS_WIDTH);
  const plotHeight = Math.max(1, height - DATE_HEIGHT - drawdownHeight);
  const ends = endsOf(days);
  const yOf = linearScale(ends, [plotHeight - EDGE, EDGE]);
  const xOf = placeDates(days, plotWidth);
  const points = days.map((day): ReturnPoint => {
    return {
      day,
      x: xOf(day.tradeDate),
      leaderY: yOf(hundredths(day.leaderPercent)),
      followersY: day.followersPercent === null ? null : yOf(hundredths(day.followersPercent)),
    };
  });
  const zeroY = yOf(0);
  const followers = fromZero(
    points.flatMap(({ x, followersY }): Place[] => (followersY === null ? [] : [[x, followersY]])),
    zeroY,
    xOf.step,
  );
  return {
    points,
    zeroY,
    leader: linePath(
      fromZero(
        points.map(({ x, leaderY }): Place => [x, leaderY]),
        zeroY,
        xOf.step,
      ),
    ),
    followers: linePath(followers),
    followersArea: areaPath(followers, zeroY),
    grid: axisTicks(ends, Math.floor(plotHeight / GRID_GAP), LEAST_STEP).map((value) => ({ y: yOf(value), value })),
    /** Points whose dates fit below the plot. */
    dates: spacedFromEnd(points, DATE_GAP),
    drawdown: drawdownHeight === 0 ? null : drawdownOf(points, { top: plotHeight, height: drawdownHeight }),
    plotWidth,
    plotHeight,
  };
}

export type ReturnsFigure = ReturnType<typeof returnsFigure>;

/** Returns the point nearest to a pointer above the plot. */
export function nearestReturn(points: readonly ReturnPoint[], x: number): ReturnPoint | undefined {
  return least(points, (point) => Math.abs(point.x - x));
}

/** What followers went through, or the leader while nobody had copied. */
export function drawdownOn({ followersDrawdown, leaderDrawdown }: StrategyDay): string {
  return followersDrawdown ?? leaderDrawdown;
}

function hundredths(percent: string): number {
  return Math.round(Number(percent) * 100);
}

/** Zero is always in sight: a return is read against it. */
function endsOf(days: readonly StrategyDay[]): readonly [low: number, high: number] {
  const values = [0, ...days.flatMap(({ leaderPercent, followersPercent }) => [leaderPercent, followersPercent ?? '0'])]
    .map(String)
    .map(hundredths);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const air = Math.max((high - low) * 0.06, LEAST_STEP);
  return [low - air, high + air];
}

/** Follows the calendar; before the first date is the day on which all began at zero. */
function placeDates(days: readonly StrategyDay[], plotWidth: number) {
  const first = dayNumber(days[0]?.tradeDate ?? '1970-01-02') - 1;
  const last = dayNumber(days.at(-1)?.tradeDate ?? '1970-01-02');
  const scale = linearScale([first, last], [0, plotWidth - EDGE]);
  return Object.assign((tradeDate: string) => scale(dayNumber(tradeDate)), { step: scale(first + 1) - scale(first) });
}

function fromZero(places: readonly Place[], zeroY: number, step: number): readonly Place[] {
  const [first] = places;
  return first ? [[Math.max(0, first[0] - step), zeroY], ...places] : [];
}

function drawdownOf(points: readonly ReturnPoint[], { top, height }: { top: number; height: number }) {
  const deepest = Math.min(...points.map(({ day }) => hundredths(drawdownOn(day))), -LEAST_STEP);
  const zeroY = top + 12;
  const yOf = linearScale([0, deepest], [zeroY, top + height - 6]);
  const places = points.map(({ day, x }): Place => [x, yOf(hundredths(drawdownOn(day)))]);
  return { zeroY, deepest, deepestY: yOf(deepest), line: linePath(places), area: areaPath(places, zeroY) };
}
