/** The venue that plays a recording, with its player. */
import type { Clock } from '#ground/clock.ts';
import type { Playback, RecordingPlayer } from '#venue/port/playback.ts';
import { endOfTrades, playedTrades } from '#venue/recorded/played-trades.ts';
import { readRecording } from '#venue/recorded/recording.ts';
import type { ListedContract } from '#venue/thread/market.ts';
import { MarketThread } from '#venue/thread/market-thread.ts';
import type { ThreadVenue } from '#venue/thread/thread-venue.ts';

export interface RecordedVenueOptions {
  readonly file: string;
  readonly listed: ListedContract;
  /** Initial speed. */
  readonly speed: number;
  /** Where to begin, in the recording's time; at its beginning if absent. */
  readonly positionMs?: number;
  readonly clock: Clock;
  readonly isManual: boolean;
  readonly epoch: string;
}

export interface RecordedVenue extends ThreadVenue {
  readonly player: RecordingPlayer;
}

/** Reads the file at once, so that a RecordingError ends the start before anything else begins. */
export function createRecordedVenue(options: RecordedVenueOptions): RecordedVenue {
  const { file, listed, clock, isManual, epoch } = options;
  const trades = playedTrades(readRecording(file, listed.commodity.grid));
  const endMs = endOfTrades(trades);
  let playback: Playback = { speed: options.speed, isPaused: false };
  let marketMs = Math.max(options.positionMs ?? 0, trades[0]?.timeMs ?? 0);
  const thread = new MarketThread({
    // A recording only runs forward: a restarted thread continues where it was.
    plan: () => ({ kind: 'recorded', file, listed, playback, positionMs: marketMs }),
    clock,
    isManual,
    epoch,
    onOutput(output) {
      marketMs = output.marketMs;
    },
  });
  return {
    name: 'recorded',
    accounts: 'demo',
    start: (listener) => thread.start(listener),
    orders: {
      send: (requests) => thread.post({ kind: 'requests', requests }),
      listOpen: () => thread.post({ kind: 'listOpen' }),
    },
    market: { keepsItsPast: true, bars: (query) => thread.bars(query), marketTimeMs: () => marketMs },
    controls: {
      endTradeDate: (end) => thread.endTradeDate(end),
      setSession: (change) => thread.post({ kind: 'session', change }),
      // It is played in one contract.
      list: () => {},
      setHalt: (contractCode, isHalted) => thread.post({ kind: 'halt', contractCode, isHalted }),
      setLink: (isUp, reason) => thread.post({ kind: 'link', isUp, reason }),
      caughtUp: () => thread.settle(),
    },
    stop: () => thread.stop(),
    player: {
      state: () => ({ ...playback, contractCode: listed.contract.code, positionMs: marketMs, endMs }),
      async play({ speed = playback.speed, isPaused = playback.isPaused, jumpToMs = null }) {
        // The position advances while it is not asked for: the last reported one may be outdated.
        await thread.settle();
        if (jumpToMs !== null && (jumpToMs < marketMs || jumpToMs > endMs)) return false;
        playback = { speed, isPaused };
        thread.post({ kind: 'play', playback, jumpToMs });
        await thread.settle();
        return true;
      },
    },
  };
}
