/**
 * Reads the periods that pivot levels are calculated from: of intraday bars the exchange's trade dates, of days the
 * months, as the server's own bars. The bars on the chart would not do: on a minute chart they rarely hold a whole day.
 */
import type { Ticks } from '@mua/core/values';
import { fetchBars } from '#features/chart/bars/bar-pages.ts';
import { isIntraday } from '#features/chart/bars/bar-time.ts';
import type { Charted } from '#features/chart/bars/series.ts';
import type { TradeDates } from '#features/chart/bars/trade-dates.ts';
import { type ChartInterval, lengthOf } from '#features/chart/settings/chart-interval.ts';
import type { PivotGround, PivotPeriod } from '#features/chart/studies/study-extra.ts';

const RETRY_MS = 30_000;
const NONE: readonly PivotPeriod[] = [];

export interface PivotPeriodsOptions {
  readonly charted: () => Charted;
  readonly tradeDates: Pick<TradeDates, 'dateAt' | 'learn'>;
  readonly priceOf: (ticks: Ticks) => number;
  readonly interval: () => ChartInterval;
  /** Others are known now. */
  readonly onChange: () => void;
}

export class PivotPeriods {
  readonly #options: PivotPeriodsOptions;
  #known: { readonly interval: '1d' | '1M'; readonly periods: readonly PivotPeriod[] } | null = null;
  /** The newest period asked for: one that does not come is not asked for again with every trade. */
  #asked = '';
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(options: PivotPeriodsOptions) {
    this.#options = options;
  }

  /** Returns what is known, and reads anew when the newest bar is in a later period. */
  upTo(newestMs: number): PivotGround {
    const interval = this.#options.interval();
    const wanted = isIntraday(interval) ? '1d' : lengthOf(interval).unit === 'day' ? '1M' : null;
    const { tradeDates } = this.#options;
    const keyOf = (timeMs: number) => tradeDates.dateAt(timeMs).slice(0, wanted === '1M' ? 7 : 10);
    if (wanted === null) return { periods: NONE, keyOf };
    const periods = this.#known?.interval === wanted ? this.#known.periods : NONE;
    const newest = periods.at(-1);
    if (!newest || keyOf(newest.timeMs) !== keyOf(newestMs)) void this.#read(wanted, keyOf(newestMs));
    return { periods, keyOf };
  }

  /** Other bars are charted. */
  forget(): void {
    this.#known = null;
    this.#asked = '';
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
  }

  async #read(interval: '1d' | '1M', key: string): Promise<void> {
    const asked = `${interval} ${key}`;
    if (this.#asked === asked) return;
    this.#asked = asked;
    const { charted, tradeDates, priceOf, onChange } = this.#options;
    try {
      const { bars, openings } = await fetchBars(charted(), { interval, before: null });
      if (this.#isStopped || this.#asked !== asked) return;
      tradeDates.learn(openings);
      const periods = bars.map(({ timeMs, high, low, close }) => ({
        timeMs,
        high: priceOf(high),
        low: priceOf(low),
        close: priceOf(close),
      }));
      this.#known = { interval, periods };
      onChange();
    } catch {
      if (this.#isStopped || this.#asked !== asked) return;
      this.#retry = setTimeout(() => {
        this.#asked = '';
        onChange();
      }, RETRY_MS);
    }
  }
}
