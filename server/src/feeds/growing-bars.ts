/** The current minute bar of each contract, built from trades. */
import type { CandleChange } from '@mua/contract/feeds/market-feed';
import type { PriceGrid } from '@mua/core/values';
import type { MarketView } from '#market/market-view.ts';
import { barToWire } from '#market/market-wire.ts';
import type { Bar, Trade } from '#venue/port/market-data.ts';

const MINUTE_MS = 60_000;
/** A longer gap shows when a chart is read again. */
const MENDED_MINUTES = 60;

export interface GrowingBars {
  add(contractCode: string, trades: readonly Trade[]): void;
  /** Bars that trades changed since the last call: the current one, and one that closed meanwhile. */
  takeChanged(contractCode: string): CandleChange[];
  /** The current bar; none before the first trade. */
  present(contractCode: string): CandleChange[];
  /** Completes the bars with trades from before this process watched. */
  load(contractCodes: readonly string[]): Promise<void>;
  /** Trades are missing from now on: the bar that grows and those since are read again, and count as changed. */
  mend(contractCode: string): Promise<void>;
}

export function createGrowingBars(market: MarketView, gridOf: (code: string) => PriceGrid | undefined): GrowingBars {
  const growing = new Map<string, Bar>();
  const changed = new Map<string, Bar[]>();
  /** Loads under way or done: concurrent callers share one and are answered in order. */
  const loads = new Map<string, Promise<void>>();

  function toWire(code: string, bars: readonly Bar[]): CandleChange[] {
    const grid = gridOf(code);
    return grid ? bars.map((bar) => ({ code, ...barToWire(bar, grid) })) : [];
  }

  function loadOnce(code: string): Promise<void> {
    const known = loads.get(code);
    if (known) return known;
    const load = loadOne(code);
    loads.set(code, load);
    // The waiting callers get the failure; the next call tries again.
    load.catch(() => loads.delete(code));
    return load;
  }

  async function loadOne(code: string): Promise<void> {
    const nowMs = market.quote(code)?.timeMs;
    if (nowMs === undefined) return;
    const [stored] = await market.candles({ contractCode: code, interval: '1m', beforeMs: nowMs + 1, limit: 1 });
    const known = growing.get(code);
    if (!stored || (known && known.openMs > stored.openMs)) return;
    growing.set(code, known && known.openMs === stored.openMs ? joined(stored, known) : stored);
  }

  async function mend(code: string): Promise<void> {
    const sinceMs = growing.get(code)?.openMs;
    const nowMs = market.quote(code)?.timeMs;
    // What nobody has asked for is loaded when somebody does.
    if (!loads.has(code) || sinceMs === undefined || nowMs === undefined) return;
    const limit = Math.min(MENDED_MINUTES, Math.floor((nowMs - sinceMs) / MINUTE_MS) + 1);
    const stored = await market.candles({ contractCode: code, interval: '1m', beforeMs: nowMs + 1, limit });
    for (const bar of stored.filter(({ openMs }) => openMs >= sinceMs)) {
      const known = growing.get(code);
      const mended = known?.openMs === bar.openMs ? joined(bar, known) : bar;
      if (!known || known.openMs <= bar.openMs) growing.set(code, mended);
      const others = (changed.get(code) ?? []).filter(({ openMs }) => openMs !== bar.openMs);
      changed.set(code, [...others, mended]);
    }
  }

  return {
    add(code, trades) {
      for (const trade of trades) {
        const before = growing.get(code);
        const bar = withTrade(before, trade);
        growing.set(code, bar);
        const closed = (changed.get(code) ?? []).filter(({ openMs }) => openMs !== bar.openMs);
        changed.set(code, [...closed, bar]);
      }
    },
    takeChanged(code) {
      const bars = changed.get(code) ?? [];
      changed.delete(code);
      return toWire(
        code,
        bars.toSorted((a, b) => a.openMs - b.openMs),
      );
    },
    present(code) {
      const bar = growing.get(code);
      return bar ? toWire(code, [bar]) : [];
    },
    async load(codes) {
      await Promise.all(codes.map(loadOnce));
    },
    mend,
  };
}

function withTrade(bar: Bar | undefined, { timeMs, priceTicks, lots }: Trade): Bar {
  const openMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
  if (!bar || openMs > bar.openMs) {
    return {
      openMs,
      openTicks: priceTicks,
      highTicks: priceTicks,
      lowTicks: priceTicks,
      closeTicks: priceTicks,
      volumeLots: lots,
    };
  }
  return {
    ...bar,
    highTicks: Math.max(bar.highTicks, priceTicks),
    lowTicks: Math.min(bar.lowTicks, priceTicks),
    closeTicks: priceTicks,
    volumeLots: bar.volumeLots + lots,
  };
}

/**
 * Joins the stored bar, which has the whole minute so far, with the bar built here, whose newest trades it may or may
 * not include.
 */
function joined(stored: Bar, ours: Bar): Bar {
  return {
    openMs: stored.openMs,
    openTicks: stored.openTicks,
    highTicks: Math.max(stored.highTicks, ours.highTicks),
    lowTicks: Math.min(stored.lowTicks, ours.lowTicks),
    closeTicks: ours.closeTicks,
    volumeLots: Math.max(stored.volumeLots, ours.volumeLots),
  };
}
