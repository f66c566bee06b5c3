/**
 * The simulated exchange, or a recording, in a process of its own: books, makers and takers, and their prices. It serves
 * whichever engine leads and goes on while engines change; the first one's hello opens it. It has no database, and knows
 * no accounts.
 */
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { openBus } from '#app/engine-bus.ts';
import { type OpenedVenue, openVenue } from '#app/open-venue.ts';
import type { ProcessStart } from '#app/process-start.ts';
import { createProductClock, type ProductClock } from '#app/product-clock.ts';
import { openRoleHttp } from '#app/role-http.ts';
import { hoursOf } from '#app/start-trading.ts';
import type { Bus } from '#bus/bus.ts';
import { machineClock, steadyClock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import { enterDataDir, leaveDataDir, writeAddress } from '#ground/data-dir.ts';
import { createMarketBoard, type MarketBoard } from '#market/market-board.ts';
import { broadcastMarket, type MarketBroadcast } from '#market/market-broadcast.ts';
import { EXCHANGE_MARKET } from '#market/market-messages.ts';
import { replyError } from '#refusals/reply-error.ts';
import { recordedInstrument } from '#schedule/listings.ts';
import type { MarketMoment } from '#venue/port/engine-moment.ts';
import { serveExchange } from '#venue/remote/exchange-door.ts';
import type { ContractAtBroker } from '#venue/remote/exchange-messages.ts';
import { EXCHANGE_CONTROLS, serveControls } from '#venue/remote-controls.ts';

export interface ExchangeStart extends Pick<ProcessStart, 'config' | 'log' | 'say' | 'crash'> {
  readonly bus: Bus;
}

/** Resolves with the address at which it tells how it does: orders reach it over the bus. */
export async function runExchange(start: ProcessStart): Promise<string> {
  const { config, shutdown, crash } = start;
  enterDataDir(config);
  shutdown.closeLast(() => leaveDataDir(config));
  const bus = await openBus(config, shutdown, start);
  const exchange = awaitEngine({ ...start, bus });
  shutdown.opened(exchange.close);
  const http = await openRoleHttp(config, {
    trouble: () => (bus.isAway ? replyError('ServiceUnavailable', {}) : undefined),
    waitsFor: () => (exchange.isOpen() ? undefined : 'engine'),
  });
  shutdown.opened(() => http.close());
  writeAddress(config, http.address);
  shutdown.actOnStop(() => void shutdown.closeAll().then(() => process.exit(0), crash));
  return http.address;
}

export interface AwaitingExchange {
  /** An engine has said hello. */
  isOpen(): boolean;
  close(): Promise<void>;
}

/** From here on an engine can say hello. */
export function awaitEngine({ config, log, say, crash, bus }: ExchangeStart): AwaitingExchange {
  const life = machineClock().nowMs();
  const board = createMarketBoard();
  let clock: ProductClock | undefined;
  let opened: Opened | undefined;
  const door = serveExchange({
    ...{ bus, life, steady: steadyClock(), onFatal: crash, onMarket: board.take },
    onTime(engineMs) {
      clock ??= createProductClock(config, engineMs);
      clock.move?.(engineMs);
    },
    open(atBroker) {
      if (!clock) throw new Error('an engine says what time it is before anything is opened');
      say('Opens, as it is at the broker');
      opened = openExchange({ ...{ config, bus, clock, board, life, log, atBroker } });
      return opened.venue;
    },
    listingOf: recordedInstrument,
    tellMarket: () => opened?.tell() ?? { epoch: life, number: 0, timeMs: 0, marketMs: 0 },
    onError: (err) => log.error({ err }, 'the line to the engine'),
  });
  return {
    isOpen: () => opened !== undefined,
    async close() {
      opened?.stop();
      await door.close();
    },
  };
}

interface Opened {
  readonly venue: OpenedVenue;
  tell(): MarketMoment;
  stop(): void;
}

function openExchange(parts: {
  readonly config: Config;
  readonly bus: Bus;
  readonly clock: ProductClock;
  readonly board: MarketBoard;
  readonly life: number;
  readonly log: Logger;
  readonly atBroker: (contractCode: string) => ContractAtBroker | undefined;
}): Opened {
  const { config, bus, clock, board, life, log, atBroker } = parts;
  const venue = openVenue({
    ...{ config, clock, dateOf: hoursOf(config).tradeDateAt },
    epoch: `${config.venue.kind}-${life}-${randomBytes(3).toString('hex')}`,
    contractAtBroker(contractCode) {
      const {
        settlementTicks = null,
        session = 'OPEN',
        opensAtMs = null,
        isHalted = false,
      } = atBroker(contractCode) ?? {};
      return { settlementTicks, session, opensAtMs, isHalted };
    },
  });
  const broadcast: MarketBroadcast = broadcastMarket({
    ...{ bus, wire: EXCHANGE_MARKET, market: board, venue: venue.market, epoch: life, clock, wall: machineClock() },
    onError: (err) => log.error({ err }, 'prices were not told'),
  });
  const { scenarios, player } = venue;
  const stopControls = serveControls({
    ...{ bus, wire: EXCHANGE_CONTROLS },
    controls: { ...(scenarios ? { scenarios } : {}), ...(player ? { player } : {}) },
    now: () => ({ seq: 0, market: broadcast.tell() }),
  });
  return {
    venue,
    tell: broadcast.tell,
    stop() {
      stopControls();
      broadcast.stop();
    },
  };
}
