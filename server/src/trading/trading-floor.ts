/**
 * Broker and exchange joined: sequencer over the recovered state, the world's reference data, the venue and its
 * market, what the clock brings, snapshots in the background.
 */
import { randomBytes } from 'node:crypto';
import { tradeDateOf } from '@mua/core/engine';
import type { Logger } from 'pino';
import { ALWAYS_OPEN, createRealHours } from '#calendar/trading-hours';
import type { Config } from '#config';
import type { Database } from '#db/database';
import { createMarket, type Market } from '#market/market';
import { noticesOf } from '#notifications/notices';
import type { ProductClock } from '#product-clock';
import { openVenue } from '#venue/open-venue';
import type { RecordingPlayer } from '#venue/recorded/playback';
import type { ScenarioBoard } from '#venue/simulated/scenario-board';
import type { ContractUpdate } from '#venue/venue';
import { contractStanding, type StandingOf } from './contract-standing.ts';
import { passTimeWhenDue } from './due-times.ts';
import { createExchangeLink } from './exchange-link.ts';
import { openJournal } from './journal.ts';
import { keepMarketHours } from './market-hours.ts';
import { gridsOf } from './order-wire.ts';
import { type Recovered, writeSnapshot } from './recovery.ts';
import { createSequencer, type Sequencer } from './sequencer.ts';
import { takeSnapshots } from './snapshots.ts';
import { enterWorld, type NewAccount } from './world.ts';

/** A manual clock's move is done when broker and exchange have nothing more to say to each other; cut off here. */
const ANSWER_ROUNDS_MAX = 20;

export interface TradingFloor {
  /** Whatever is submitted meets sessions and trade dates that are up to date. */
  readonly sequencer: Sequencer;
  readonly market: Market;
  /** How a listed contract stands in time now. */
  readonly standingOf: StandingOf;
  /** The exchange halts a contract out of turn, or resumes it: for scripts and operators. */
  setHalt(contractCode: string, isHalted: boolean): void;
  /** Of a recorded market. */
  readonly player?: RecordingPlayer;
  /** Of the simulated exchange. */
  readonly scenarios?: ScenarioBoard;
  /** With a manual clock: moves engine, market and jobs together; resolves when all that fell due is durable. */
  moveClock(toMs: number): Promise<void>;
  /** Stops the venue, waits for the last batch, writes a snapshot. */
  close(): Promise<void>;
}

export async function openTradingFloor(options: {
  readonly config: Config;
  readonly database: Database;
  readonly url: string;
  readonly recovered: Recovered;
  readonly clock: ProductClock;
  /** Sub-accounts that must exist: the demo people's, or a benchmark's. */
  readonly accounts: readonly NewAccount[];
  readonly log: Logger;
  readonly onFatal: (error: unknown) => void;
}): Promise<TradingFloor> {
  const { config, database, url, recovered, clock, accounts, log, onFatal } = options;
  const { state } = recovered;
  const journal = openJournal(database.writer, database.epoch, recovered.headHash);
  const grids = gridsOf(state);
  const sequencer = createSequencer({
    state,
    journal,
    now: clock.nowMs,
    noticesOf: (step) => noticesOf(step, state, grids),
    onFatal,
  });
  takeSnapshots({
    sequencer,
    url,
    lastSnapshotSeq: recovered.snapshotSeq,
    onError: (err) => log.error({ err }, 'snapshot failed'),
  });

  // A recording trades when it traded, whatever the calendars say.
  const isCalendarKept = config.venue.kind === 'simulated' && config.marketHours === 'real';
  const hours = isCalendarKept ? createRealHours() : ALWAYS_OPEN;
  const datesBefore = new Map([...state.contracts].map(([code, listed]) => [code, tradeDateOf(state, listed)]));
  /** A date of it ended while we were down: the market knows better than the engine how it settled. */
  const hasMissedEnd = (contractCode: string): boolean => {
    const listed = state.contracts.get(contractCode);
    return !listed || (datesBefore.get(contractCode) ?? '') < tradeDateOf(state, listed);
  };
  let isUp = false;
  const epoch = `${config.venue.kind}-${database.epoch}-${randomBytes(3).toString('hex')}`;
  const venue = openVenue({
    config,
    clock,
    epoch,
    dateOf: hours.tradeDateAt,
    standingOf(contractCode) {
      const listed = state.contracts.get(contractCode);
      const { settlementTicks = null, session = 'OPEN', opensAtMs = null, isHalted = false } = listed ?? {};
      const isMissing = !isUp && hasMissedEnd(contractCode);
      return { settlementTicks: isMissing ? null : settlementTicks, session, opensAtMs, isHalted };
    },
  });
  await enterWorld(sequencer, { instruments: venue.instruments, accounts, nowMs: clock.nowMs() });

  const market = createMarket({
    pool: database.pool,
    venue,
    clock,
    every: clock.every,
    calendarOf(contractCode) {
      const listed = state.contracts.get(contractCode);
      return listed ? hours.calendarOf(listed.commodity) : null;
    },
    onError: (err) => log.error({ err }, 'bars were not stored'),
  });
  // Sessions and dates before the exchange is up: orders that live again must not meet yesterday's.
  const marketHours = keepMarketHours({
    sequencer,
    clock,
    hours,
    marketTimeMs: venue.marketTimeMs,
    isListing: config.venue.kind === 'simulated',
    lastPriceOf(contractCode) {
      const quote = market.quote(contractCode);
      return quote?.lastTicks ?? quote?.settlementTicks ?? null;
    },
    onFatal,
  });
  const link = createExchangeLink({
    sequencer,
    venue,
    every: clock.every,
    onMarket(updates) {
      market.take(updates);
      if (isUp) settleNewcomers(sequencer, updates);
    },
    onOutOfTurn: marketHours.lookAnew,
    onFatal,
  });
  await link.start();
  const missed = [...state.contracts.keys()].filter(
    (code) => hasMissedEnd(code) || state.contracts.get(code)?.settlementTicks === null,
  );
  await settleMissed(sequencer, market, missed);
  isUp = true;
  marketHours.open();
  const stopPassing = passTimeWhenDue(sequencer, clock);
  const standingOf: StandingOf = (contractCode) =>
    contractStanding({ state, hours, contractCode, timeMs: venue.marketTimeMs() });

  return {
    sequencer: marketHours.sequencer,
    market,
    standingOf,
    setHalt: venue.setHalt,
    ...(venue.player ? { player: venue.player } : {}),
    ...(venue.scenarios ? { scenarios: venue.scenarios } : {}),
    async moveClock(toMs) {
      clock.move?.(toMs);
      await sequencer.settled();
      for (let round = 0; round < ANSWER_ROUNDS_MAX; round += 1) {
        const { seq } = state;
        await venue.caughtUp();
        await sequencer.settled();
        if (state.seq === seq) break;
      }
    },
    async close() {
      marketHours.stop();
      stopPassing();
      await link.stop();
      await market.close();
      await sequencer.drain();
      await writeSnapshot(database.writer, sequencer.state, journal.headHash);
    },
  };
}

/** Reference prices that the engine lacks: of contracts new to it, or of those whose settlement it missed. */
async function settleMissed(sequencer: Sequencer, market: Market, codes: readonly string[]): Promise<void> {
  const settlements = codes.flatMap((contractCode) => {
    const settlementTicks = market.quote(contractCode)?.settlementTicks ?? null;
    return settlementTicks === null ? [] : [{ contractCode, settlementTicks }];
  });
  if (settlements.length > 0) await sequencer.submit({ kind: 'settleContracts', settlements });
}

/** A delivery month that was listed while running has its first reference price with its first news. */
function settleNewcomers(sequencer: Sequencer, updates: readonly ContractUpdate[]): void {
  const settlements = updates.flatMap(({ contractCode, day }) => {
    const settlementTicks = day?.settlementTicks ?? null;
    const isNew = sequencer.state.contracts.get(contractCode)?.settlementTicks === null;
    return settlementTicks === null || !isNew ? [] : [{ contractCode, settlementTicks }];
  });
  if (settlements.length > 0) void sequencer.submit({ kind: 'settleContracts', settlements });
}
