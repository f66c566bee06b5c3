/**
 * Joins broker and exchange: the engine over its recovered state, reference data, the venue and its market, timers, and
 * snapshots in the background. The order of the steps matters.
 */
import { randomBytes } from 'node:crypto';
import { type EngineState, tradeDateOf } from '@mua/core/engine';
import type { Logger } from 'pino';
import {
  type ExchangeToOpen,
  openExchangeElsewhere,
  openOwnExchange,
  type TradedExchange,
} from '#app/open-exchange.ts';
import type { ProductClock } from '#app/product-clock.ts';
import { closeEach } from '#app/shutdown.ts';
import type { Bus } from '#bus/bus.ts';
import type { Database } from '#db/database.ts';
import type { Config } from '#ground/config.ts';
import type { Load } from '#ground/load.ts';
import { closeDeletedAccounts } from '#identity/accounts/account-deletion.ts';
import { createExchangeEntry } from '#journal/exchange-entry.ts';
import { type Journal, openJournal, type StoredText } from '#journal/journal.ts';
import type { Projector } from '#journal/projector.ts';
import { openReadTables, type ReadTables, watchProjection } from '#journal/read-pool.ts';
import { type Recovered, writeSnapshot } from '#journal/recovery.ts';
import { createSequencer, type EngineSequencer, type Sequencer, type StorageSpace } from '#journal/sequencer.ts';
import { type Snapshots, takeSnapshots } from '#journal/snapshots.ts';
import type { Market } from '#market/market.ts';
import { createMarketLink } from '#market/market-link.ts';
import { settleMissed } from '#market/reference-prices.ts';
import { noticesOf } from '#notifications/notices.ts';
import { ALWAYS_OPEN, createRealHours, type TradingHours } from '#schedule/calendar/trading-hours.ts';
import { type ContractStatusOf, contractStatus } from '#schedule/contract-status.ts';
import { keepMarketHours, type MarketHoursKeeper } from '#schedule/market-hours.ts';
import { enterReferenceData, type NewAccount } from '#schedule/reference-data.ts';
import { advanceTimeWhenDue, tellWhenDeaf } from '#schedule/timers.ts';
import { recallFrom } from '#venue/ended-orders.ts';
import { awayUntilUp } from '#venue/exchange-away.ts';
import { createOrderLink } from '#venue/order-link.ts';
import type { PreparedMarket } from '#venue/thread/market-thread.ts';

export interface Trading extends Pick<TradedExchange, 'player' | 'scenarios' | 'remoteMarket'> {
  /** Submitted commands meet up-to-date sessions and trade dates. */
  readonly sequencer: Sequencer;
  /** For the read tables. */
  readonly reads: ReadTables;
  readonly market: Market;
  /** The time-dependent status of a listed contract. */
  readonly contractStatusOf: ContractStatusOf;
  /** Halts a contract at the exchange outside its calendar, or resumes it: for scenarios and operators. */
  setHalt(contractCode: string, isHalted: boolean): void;
  /** Cuts or restores the link to the exchange, for drills. Resolves when the engine has processed it. */
  setLink(isUp: boolean, reason: string): Promise<void>;
  /** With a manual clock: moves engine, market and jobs together; resolves when everything due is durable. */
  moveClock(toMs: number): Promise<void>;
  /** Stops the venue, waits for the last batch, writes a snapshot. */
  close(): Promise<void>;
}

export interface TradingStart {
  readonly config: Config;
  readonly database: Database;
  readonly recovered: Recovered;
  readonly clock: ProductClock;
  readonly load: Load;
  /** Sub-accounts that must exist: the demo people's, or a benchmark's. */
  readonly accounts: readonly NewAccount[];
  readonly log: Logger;
  readonly onFatal: (error: unknown) => void;
  readonly space?: StorageSpace;
  /** Fills the read tables; absent where another process does. */
  readonly projector?: Projector | undefined;
  /** Told of each batch that is on disk. */
  readonly hear?: ((batch: StoredText) => void) | undefined;
  /** It has followed its predecessor, who was there a moment ago. */
  readonly isSuccessor?: boolean;
  /** The way to the exchange and the market, where they are other processes. */
  readonly bus?: Bus | undefined;
  /** Whether what people say could reach the engine; always, unless said otherwise. */
  readonly canBeHeard?: () => boolean;
  /** The market of this process, if it was begun beside the recovery. */
  readonly prepared?: PreparedMarket | undefined;
}

export async function startTrading(start: TradingStart): Promise<Trading> {
  const { config, database, clock, accounts, recovered, canBeHeard = () => true } = start;
  const { state } = recovered;
  const { journal, sequencer, snapshots } = openEngine(start);
  const reads = openReadTables({
    ...{ url: database.url, projection: start.projector ?? watchProjection(database.pool) },
    durableSeq: () => sequencer.durableSeq,
  });
  const hours = hoursOf(config);
  const hasMissedEnd = missedEnds(state);
  let isUp = false;
  const exchange = openExchange(start, hours, (contractCode) => {
    const listed = state.contracts.get(contractCode);
    const { settlementTicks = null, session = 'OPEN', opensAtMs = null, isHalted = false } = listed ?? {};
    const isMissing = !isUp && hasMissedEnd(contractCode);
    return { settlementTicks: isMissing ? null : settlementTicks, session, opensAtMs, isHalted };
  });
  const { venue, market, instruments, player, scenarios, remoteMarket } = exchange;
  // A successor joins an exchange that runs on, before an answer can be overdue: its customers need not hear of a loss.
  if (!start.isSuccessor) await awayUntilUp(sequencer);
  await enterReferenceData(sequencer, { instruments, accounts, nowMs: clock.nowMs() });
  // Here, and not where HTTP begins: gateways send commands before read tables and calls are there.
  await closeDeletedAccounts(database.pool, sequencer);
  await exchange.timeKnown();
  // Sessions and dates come before the exchange: orders that are routed again must not meet yesterday's.
  const marketHours = openMarketHours(start, { sequencer, hours, venue, market });
  const links = await linkVenue(start, { sequencer, reads, exchange, onUnscheduledSession: marketHours.lookAnew });
  const missed = [...state.contracts.keys()].filter(
    (code) => hasMissedEnd(code) || state.contracts.get(code)?.settlementTicks === null,
  );
  if (missed.length > 0) await exchange.pricesKnown(PRICES_WITHIN_MS);
  await settleMissed(sequencer, market, missed);
  isUp = true;
  links.open();
  marketHours.open();
  const stopPassing = advanceTimeWhenDue(sequencer, clock);
  const stopTelling = tellWhenDeaf(sequencer, clock, () => !canBeHeard());

  return {
    sequencer: marketHours.sequencer,
    reads,
    market,
    ...(remoteMarket ? { remoteMarket } : {}),
    contractStatusOf: (contractCode) =>
      contractStatus({ state, hours, contractCode, timeMs: venue.market.marketTimeMs() }),
    setHalt: venue.controls.setHalt,
    async setLink(isLinkUp, reason) {
      venue.controls.setLink(isLinkUp, reason);
      await venue.controls.caughtUp();
    },
    ...(player ? { player } : {}),
    ...(scenarios ? { scenarios } : {}),
    async moveClock(toMs) {
      clock.move?.(toMs);
      await answerAll(sequencer, venue);
    },
    async close() {
      let isDrained = false;
      const snapshot = async (): Promise<void> => {
        // Of what is not on disk there must be none.
        if (!isDrained) return;
        // Without it the next start replays what it would have spared.
        await writeSnapshot(database.writer, state, journal.headHash).catch((err: unknown) =>
          start.log.error({ err }, 'snapshot failed'),
        );
      };
      const drain = async (): Promise<void> => {
        await sequencer.drain();
        isDrained = true;
      };
      await closeEach(
        [
          ...[marketHours.stop, stopPassing, stopTelling, links.stop, market.close, drain, reads.end],
          ...[() => start.projector?.drained(), snapshots.close, snapshot],
        ],
        (err) => start.log.error({ err }, 'a part of trading was not closed'),
      );
    },
  };
}

/** The sequencer over the recovered state, its journal, and those who follow it. */
function openEngine({ database, recovered, clock, load, log, onFatal, space, projector, hear }: TradingStart): {
  readonly journal: Journal;
  readonly sequencer: EngineSequencer;
  readonly snapshots: Snapshots;
} {
  const { state, headHash, snapshotSeq } = recovered;
  const snapshots = takeSnapshots({
    url: database.url,
    lastSnapshotSeq: snapshotSeq,
    onError: (err) => log.error({ err }, 'snapshot failed'),
  });
  const journal = openJournal(database.writer, database.epoch, headHash, (batch) => {
    snapshots.hear(batch);
    hear?.(batch);
  });
  const sequencer = createSequencer({
    state,
    journal,
    load,
    now: clock.nowMs,
    onFatal,
    ...(projector ? { projecting: { noticesOf, projector } } : {}),
    ...(space ? { space } : {}),
  });
  return { journal, sequencer, snapshots };
}

/** A recording trades when it was recorded, whatever the calendars say. */
export function hoursOf({ venue, marketHours }: Config): TradingHours {
  return venue.kind === 'simulated' && marketHours === 'real' ? createRealHours() : ALWAYS_OPEN;
}

/**
 * Whether a contract's trade date ended while the server was down: then the market knows its settlement better than the
 * engine.
 */
function missedEnds(state: EngineState): (contractCode: string) => boolean {
  const datesBefore = new Map([...state.contracts].map(([code, listed]) => [code, tradeDateOf(state, listed)]));
  return (contractCode) => {
    const listed = state.contracts.get(contractCode);
    return !listed || (datesBefore.get(contractCode) ?? '') < tradeDateOf(state, listed);
  };
}

function openExchange(
  { config, database, recovered, clock, log, bus, prepared }: TradingStart,
  hours: TradingHours,
  contractAtBroker: ExchangeToOpen['contractAtBroker'],
): TradedExchange {
  const { pool, epoch } = database;
  const to = { config, clock, pool, epoch, hours, log, contractAtBroker, prepared, state: recovered.state };
  if (bus) return openExchangeElsewhere(to, bus);
  return openOwnExchange(to, `${config.venue.kind}-${epoch}-${randomBytes(3).toString('hex')}`);
}

function openMarketHours(
  { config, clock, onFatal }: TradingStart,
  parts: {
    readonly sequencer: Sequencer;
    readonly hours: TradingHours;
    readonly venue: TradedExchange['venue'];
    readonly market: Market;
  },
): MarketHoursKeeper {
  const { sequencer, hours, venue, market } = parts;
  return keepMarketHours({
    sequencer,
    clock,
    hours,
    marketTimeMs: venue.market.marketTimeMs,
    isListing: config.venue.kind === 'simulated',
    lastPriceOf(contractCode) {
      const quote = market.quote(contractCode);
      return quote?.lastTicks ?? quote?.settlementTicks ?? null;
    },
    onFatal,
  });
}

/** Prices that do not come later than this are not waited for: contracts are settled when they do. */
const PRICES_WITHIN_MS = 30_000;
/** A market that is there tells within milliseconds; one that is not must not keep an engine from serving. */
const PRICES_FIRST_MS = 1_000;

/**
 * Starts the venue: orders use one link, market data the other. Resolves when every live order has been routed again.
 */
async function linkVenue(
  { clock, onFatal }: TradingStart,
  parts: {
    readonly sequencer: EngineSequencer;
    readonly reads: ReadTables;
    readonly exchange: TradedExchange;
    readonly onUnscheduledSession: () => void;
  },
): Promise<{ open(): void; stop(): Promise<void> }> {
  const { sequencer, reads, exchange, onUnscheduledSession } = parts;
  const { venue, market, remoteMarket, pricesKnown } = exchange;
  const entry = createExchangeEntry(sequencer, onFatal);
  const marketLink = createMarketLink({
    ...{ sequencer, venue, market, entry },
    every: clock.every,
    onUnscheduled: onUnscheduledSession,
    ...(remoteMarket ? { lastTicksOf: (code) => market.quote(code)?.lastTicks ?? null } : {}),
  });
  const recall = recallFrom(reads.whole);
  const orderLink = createOrderLink({ sequencer, venue, entry, recall, newestPrices: marketLink.newest });
  // For what an exchange that ran on is about to tell.
  if (remoteMarket && [...sequencer.state.venues.values()].some(({ isConnected }) => !isConnected))
    await pricesKnown(PRICES_FIRST_MS);
  await venue.start({ ...orderLink.listener, ...marketLink.listener, failed: onFatal });
  await orderLink.routed();
  marketLink.startMarks();
  return {
    open: marketLink.open,
    async stop() {
      entry.stop();
      orderLink.stop();
      marketLink.stop();
      await venue.stop();
    },
  };
}

/** A manual clock's move ends when broker and exchange have nothing more to exchange; limited to this many rounds. */
const ANSWER_ROUNDS_MAX = 20;

async function answerAll(sequencer: Sequencer, venue: TradedExchange['venue']): Promise<void> {
  await sequencer.settled();
  for (let round = 0; round < ANSWER_ROUNDS_MAX; round += 1) {
    const { seq } = sequencer.state;
    await venue.controls.caughtUp();
    await sequencer.settled();
    if (sequencer.state.seq === seq) break;
  }
}
