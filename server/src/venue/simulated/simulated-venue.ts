/**
 * The default venue: our own exchange with simulated makers and takers, behind the port. The market lives in one
 * worker, its history in another; here they are joined.
 */
import { barOpenMs } from '@mua/core/values';
import type { Clock } from '#clock';
import { joinBars } from '#market/bar-time';
import type { BarQuery } from '#venue/thread/market';
import { MarketThread } from '#venue/thread/market-thread';
import type { ListedContract } from '#venue/thread/messages';
import type { ThreadVenue } from '#venue/thread/thread-venue';
import type { Bar, ContractUpdate, DayFigures } from '#venue/venue';
import { createHistoryThread } from './history-thread.ts';
import { MinuteTape } from './minute-tape.ts';

export interface SimulatedVenueOptions {
  readonly seed: number;
  readonly contracts: readonly ListedContract[];
  readonly clock: Clock;
  /** CLOCK=manual: the market steps only with `caughtUp` and with what it is asked. */
  readonly isManual: boolean;
  /** Names this start for ever: `sim-<start in ms>`. Execution ids begin with it. */
  readonly epoch: string;
}

export function createSimulatedVenue(options: SimulatedVenueOptions): ThreadVenue {
  const { seed, contracts, clock, isManual, epoch } = options;
  const tape = new MinuteTape();
  const days = new Map<string, DayFigures>();
  const history = createHistoryThread({ seed, contracts, startMs: clock.nowMs() });
  const thread = new MarketThread({
    plan: () => ({ kind: 'simulated', seed, contracts }),
    clock,
    isManual,
    epoch,
    onOutput({ updates, tapeFromMs, marketMs }) {
      tape.beginAt(tapeFromMs);
      tape.add(updates);
      tape.prune(marketMs);
      rememberDays(days, updates);
    },
  });

  async function bars(query: BarQuery): Promise<readonly Bar[]> {
    const { contractCode, interval, beforeMs, limit } = query;
    const recent = tape.bars(contractCode, interval).filter(({ openMs }) => openMs < beforeMs);
    const past = await history.bars(query, tape.fromMs);
    const joined = joinPast(past, recent);
    if (interval === '1d') asToday(joined, barOpenMs('1d', clock.nowMs()), days.get(contractCode));
    return joined.slice(-limit);
  }

  return {
    start: (listener) => thread.start(listener),
    send: (requests) => thread.post({ kind: 'requests', requests }),
    endTradeDate: (end) => thread.endTradeDate(end),
    bars,
    marketTimeMs: () => clock.nowMs(),
    caughtUp: () => thread.settle(),
    async stop() {
      await Promise.all([thread.stop(), history.stop()]);
    },
  };
}

/** A bar that straddles the beginning of the tape takes its open and part from the model and the rest from the tape. */
function joinPast(past: readonly Bar[], recent: readonly Bar[]): Bar[] {
  const [first, ...rest] = recent;
  const last = past.at(-1);
  if (!first || !last || last.openMs !== first.openMs) return [...past, ...recent];
  return [...past.slice(0, -1), joinBars(last, first), ...rest];
}

function rememberDays(days: Map<string, DayFigures>, updates: readonly ContractUpdate[]): void {
  for (const { contractCode, day } of updates) if (day) days.set(contractCode, day);
}

/** Today's bar is the board's day, to the tick, however much of the tape has been forgotten. */
function asToday(bars: Bar[], openMs: number, day: DayFigures | undefined): void {
  const today = bars.at(-1);
  if (today?.openMs !== openMs || !day || day.openTicks === null) return;
  const { openTicks, highTicks, lowTicks, volumeLots } = day;
  bars[bars.length - 1] = {
    ...today,
    openTicks,
    highTicks: highTicks ?? today.highTicks,
    lowTicks: lowTicks ?? today.lowTicks,
    volumeLots,
  };
}
