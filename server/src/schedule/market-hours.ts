/**
 * The scheduled stages of the market's day in order, and the sequencer through which all others submit: due stages run
 * first, so no order meets an outdated session or trade date.
 */

import type { Clock } from '#ground/clock.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { TradingHours } from '#schedule/calendar/trading-hours.ts';
import { guardExpiry } from '#schedule/expiry-guard.ts';
import { listNewMonths } from '#schedule/listings.ts';
import { changeSessions } from '#schedule/sessions.ts';
import { keepTime, type Stage } from '#schedule/timekeeper.ts';
import { endTradeDates } from '#schedule/trade-dates.ts';

export interface MarketHoursKeeper {
  readonly sequencer: Sequencer;
  /** The exchange is up and its settlement prices are known: from now on positions are closed and settled. */
  open(): void;
  lookAnew(): void;
  stop(): void;
}

export function keepMarketHours(options: {
  readonly sequencer: Sequencer;
  readonly clock: Clock;
  readonly hours: TradingHours;
  readonly marketTimeMs: () => number;
  /** Whether new delivery months and calendar sessions apply; not in a recording. */
  readonly isListing: boolean;
  /** The settlement price of a contract when its date ends. */
  readonly lastPriceOf: (contractCode: string) => number | null;
  readonly onFatal: (error: unknown) => void;
}): MarketHoursKeeper {
  const { sequencer, clock, hours, marketTimeMs, isListing, lastPriceOf, onFatal } = options;
  const { state } = sequencer;
  let isOpen = false;
  const whenOpen = (stage: Stage): Stage => ({
    due: (timeMs) => (isOpen ? stage.due(timeMs) : []),
    nextMs: (timeMs) => (isOpen ? stage.nextMs(timeMs) : Number.POSITIVE_INFINITY),
  });
  const guard = guardExpiry(state, hours);
  const dates = endTradeDates(state, hours, lastPriceOf);
  const listing = listNewMonths(state, (commodity) => hours.tradeDateAt(commodity, marketTimeMs()));
  const keeper = keepTime({
    sequencer,
    clock,
    marketTimeMs,
    stages: [
      ...(isListing ? [changeSessions(state, hours, 'closing')] : []),
      dates,
      whenOpen(guard.settling),
      // New months take their exchange's date.
      ...(isListing ? [listing, dates, changeSessions(state, hours, 'all')] : []),
      whenOpen(guard.closing),
    ],
    onFatal,
  });
  return {
    sequencer: {
      state,
      get durableSeq() {
        return sequencer.durableSeq;
      },
      get waitingMs() {
        return sequencer.waitingMs;
      },
      get stoppage() {
        return sequencer.stoppage;
      },
      get isCrowded() {
        return sequencer.isCrowded;
      },
      submit(...asked) {
        keeper.look();
        return sequencer.submit(...asked);
      },
      ...{ refusal: sequencer.refusal, knows: sequencer.knows, fateOf: sequencer.fateOf },
      closeAccounts: sequencer.closeAccounts,
      onDurable: sequencer.onDurable,
      settled: sequencer.settled,
      drain: sequencer.drain,
    },
    open() {
      isOpen = true;
      keeper.lookAnew();
    },
    lookAnew: keeper.lookAnew,
    stop: keeper.stop,
  };
}
