/**
 * The simulated exchange's history: bars of any interval as a pure function of the seed, computed on request and cached
 * in blocks. Nothing is stored.
 */

import { deliveryMonthOf } from '@mua/core/engine';
import { type BarInterval, barOpenMs, DAY_MS, nextOpenMs } from '@mua/core/values';
import { aggregateBars } from '#venue/port/bar-time.ts';
import type { Bar } from '#venue/port/market-data.ts';
import type { ContractModel } from '#venue/simulated/model/contract-model.ts';
import { createMarketModel } from '#venue/simulated/model/market-model.ts';
import type { BarQuery, ListedContract, MarketHours } from '#venue/thread/market.ts';

/** docs/rules/market.md#simulated-exchange: two years before the start. */
const REACH_MS = 730 * DAY_MS;
const BLOCK_BARS = 128;
/** About 20 MB. */
const MOST_BLOCKS = 1_500;

export interface History {
  /** Adds contracts listed later. */
  list(contracts: readonly ListedContract[]): void;
  /** Bars as the port returns them, but only from before `untilMs`: a bar that spans it is cut there. */
  bars(query: BarQuery, untilMs: number): Bar[];
}

export function createHistory(options: {
  readonly seed: number;
  readonly contracts: readonly ListedContract[];
  readonly startMs: number;
  readonly marketHours?: MarketHours;
}): History {
  const market = createMarketModel(options.seed, options.marketHours);
  const listed = new Map(options.contracts.map((entry) => [entry.contract.code, entry]));
  const models = new Map<string, ContractModel>();
  const blocks = new Map<string, readonly Bar[]>();
  const reachMs = options.startMs - REACH_MS;

  function modelOf(contractCode: string): ContractModel | undefined {
    const known = models.get(contractCode);
    if (known) return known;
    // A month that has expired has a past as well, as long as its code is one of ours.
    const entry = listed.get(contractCode) ?? deliveryMonthOf(contractCode);
    if (!entry) return undefined;
    const model = market.contract(entry.contract, entry.commodity);
    models.set(contractCode, model);
    return model;
  }

  /** The bars of one block that lie wholly before `untilMs`: nearly always all of them. */
  function blockOf(contractCode: string, model: ContractModel, interval: BarInterval, startMs: number): readonly Bar[] {
    const key = `${contractCode} ${interval} ${startMs}`;
    const known = blocks.get(key);
    if (known) return known;
    const bars: Bar[] = [];
    for (let openMs = startMs, i = 0; i < BLOCK_BARS; i += 1) {
      const endMs = nextOpenMs(interval, openMs);
      const bar = model.bar(openMs, endMs);
      if (bar) bars.push(bar);
      openMs = endMs;
    }
    if (blocks.size >= MOST_BLOCKS) for (const oldest of blocks.keys()) if (blocks.delete(oldest)) break;
    blocks.set(key, bars);
    return bars;
  }

  /** Bars of a fixed interval, from the newest backwards until enough are found. */
  function fixedBars({ contractCode, interval, beforeMs, limit }: BarQuery, untilMs: number): Bar[] {
    const model = modelOf(contractCode);
    if (!model) return [];
    const bound = Math.min(beforeMs, untilMs);
    const newestMs = barOpenMs(interval, bound - 1);
    const lengthMs = nextOpenMs(interval, newestMs) - newestMs;
    const blockMs = lengthMs * BLOCK_BARS;
    // Blocks count from an opening of the interval, so that their bars are the chart's.
    const origin = barOpenMs(interval, 0);
    const found: (readonly Bar[])[] = [];
    let count = 0;
    const runsOver = newestMs + lengthMs > untilMs;
    const running = runsOver ? model.bar(newestMs, untilMs) : null;
    let endMs = runsOver ? newestMs : newestMs + lengthMs;
    while (count < limit && endMs > reachMs) {
      const startMs = Math.floor((endMs - 1 - origin) / blockMs) * blockMs + origin;
      const isWhole = startMs + blockMs <= untilMs;
      const block = isWhole
        ? blockOf(contractCode, model, interval, startMs).filter(({ openMs }) => openMs < endMs)
        : barsBetween(model, interval, startMs, endMs);
      found.unshift(block);
      count += block.length;
      endMs = startMs;
    }
    const bars = found.flat();
    if (running) bars.push(running);
    return bars.slice(-limit);
  }

  return {
    list(contracts) {
      for (const entry of contracts) listed.set(entry.contract.code, entry);
    },
    bars(query, untilMs) {
      const { interval, limit } = query;
      if (interval !== '1w' && interval !== '1M') return fixedBars(query, untilMs);
      const days = fixedBars({ ...query, interval: '1d', limit: (limit + 1) * (interval === '1w' ? 7 : 31) }, untilMs);
      const oldestMs = days[0]?.openMs ?? 0;
      // The days may begin in the middle of the oldest week or month.
      const whole = aggregateBars(interval, days).filter(({ openMs }) => openMs >= oldestMs);
      return whole.filter(({ openMs }) => openMs < query.beforeMs).slice(-limit);
    },
  };
}

function barsBetween(model: ContractModel, interval: BarInterval, startMs: number, endMs: number): Bar[] {
  const bars: Bar[] = [];
  for (let openMs = startMs; openMs < endMs; ) {
    const nextMs = nextOpenMs(interval, openMs);
    const bar = model.bar(openMs, nextMs);
    if (bar) bars.push(bar);
    openMs = nextMs;
  }
  return bars;
}
