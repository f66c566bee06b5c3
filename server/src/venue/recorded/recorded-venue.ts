/** The venue that plays a recording, behind the port. */
import type { Clock } from '#clock';
import type { ListedContract } from '#venue/thread/market';
import { MarketThread } from '#venue/thread/market-thread';
import type { ThreadVenue } from '#venue/thread/thread-venue';
import { readRecording } from './recording.ts';

export interface RecordedVenueOptions {
  readonly file: string;
  readonly listed: ListedContract;
  /** 1 to 600 times as fast as the engine's clock. */
  readonly speed: number;
  /** The recording's time at which to begin; its beginning when absent. */
  readonly positionMs?: number;
  readonly clock: Clock;
  readonly isManual: boolean;
  readonly epoch: string;
}

/** Reads the file at once, so that a RecordingError ends the start before anything else begins. */
export function createRecordedVenue(options: RecordedVenueOptions): ThreadVenue {
  const { file, listed, speed, clock, isManual, epoch } = options;
  let marketMs = Math.max(options.positionMs ?? 0, firstTimeMs(file, listed));
  const thread = new MarketThread({
    // A recording only runs forward: when its thread is started again it goes on where it was.
    plan: () => ({ kind: 'recorded', file, listed, speed, positionMs: marketMs }),
    clock,
    isManual,
    epoch,
    onOutput(output) {
      marketMs = output.marketMs;
    },
  });
  return {
    start: (listener) => thread.start(listener),
    send: (requests) => thread.post({ kind: 'requests', requests }),
    endTradeDate: (end) => thread.endTradeDate(end),
    setSession: (change) => thread.post({ kind: 'session', change }),
    list: () => {},
    setHalt: (contractCode, isHalted) => thread.post({ kind: 'halt', contractCode, isHalted }),
    bars: (query) => thread.bars(query),
    marketTimeMs: () => marketMs,
    caughtUp: () => thread.settle(),
    stop: () => thread.stop(),
  };
}

function firstTimeMs(file: string, { commodity }: ListedContract): number {
  const recording = readRecording(file, commodity.grid);
  const [first] = recording.kind === 'bars' ? recording.bars : recording.trades;
  return first?.timeMs ?? 0;
}
