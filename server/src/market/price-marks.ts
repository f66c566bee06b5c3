/** Prices for the engine: conflated marks of the contracts that concern it. All others read the market itself. */
import { type EngineState, hasTriggers, type PriceMark, TIME_TO_SEND_MS } from '@mua/core/engine';
import type { Ticks } from '@mua/core/values';
import type { ExchangeEntry } from '#journal/exchange-entry.ts';
import { type Sequencer, STALLED_MS } from '#journal/sequencer.ts';
import type { ContractUpdate, Trade } from '#venue/port/market-data.ts';

/**
 * Limits marks in the journal: at most one batch per half second, and one per tenth for contracts that an armed trigger
 * watches (ARCHITECTURE.md, "Life of a price").
 */
const MARK_INTERVAL_MS = 100;
const HELD_EVERY = 5;

export interface PriceMarks {
  /**
   * Stores the last price and, where a trigger watches, the extremes since the previous mark. Nothing is fired by a price
   * from before it was watched for: not by what traded earlier, nor by what an exchange tells again after a restart. While
   * the journal hangs no mark is entered, and what has come and gone is forgotten once nothing is sent any more.
   */
  take(updates: readonly ContractUpdate[]): void;
  /** The newest prices that the engine does not know, of contracts that concern it: for who can't wait for the next round. */
  newest(): PriceMark[];
  start(): void;
  stop(): void;
}

export function createPriceMarks(options: {
  readonly sequencer: Pick<Sequencer, 'state' | 'waitingMs'>;
  readonly entry: ExchangeEntry;
  readonly every: (intervalMs: number, task: () => void) => () => void;
  /** What a market that outlives the engine knows of a contract that has not traded since; null without a trade. */
  readonly lastTicksOf?: ((contractCode: string) => Ticks | null) | undefined;
}): PriceMarks {
  const { sequencer, entry, every, lastTicksOf } = options;
  const { state } = sequencer;
  const marks = new Map<string, PriceMark>();
  /** Of the newest trade of each contract; before there is one, the journal has told what traded until `begunMs`. */
  const newestMs = new Map<string, number>();
  const begunMs = state.timeMs;
  /** Contracts whose last trade was watched for: the next one adds to its extremes. */
  const watched = new Set<string>();
  let stopMarking = (): void => {};
  let rounds = 0;

  function markWatched(): void {
    rounds += 1;
    if (sequencer.waitingMs > TIME_TO_SEND_MS) for (const mark of marks.values()) forgetExtremes(marks, mark);
    if (sequencer.waitingMs > STALLED_MS) return;
    const prices = due(rounds % HELD_EVERY === 0 ? heldContracts(state) : watchedContracts(state));
    if (prices.length > 0) void entry.enter({ kind: 'markPrices', prices });
  }

  /** Marks that the engine does not know yet; extremes between two marks matter only where a trigger watches. */
  function due(contractCodes: Iterable<string>): PriceMark[] {
    const found: PriceMark[] = [];
    for (const contractCode of contractCodes) {
      const mark = marks.get(contractCode) ?? tradedBefore(contractCode);
      if (!mark) continue;
      const { lastTicks, highTicks, lowTicks } = mark;
      const isKnown = state.contracts.get(contractCode)?.lastTicks === lastTicks;
      const hasExtremes = highTicks > lastTicks || lowTicks < lastTicks;
      if (isKnown && !(hasExtremes && hasTriggers(state, contractCode))) continue;
      found.push(mark);
      forgetExtremes(marks, mark);
    }
    return found;
  }

  function tradedBefore(contractCode: string): PriceMark | undefined {
    const lastTicks = lastTicksOf?.(contractCode) ?? null;
    return lastTicks === null ? undefined : withTrade(undefined, contractCode, lastTicks);
  }

  function takeTrade(contractCode: string, { timeMs, priceTicks }: Trade): void {
    const newest = newestMs.get(contractCode) ?? begunMs + 1;
    const isWatched = timeMs >= newest && hasTriggers(state, contractCode);
    newestMs.set(contractCode, Math.max(newest, timeMs));
    const known = isWatched && watched.has(contractCode) ? marks.get(contractCode) : undefined;
    if (isWatched) watched.add(contractCode);
    else watched.delete(contractCode);
    marks.set(contractCode, withTrade(known, contractCode, priceTicks));
  }

  return {
    take(updates) {
      for (const { contractCode, trades } of updates) for (const trade of trades ?? []) takeTrade(contractCode, trade);
    },
    newest() {
      // What has come and gone meanwhile fires nothing.
      for (const mark of marks.values()) forgetExtremes(marks, mark);
      return due(heldContracts(state));
    },
    start() {
      stopMarking = every(MARK_INTERVAL_MS, markWatched);
    },
    stop: () => stopMarking(),
  };
}

function withTrade(known: PriceMark | undefined, contractCode: string, priceTicks: Ticks): PriceMark {
  return {
    contractCode,
    lastTicks: priceTicks,
    highTicks: Math.max(priceTicks, known?.highTicks ?? priceTicks),
    lowTicks: Math.min(priceTicks, known?.lowTicks ?? priceTicks),
  };
}

function forgetExtremes(marks: Map<string, PriceMark>, { contractCode, lastTicks }: PriceMark): void {
  marks.set(contractCode, withTrade(undefined, contractCode, lastTicks));
}

/** Contracts in which an order waits for a price with the broker. */
function watchedContracts(state: EngineState): string[] {
  return [...state.triggerIndexes.keys()].filter((contractCode) => hasTriggers(state, contractCode));
}

/** Contracts that concern the engine: those that an account holds or works in, or that a trigger watches. */
function heldContracts(state: EngineState): Set<string> {
  const held = new Set(watchedContracts(state));
  for (const account of state.accounts.values()) {
    for (const contractCode of account.holdings.keys()) held.add(contractCode);
  }
  return held;
}
