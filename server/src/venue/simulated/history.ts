/**
 * The simulated exchange's history: bars of any interval as a pure function of the seed, computed on request and cached
 * in blocks. Nothing is stored.
 */

import { type Contract, deliveryMonthOf } from '@mua/core/engine';
import { type BarInterval, barOpenMs, DAY_MS, nextOpenMs, tradeDateAt } from '@mua/core/values';
import { aggregateBars } from '#venue/port/bar-time.ts';
import type { Bar, HeldLots, HeldLotsQuery } from '#venue/port/market-data.ts';
import type { ContractModel } from '#venue/simulated/model/contract-model.ts';
import { createMarketModel } from '#venue/simulated/model/market-model.ts';
import type { DayStart } from '#venue/simulated/model/trading-clock.ts';
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
  /** Of trade dates that were over at `untilMs`, oldest first, as the board told it the morning after. */
  openInterest(query: HeldLotsQuery, untilMs: number): HeldLots[];
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
    return [...found.flat(), ...(running ? [running] : [])].slice(-limit);
  }

  return {
    openInterest(query, untilMs) {
      const entry = listed.get(query.contractCode) ?? deliveryMonthOf(query.contractCode);
      const model = modelOf(query.contractCode);
      if (!entry || !model) return [];
      const { commodity, contract } = entry;
      return heldLots({ ...query, untilMs, fromMs: reachMs }, { model, contract, startOf: market.dayStart(commodity) });
    },
    list(contracts) {
      for (const entry of contracts) listed.set(entry.contract.code, entry);
    },
    bars: (query, untilMs) =>
      isOfDays(query) ? barsOfDays(query, (days) => fixedBars(days, untilMs)) : fixedBars(query, untilMs),
  };
}

type OfDays = BarQuery & { readonly interval: '1w' | '1M' };

function isOfDays(query: BarQuery): query is OfDays {
  return query.interval === '1w' || query.interval === '1M';
}

function barsOfDays(query: OfDays, daysOf: (query: BarQuery) => readonly Bar[]): Bar[] {
  const { interval, beforeMs, limit } = query;
  const days = daysOf({ ...query, interval: '1d', limit: (limit + 1) * (interval === '1w' ? 7 : 31) });
  const oldestMs = days[0]?.openMs ?? 0;
  // The days may begin in the middle of the oldest week or month.
  const whole = aggregateBars(interval, days).filter(({ openMs }) => openMs >= oldestMs);
  return whole.filter(({ openMs }) => openMs < beforeMs).slice(-limit);
}

/** From the newest date backwards. What has expired is held by nobody. */
function heldLots(
  { beforeMs, untilMs, fromMs, limit }: HeldLotsQuery & { readonly untilMs: number; readonly fromMs: number },
  { model, contract, startOf }: { model: ContractModel; contract: Contract; startOf: DayStart },
): HeldLots[] {
  const found: HeldLots[] = [];
  let endsMs = startOf(Math.min(beforeMs - 1, untilMs));
  for (; found.length < limit && endsMs > fromMs; endsMs = startOf(endsMs - 1)) {
    if (tradeDateAt(endsMs - 1) <= contract.lastTradeDay) found.push({ endsMs, lots: model.openInterestLots(endsMs) });
  }
  return found.reverse();
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
