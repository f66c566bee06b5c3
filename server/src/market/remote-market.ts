/**
 * The market of another process, as market-broadcast.ts tells of it: readers don't notice where the venue is. It begins
 * with a snapshot and asks for another one where a message is missing, or whoever tells has begun a new life. Of two
 * lives the one with the higher number is the later one, while it is heard: a clock may have been set back between them.
 */
import type { Bus } from '#bus/bus.ts';
import { ask, readAs } from '#bus/questions.ts';
import type { Clock } from '#ground/clock.ts';
import { createMarketMemory, type MarketMemory, type MarketMemoryOptions } from '#market/market-memory.ts';
import {
  BARS_AT_ONCE,
  inTurn,
  MARKET,
  type MarketMessage,
  type MarketWire,
  marketMessage,
  type SnapshotPart,
} from '#market/market-messages.ts';
import { MarketReception } from '#market/market-reception.ts';
import type { MarketView } from '#market/market-view.ts';
import { ReplyError, replyError } from '#refusals/reply-error.ts';
import type { MarketMoment } from '#venue/port/engine-moment.ts';
import type { Bar, MarketData } from '#venue/port/market-data.ts';

/** A message that is missing may only be late. */
const LATE_MS = 100;
/** Without a snapshot it is asked for again after so long, and then after twice as long each time. */
const AGAIN_MS = 100;
const AGAIN_MOST_MS = 1_000;
/** A lost answer is asked for again at once: in all so often that a reader still waits for it. */
const TRIES = 2;
/** Two signs of life: older prices may be others by now. */
const STALE_MS = 2_000;

export interface RemoteMarket extends MarketView, Pick<MarketMemory, 'contractCodes' | 'whole'> {
  /** As of which moment everything is known here. */
  moment(): MarketMoment;
  /** Its past and its time. */
  readonly data: MarketData;
  /** Whose turn it is to tell, as far as was heard: who is to be asked. @throws ReplyError ServiceUnavailable */
  teller(): number;
  /** Resolves when there are prices. */
  known(): Promise<void>;
  /** Resolves when everything that had been told of at that moment is known here. */
  reached(moment: MarketMoment): Promise<void>;
  /** How long the market may have been another than it is shown; infinite before it is known. */
  ageMs(): number;
  isStale(): boolean;
  close(): void;
}

export interface RemoteMarketOptions extends Omit<MarketMemoryOptions, 'venue'> {
  readonly bus: Pick<Bus, 'subscribe' | 'request'>;
  /** Where it is told of; where every reader hears it, unless said otherwise. */
  readonly wire?: MarketWire;
  /**
   * The engine's time, as this process knows it. One that is moved by hand follows what is told, before the updates of that
   * time; the machine's is believed alone, because another machine's may be wrong.
   */
  readonly clock: Pick<Clock, 'nowMs'> & { readonly move?: (engineMs: number) => void };
  /** What passes, also where the engine's clock is moved by hand or the machine's is set. */
  readonly steady: Pick<Clock, 'nowMs' | 'at'>;
  /** No snapshot was to be had, or a message was not readable: told of once, until it is better. It goes on trying. */
  readonly onError: (error: unknown) => void;
}

export function createRemoteMarket(options: RemoteMarketOptions): RemoteMarket {
  const { bus, pool, clock, calendarOf, steady, onError, wire = MARKET } = options;
  const asking: Asked = { bus, wire, teller };
  const venue = createRemoteVenue(options, asking);
  const memory = createMarketMemory({ pool, venue, calendarOf });
  const reception = new MarketReception(memory);
  const waiters = new Set<{ readonly isDone: () => boolean; readonly resolve: () => void }>();
  let [wholeAtMs, heardMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  function teller(): number {
    const { newestEpoch } = reception;
    if (newestEpoch === undefined) throw replyError('ServiceUnavailable', {});
    return newestEpoch;
  }

  /** Whoever tells is heard: nothing that an earlier one says is true any more. */
  const isToldBetter = (epoch: number): boolean => reception.isOver(epoch) && steady.nowMs() - heardMs <= STALE_MS;

  const snapshots = keepAsking({
    ...{ steady, onError, isWanted: () => !reception.isWhole },
    async ask() {
      const parts = await askForParts(asking);
      if (isToldBetter(parts[0].epoch)) throw new Error('a snapshot of an earlier life of the market');
      heardMs = steady.nowMs();
      venue.hear(parts[0]);
      venue.keepsItsPast = parts[0].keepsItsPast;
      reception.restore(parts);
      look();
    },
  });

  function hear(message: MarketMoment & Pick<MarketMessage, 'updates'>): void {
    venue.hear(message);
    reception.hear(message);
    look();
  }

  function look(): void {
    if (reception.isWhole) wholeAtMs = steady.nowMs();
    else snapshots.want(reception.isKnown ? LATE_MS : 0);
    for (const waiter of waiters) {
      if (!waiter.isDone()) continue;
      waiters.delete(waiter);
      waiter.resolve();
    }
  }

  function until(isDone: () => boolean): Promise<void> {
    if (isDone()) return Promise.resolve();
    return new Promise((resolve) => waiters.add({ isDone, resolve }));
  }

  const read = createReader(wire, onError);
  const stopListening = bus.subscribe(wire.updates, (text) => {
    const message = read(text);
    if (!message || isToldBetter(message.epoch)) return;
    heardMs = steady.nowMs();
    hear(message);
  });

  const { take: _take, forget: _forget, ...view } = memory;
  return {
    ...view,
    data: venue,
    moment: () => ({ ...reception.reached, timeMs: clock.nowMs(), marketMs: venue.marketTimeMs() }),
    teller,
    known: () => until(() => reception.isKnown),
    reached(moment) {
      // Of one that is over somebody else may speak who has not noticed.
      if (!reception.isOver(moment.epoch)) hear(moment);
      return until(() => reception.hasReached(moment));
    },
    ageMs: () => steady.nowMs() - wholeAtMs,
    isStale: () => steady.nowMs() - wholeAtMs > STALE_MS,
    close() {
      stopListening();
      snapshots.stop();
    },
  };
}

/** Of a release with other messages everything would be an error. */
function createReader(
  { updates }: MarketWire,
  onError: (error: unknown) => void,
): (text: string) => MarketMessage | undefined {
  let isToldOf = false;
  return (text) => {
    try {
      const message = readAs(marketMessage, text, updates);
      isToldOf = false;
      return message;
    } catch (error) {
      if (!isToldOf) onError(error);
      isToldOf = true;
      return undefined;
    }
  };
}

interface RemoteVenue extends MarketData {
  keepsItsPast: boolean;
  hear(moment: MarketMoment): void;
}

/** Who is asked. */
interface Asked {
  readonly bus: Pick<Bus, 'request'>;
  readonly wire: MarketWire;
  readonly teller: () => number;
}

function createRemoteVenue({ clock }: Pick<RemoteMarketOptions, 'clock'>, asked: Asked): RemoteVenue {
  let [epoch, timeMs, marketMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const venue: RemoteVenue = {
    keepsItsPast: false,
    bars: (query) => askForBars(asked, query),
    openInterest({ contractCode, beforeMs, limit }) {
      const { bus, wire, teller } = asked;
      const query = { contractCode, beforeMs, limit: Math.min(limit, BARS_AT_ONCE) };
      return tried(() => ask(bus, inTurn(wire.openInterest, teller()), query));
    },
    /** A market that goes by the engine's clock goes on between two messages; a recording has moved when it says so. */
    marketTimeMs: () => (venue.keepsItsPast ? marketMs : clock.nowMs()),
    hear(moment) {
      if (moment.epoch === epoch && moment.timeMs < timeMs) return;
      marketMs = moment.epoch === epoch ? Math.max(marketMs, moment.marketMs) : moment.marketMs;
      ({ epoch, timeMs } = moment);
      clock.move?.(timeMs);
    },
  };
  return venue;
}

async function askForBars(
  { bus, wire, teller }: Asked,
  { contractCode, interval, beforeMs, limit }: Parameters<MarketData['bars']>[0],
): Promise<readonly Bar[]> {
  let bars: readonly Bar[] = [];
  for (let untilMs = beforeMs; bars.length < limit; ) {
    const wanted = Math.min(limit - bars.length, BARS_AT_ONCE);
    const asked = { contractCode, interval, beforeMs: untilMs, limit: wanted };
    const older = await tried(() => ask(bus, inTurn(wire.bars, teller()), asked));
    bars = [...older, ...bars];
    const [oldest] = older;
    if (!oldest || older.length < wanted) break;
    untilMs = oldest.openMs;
  }
  return bars;
}

async function askForParts({ bus, wire, teller }: Asked): Promise<[SnapshotPart, ...SnapshotPart[]]> {
  const partAfter = (after: string | null) => tried(() => ask(bus, inTurn(wire.snapshot, teller()), { after }));
  const first = await partAfter(null);
  const parts: [SnapshotPart, ...SnapshotPart[]] = [first];
  for (let { next } = first; next !== null; ) {
    const part = await partAfter(next);
    if (part.epoch !== first.epoch) throw new Error('the market began a new life within a snapshot');
    parts.push(part);
    next = part.next;
  }
  return parts;
}

/** For what is only read. */
async function tried<T>(question: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await question();
    } catch (error) {
      if (tries === TRIES || !(error instanceof ReplyError)) throw error;
    }
  }
}

interface Asking {
  /** Asks after so long, unless that is under way, or nobody wants it any more by then. */
  want(afterMs: number): void;
  stop(): void;
}

/** Asks until it has what is wanted, less and less often where nobody answers. */
function keepAsking(options: {
  readonly steady: Pick<Clock, 'nowMs' | 'at'>;
  readonly ask: () => Promise<void>;
  readonly isWanted: () => boolean;
  readonly onError: (error: unknown) => void;
}): Asking {
  const { steady, ask: askOnce, isWanted, onError } = options;
  let isUnderWay = false;
  let isStopped = false;
  let failures = 0;
  let cancel = (): void => {};

  async function begin(): Promise<void> {
    if (isStopped) return;
    try {
      await askOnce();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isStopped && failures === 1) onError(error);
    }
    isUnderWay = false;
    if (isWanted()) want(failures === 0 ? LATE_MS : Math.min(AGAIN_MOST_MS, AGAIN_MS * 2 ** (failures - 1)));
  }

  function want(afterMs: number): void {
    if (isUnderWay || isStopped) return;
    isUnderWay = true;
    cancel = steady.at(steady.nowMs() + afterMs, () => {
      if (isWanted()) void begin();
      else isUnderWay = false;
    });
  }

  return {
    want,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
