/** Provides one compared contract's bars: loaded as far back as the chart's own, and growing with the feed. */
import type { Contract } from '@mua/contract/entities/contract';
import { marketNowMs } from '#clock/market-clock.ts';
import { fetchPage } from '#features/chart/bars/joined-pages.ts';
import { type LiveBar, startLive, withMinute } from '#features/chart/bars/live-bar.ts';
import { onMissedBars } from '#features/chart/bars/missed-bars.ts';
import { TradeDates } from '#features/chart/bars/trade-dates.ts';
import type { ClosingBar } from '#features/chart/compare/compare-bars.ts';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';
import { priceScale } from '#features/chart/surface/price-scale.ts';
import { watchCandles } from '#feeds/market-feeds.ts';
import type { Bar } from '#market/candles.ts';

/** Limit of pages per load; scrolling further asks again. */
const PAGES_AT_ONCE = 20;

export interface CompareSourceOptions {
  readonly contract: Contract;
  readonly interval: ChartInterval;
  readonly onChange: () => void;
}

export class CompareSource {
  readonly contract: Contract;
  readonly #options: CompareSourceOptions;
  readonly #stops: readonly (() => void)[];
  readonly #tradeDates = new TradeDates();
  #bars: readonly ClosingBar[] = [];
  #live: LiveBar | null = null;
  #older: string | null = null;
  #wantedMs = Number.POSITIVE_INFINITY;
  /** Incremented when everything is reloaded; answers to older requests are ignored. */
  #generation = 0;
  #isLoading = false;
  #hasFailed = false;
  #isStopped = false;

  constructor(options: CompareSourceOptions) {
    this.#options = options;
    this.contract = options.contract;
    const { code } = options.contract;
    this.#stops = [
      watchCandles(code, (bar) => this.#onMinute(bar)),
      onMissedBars(options.contract, () => this.#renew()),
    ];
  }

  get bars(): readonly ClosingBar[] {
    return this.#bars;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Loads until there are bars back to that instant. */
  reachBack(timeMs: number): void {
    this.#wantedMs = Math.min(this.#wantedMs, timeMs);
    void this.#load();
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
  }

  /** Existing bars stay until the newest page has arrived. */
  #renew(): void {
    this.#generation += 1;
    this.#live = null;
    this.#older = null;
    this.#isLoading = false;
    void this.#load();
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const mine = this.#generation;
    const isOver = () => this.#isStopped || mine !== this.#generation;
    const { contract, interval, onChange } = this.#options;
    try {
      for (let pages = 0; pages < PAGES_AT_ONCE && this.#isWanting(); pages += 1) {
        const page = await fetchPage(contract, { interval, before: this.#older }, this.#tradeDates);
        if (isOver()) return;
        const newer = this.#live === null ? [] : this.#bars;
        this.#live ??= startLive(interval, page.bars.at(-1), marketNowMs());
        this.#older = page.older;
        this.#bars = [...page.bars.map((bar) => this.#closing(bar)), ...newer];
        this.#hasFailed = false;
        onChange();
      }
    } catch {
      // Scrolling further, or the next reconnection, asks again.
      if (isOver()) return;
      this.#hasFailed = true;
      onChange();
    } finally {
      if (mine === this.#generation) this.#isLoading = false;
    }
  }

  #isWanting(): boolean {
    if (this.#live === null) return true;
    return this.#older !== null && (this.#bars[0]?.timeMs ?? Number.NEGATIVE_INFINITY) > this.#wantedMs;
  }

  #onMinute(minute: Bar): void {
    if (!this.#live) return;
    const next = withMinute(this.#live, minute, this.#tradeDates);
    if (next === this.#live || !next.bar) return;
    this.#live = next;
    const closing = this.#closing(next.bar);
    const isSame = this.#bars.at(-1)?.timeMs === closing.timeMs;
    this.#bars = [...(isSame ? this.#bars.slice(0, -1) : this.#bars), closing];
    this.#options.onChange();
  }

  #closing({ timeMs, close }: Bar): ClosingBar {
    return { timeMs, close: priceScale(this.contract.decimalFormat).priceOf(close) };
  }
}
