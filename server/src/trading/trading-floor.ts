/**
 * Broker and exchange joined: sequencer over the recovered state, the world's reference data, the venue and its
 * market, trade dates rolling, snapshots in the background.
 */
import { randomBytes } from 'node:crypto';
import { tradeDateAt } from '@mua/core/values';
import type { Logger } from 'pino';
import type { Config } from '#config';
import type { Database } from '#db/database';
import { createMarket, type Market } from '#market/market';
import { noticesOf } from '#notifications/notices';
import type { ProductClock } from '#product-clock';
import { openVenue } from '#venue/open-venue';
import { passTimeWhenDue } from './due-times.ts';
import { createExchangeLink } from './exchange-link.ts';
import { openJournal } from './journal.ts';
import { gridsOf } from './order-wire.ts';
import { type Recovered, writeSnapshot } from './recovery.ts';
import { createSequencer, type Sequencer } from './sequencer.ts';
import { takeSnapshots } from './snapshots.ts';
import { rollTradeDates, type Settlement } from './trade-dates.ts';
import { enterWorld, type NewAccount } from './world.ts';

export interface TradingFloor {
  readonly sequencer: Sequencer;
  readonly market: Market;
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
  const journal = openJournal(database.writer, database.epoch, recovered.headHash);
  const { state } = recovered;
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

  const epoch = `${config.venue.kind}-${database.epoch}-${randomBytes(3).toString('hex')}`;
  const settlementOf = (contractCode: string): number | null =>
    recovered.state.contracts.get(contractCode)?.settlementTicks ?? null;
  const venue = openVenue({ config, clock, epoch, settlementOf });
  const dateBefore = recovered.state.tradeDate;
  const tradeDate = tradeDateAt(venue.marketTimeMs());
  await enterWorld(sequencer, { instruments: venue.instruments, accounts, tradeDate, nowMs: clock.nowMs() });

  const market = createMarket({
    pool: database.pool,
    venue,
    clock,
    every: clock.every,
    onError: (err) => log.error({ err }, 'bars were not stored'),
  });
  const link = createExchangeLink({ sequencer, venue, every: clock.every, onMarket: market.take, onFatal });
  await link.start();
  const hasRolled = dateBefore < tradeDate;
  const settlements = settlementsOf(sequencer, market, hasRolled);
  if (settlements.length > 0) await sequencer.submit({ kind: 'settleContracts', settlements });
  const stopRolling = rollTradeDates({
    sequencer,
    venue,
    every: clock.every,
    settlements: () => lastPrices(sequencer, market),
  });

  const stopPassing = passTimeWhenDue(sequencer, clock);

  return {
    sequencer,
    market,
    async moveClock(toMs) {
      clock.move?.(toMs);
      await venue.caughtUp();
      await sequencer.settled();
    },
    async close() {
      stopRolling();
      stopPassing();
      await link.stop();
      await market.close();
      await sequencer.drain();
      await writeSnapshot(database.writer, sequencer.state, journal.headHash);
    },
  };
}

/** Reference prices the engine lacks: of contracts new to it, or of all when the roll was missed while we were down. */
function settlementsOf(sequencer: Sequencer, market: Market, all: boolean): Settlement[] {
  const missing: Settlement[] = [];
  for (const [contractCode, listed] of sequencer.state.contracts) {
    const settlementTicks = market.quote(contractCode)?.settlementTicks ?? null;
    if (settlementTicks !== null && (all || listed.settlementTicks === null))
      missing.push({ contractCode, settlementTicks });
  }
  return missing;
}

function lastPrices(sequencer: Sequencer, market: Market): Settlement[] {
  const prices: Settlement[] = [];
  for (const contractCode of sequencer.state.contracts.keys()) {
    const quote = market.quote(contractCode);
    const settlementTicks = quote?.lastTicks ?? quote?.settlementTicks ?? null;
    if (settlementTicks !== null) prices.push({ contractCode, settlementTicks });
  }
  return prices;
}
