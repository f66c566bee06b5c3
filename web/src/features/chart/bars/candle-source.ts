/**
 * Provides the chart's bars: pages of history backwards in time, and the feed's growing minute merged into the newest
 * bar, at most once per frame. After a lost connection or a sleep the missed bars are fetched and inserted.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import type { DataLoader, DataLoaderGetBarsParams, KLineData, Period } from 'klinecharts';
import { oncePerFrame, oneAFrame } from '#clock/frame.ts';
import { marketNowMs } from '#clock/market-clock.ts';
import type { BarPage } from '#features/chart/bars/bar-pages.ts';
import { fetchPage } from '#features/chart/bars/joined-pages.ts';
import { type LiveBar, startLive, withMinute } from '#features/chart/bars/live-bar.ts';
import { onMissedBars } from '#features/chart/bars/missed-bars.ts';
import { chartedOf, joinedSeries, type Series } from '#features/chart/bars/series.ts';
import type { TradeDates } from '#features/chart/bars/trade-dates.ts';
import { type ChartInterval, intervalOf, lengthOf } from '#features/chart/settings/chart-interval.ts';
import { DEFAULT_CHART } from '#features/chart/settings/chart-settings.ts';
import type { SeriesChoice } from '#features/chart/settings/series-choice.ts';
import { watchCandles } from '#feeds/market-feeds.ts';
import type { Bar } from '#market/candles.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export type CandleState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  /** Nothing has ever traded. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'error'; readonly code: string };

export interface CandleSourceOptions {
  readonly contract: Contract;
  /** What is charted of it now; a change needs everything to be reloaded. */
  readonly choice: () => SeriesChoice;
  /** Told with each load; null for the contract's own bars. */
  readonly onSeries: (series: Series | null) => void;
  /** Filled with the contract's own trade dates as they arrive with its bars. */
  readonly tradeDates: TradeDates;
  readonly priceOf: (ticks: Ticks) => number;
  readonly onState: (state: CandleState) => void;
  /** Reports the newest bars, after loading and after each frame with a change. */
  readonly onBars: () => void;
  /** The oldest instant whose bars are needed from the start, whatever is in view; null for none. */
  readonly reachMs: () => number | null;
  /** Too many bars were missed to insert: everything has to be reloaded. */
  readonly onGap: () => void;
}

/** Pages read to reach an instant; beyond them scrolling reads on. */
const REACH_PAGES = 8;

/** The library's own writing of an interval. */
export function periodOf(interval: ChartInterval): Period {
  const { unit, count } = lengthOf(interval);
  return { type: unit, span: count };
}

export function intervalOfPeriod({ type, span }: Period): ChartInterval {
  const unit = (['minute', 'day', 'week', 'month'] as const).find((known) => known === type);
  return (unit && intervalOf({ unit, count: span })) ?? DEFAULT_CHART.interval;
}

export class CandleSource {
  readonly loader: DataLoader = {
    getBars: (params) => (params.type === 'init' ? this.#load(params) : this.#loadOlder(params)),
    subscribeBar: ({ callback }) => {
      this.#push = callback;
    },
    unsubscribeBar: () => {
      this.#push = null;
    },
  };
  readonly #options: CandleSourceOptions;
  readonly #stopMissed: () => void;
  #stopMinutes: () => void;
  #series: Series | null = null;
  /** Whose minutes grow the newest bar: the front month's. */
  #liveCode = '';
  /** A bar that grows has its whole chart painted: of several charts one a frame. */
  readonly #publish = oncePerFrame(() => this.#flush(), oneAFrame);
  /** Bars that changed since the last frame, by their start. */
  readonly #changed = new Map<number, Bar>();
  /** Incremented with each load from the start; answers to older loads are ignored. */
  #generation = 0;
  #live: LiveBar | null = null;
  #older: string | null = null;
  #push: ((data: KLineData) => void) | null = null;
  #hasFailed = false;
  /** Bars from then on are being read anew. The chart takes none before its newest, so newer ones wait for them. */
  #missed: { readonly sinceMs: number } | null = null;
  #onOlder: (isRead: boolean) => void = () => {};

  constructor(options: CandleSourceOptions) {
    this.#options = options;
    const { contract } = options;
    this.#stopMissed = onMissedBars(contract, () => this.#onMissed());
    this.#stopMinutes = () => {};
    this.#follow(contract.code);
  }

  /** False when the oldest bar is loaded. */
  get hasOlder(): boolean {
    return this.#older !== null;
  }

  /** Resolves with the next older page: true when the chart has it, false when it is not to be had. */
  olderRead(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#onOlder = resolve;
    });
  }

  stop(): void {
    this.#onOlder(false);
    this.#generation += 1;
    this.#missed = null;
    this.#push = null;
    this.#stopMissed();
    this.#stopMinutes();
  }

  async #load({ period, callback }: DataLoaderGetBarsParams): Promise<void> {
    this.#generation += 1;
    const mine = this.#generation;
    const { onState, onBars } = this.#options;
    const interval = intervalOfPeriod(period);
    this.#onOlder(false);
    this.#live = null;
    this.#missed = null;
    this.#changed.clear();
    onState({ kind: 'loading' });
    try {
      const page = await this.#reach(await this.#page(interval, null), interval, mine);
      if (mine !== this.#generation) return;
      this.#hasFailed = false;
      this.#older = page.older;
      this.#tell(page.series);
      this.#follow(page.series?.front ?? this.#options.contract.code);
      this.#live = startLive(interval, page.bars.at(-1), marketNowMs());
      const { bars } = page;
      callback(this.#dataOf(bars), { forward: page.older !== null, backward: false });
      onState({ kind: bars.length === 0 ? 'empty' : 'ready' });
      onBars();
    } catch (error) {
      if (mine !== this.#generation) return;
      this.#hasFailed = true;
      onState({ kind: 'error', code: errorCodeOf(error) });
    }
  }

  #page(interval: ChartInterval, before: string | null): Promise<BarPage> {
    const { contract, tradeDates, choice } = this.#options;
    return fetchPage(chartedOf(contract, choice()), { interval, before }, tradeDates);
  }

  #tell(series: Series | null): void {
    this.#series = series;
    this.#options.onSeries(series);
  }

  #follow(code: string): void {
    if (code === this.#liveCode) return;
    this.#stopMinutes();
    this.#liveCode = code;
    this.#stopMinutes = watchCandles(code, (bar) => this.#onMinute(bar));
  }

  /** With the older pages before it, as far back as something needs them. */
  async #reach(newest: BarPage, interval: ChartInterval, mine: number): Promise<BarPage> {
    let page = newest;
    for (let pages = 1; pages < REACH_PAGES && page.older !== null; pages += 1) {
      const wantedMs = this.#options.reachMs();
      const [first] = page.bars;
      if (wantedMs === null || !first || first.timeMs <= wantedMs || mine !== this.#generation) break;
      const older = await this.#page(interval, page.older);
      page = {
        bars: [...older.bars, ...page.bars],
        older: older.older,
        openings: [...older.openings, ...page.openings],
        series: joinedSeries(older.series, page.series),
      };
    }
    return page;
  }

  async #loadOlder({ type, period, callback }: DataLoaderGetBarsParams): Promise<void> {
    const mine = this.#generation;
    const before = type === 'forward' ? this.#older : null;
    // The library loops when it is answered synchronously.
    if (before === null) return queueMicrotask(() => callback([], false));
    try {
      const page = await this.#page(intervalOfPeriod(period), before);
      if (mine !== this.#generation) return;
      this.#older = page.older;
      if (this.#series) this.#tell(joinedSeries(page.series, this.#series));
      callback(this.#dataOf(page.bars), { forward: page.older !== null, backward: false });
      this.#onOlder(true);
    } catch {
      // Scrolling further asks again.
      if (mine !== this.#generation) return;
      callback([], { forward: true, backward: false });
      this.#onOlder(false);
    }
  }

  #onMinute(bar: Bar): void {
    if (!this.#live) return;
    const { frontUntilMs = null } = this.#series ?? {};
    // Another month may stand for the series now.
    if (frontUntilMs !== null && bar.timeMs >= frontUntilMs) return this.#options.onGap();
    const next = withMinute(this.#live, bar, this.#options.tradeDates);
    if (next === this.#live || !next.bar) return;
    this.#live = next;
    this.#changed.set(next.bar.timeMs, next.bar);
    this.#publish();
  }

  #flush(): void {
    if (!this.#push || this.#changed.size === 0 || this.#missed) return;
    const bars = [...this.#changed.values()].sort((a, b) => a.timeMs - b.timeMs);
    this.#changed.clear();
    for (const data of this.#dataOf(bars)) this.#push(data);
    this.#options.onState({ kind: 'ready' });
    this.#options.onBars();
  }

  #onMissed(): void {
    if (this.#hasFailed) this.#options.onGap();
    else if (this.#live) void this.#catchUp(this.#live);
  }

  /** Inserts the missed bars; if there are too many, everything is reloaded. */
  async #catchUp({ interval, bar: last }: LiveBar): Promise<void> {
    // Where it was missed twice, from the first time on.
    const missed = { sinceMs: this.#missed?.sinceMs ?? last?.timeMs ?? Number.NEGATIVE_INFINITY };
    this.#missed = missed;
    try {
      const { bars } = await this.#page(interval, null);
      if (missed !== this.#missed) return;
      const [first] = bars;
      if (!first || first.timeMs > missed.sinceMs) return this.#options.onGap();
      this.#live = startLive(interval, bars.at(-1), marketNowMs());
      for (const bar of bars) if (bar.timeMs >= missed.sinceMs) this.#changed.set(bar.timeMs, bar);
    } catch {
      // The feed itself continues; after the next reconnection everything is read anew, for what is missing lies between.
      if (missed === this.#missed) this.#hasFailed = true;
    } finally {
      if (missed === this.#missed) {
        this.#missed = null;
        this.#publish();
      }
    }
  }

  #dataOf(bars: readonly Bar[]): KLineData[] {
    const { priceOf } = this.#options;
    return bars.map(({ timeMs, open, high, low, close, volume }) => ({
      timestamp: timeMs,
      open: priceOf(open),
      high: priceOf(high),
      low: priceOf(low),
      close: priceOf(close),
      volume,
    }));
  }
}
