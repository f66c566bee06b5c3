/**
 * Recalculates only the newest values of an indicator. A growing bar is the only one that changes, several times a
 * second, and recalculating ten thousand bars each time costs more than painting the chart. Values of finished bars are
 * kept, and only the bars that the newest value depends on are used again. `aheadOf` tells by how many bars a result
 * reaches beyond the newest one.
 */
import type { Indicator, IndicatorCalcCallback, KLineData } from 'klinecharts';
import type { Memory } from '#features/chart/settings/study-catalogue.ts';

/** After this many periods, a bar's weight in a fading average is smaller than the precision of a double. */
const FADED = 40;
/** A value may use the close before its first bar. */
const MARGIN = 2;

interface Reckoned<D> {
  readonly values: D[];
  readonly params: string;
  /** Bars are compared by identity: the library replaces the one that changes and keeps the others. */
  readonly first: KLineData | undefined;
  readonly lastFinished: KLineData | undefined;
}

/**
 * Does the same calculation with only the newest bars, if all others are known. One instance per indicator and chart;
 * the list returned last is the one that grows.
 */
export function reckonsNewest<D, C, E>(
  reckon: IndicatorCalcCallback<D, C, E>,
  memory: Memory,
  aheadOf: (params: readonly C[]) => number = () => 0,
): IndicatorCalcCallback<D, C, E> {
  let known: Reckoned<D> | null = null;
  return (bars, indicator) => {
    const params = indicator.calcParams.join(' ');
    const ahead = aheadOf(indicator.calcParams);
    const kept = known && known.params === params && knowsFinished(bars, known, ahead) ? known.values : null;
    const reach = reachOf(indicator, memory) + 2 * ahead;
    const values = kept ? withNewest(kept, bars, { reckon, indicator, reach, ahead }) : null;
    const all = values ?? reckon(bars, indicator);
    if (!Array.isArray(all)) return all;
    known = { values: all, params, first: bars[0], lastFinished: bars.at(-2) };
    return all;
  };
}

function reachOf<D, C, E>({ calcParams }: Indicator<D, C, E>, memory: Memory): number {
  const periods = calcParams.reduce((sum, param) => sum + Math.ceil(Number(param)), 0);
  return (memory === 'window' ? periods : periods * FADED) + MARGIN;
}

/** Tells whether the bars finished then are unchanged; false when others were added before or between them. */
function knowsFinished<D>(
  bars: readonly KLineData[],
  { values, first, lastFinished }: Reckoned<D>,
  ahead: number,
): boolean {
  const finished = values.length - ahead - 1;
  if (finished < 1 || bars.length <= finished) return false;
  return bars[0] === first && bars[finished - 1] === lastFinished;
}

interface Reckoning<D, C, E> {
  readonly reckon: IndicatorCalcCallback<D, C, E>;
  readonly indicator: Indicator<D, C, E>;
  readonly reach: number;
  readonly ahead: number;
}

/**
 * Null where a partial calculation would be no less work. Copying ten thousand values for one new value would create
 * megabytes of garbage.
 */
function withNewest<D, C, E>(kept: D[], bars: KLineData[], { reckon, indicator, reach, ahead }: Reckoning<D, C, E>) {
  const finished = kept.length - ahead - 1;
  const from = finished - reach;
  if (from <= 0) return null;
  const part = reckon(bars.slice(from), indicator);
  if (!Array.isArray(part)) return null;
  // Curves drawn ahead of their bars have one drawn as far behind them, too.
  const changed = finished - ahead;
  kept.splice(changed, kept.length - changed, ...part.slice(reach - ahead));
  return kept;
}
