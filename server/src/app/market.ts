/**
 * The market in a process of its own: hears the exchange's prices, writes the bars, and tells every engine and gateway.
 * There may be several, of which one tells: the others hear the exchange too, and wait for their turn.
 */
import type pg from 'pg';
import { openBus } from '#app/engine-bus.ts';
import { ownPool } from '#app/own-pool.ts';
import type { ProcessStart } from '#app/process-start.ts';
import { createProductClock } from '#app/product-clock.ts';
import { openRoleHttp } from '#app/role-http.ts';
import type { Bus } from '#bus/bus.ts';
import { answerTo } from '#bus/questions.ts';
import { awaitDatabase } from '#db/await-database.ts';
import { awaitMarketTurn, fenceMarket } from '#db/turn.ts';
import { steadyClock } from '#ground/clock.ts';
import { enterDataDir, leaveDataDir, writeAddress } from '#ground/data-dir.ts';
import { hearAnotherMarket } from '#market/another-market.ts';
import { createBarWriter } from '#market/bar-writer.ts';
import { broadcastMarket } from '#market/market-broadcast.ts';
import { EXCHANGE_MARKET, inTurn, MARKET_REACHED } from '#market/market-messages.ts';
import { createRemoteMarket } from '#market/remote-market.ts';
import { HANGS_MS, watchMarket } from '#market/silent-market.ts';
import { replyError } from '#refusals/reply-error.ts';
import { watchDatabase } from '#system/health.ts';

const POOL_SIZE = 2;

/** Resolves once it is its turn and it has prices, with the address at which it tells how it does. */
export async function runMarket(start: ProcessStart): Promise<string> {
  const { config, shutdown, say, crash } = start;
  const url = config.databaseAppUrl ?? '';
  const pool = ownPool(start, url, POOL_SIZE);
  enterDataDir(config);
  shutdown.closeLast(() => leaveDataDir(config));

  const bus = await openBus(config, shutdown, start);
  const market = hearExchange({ ...start, bus, pool });
  shutdown.opened(() => market.close());
  const database = watchDatabase(url);
  shutdown.opened(() => database.close());
  let isItsTurn = false;
  const http = await openRoleHttp(config, {
    trouble() {
      // Without the exchange there is nothing to tell.
      if (bus.isAway || market.isStale()) return replyError('ServiceUnavailable', {});
      return database.isAway() ? replyError('DatabaseConnectionError', {}) : undefined;
    },
    waitsFor: () => (isItsTurn ? undefined : 'turn'),
  });
  shutdown.opened(() => http.close());
  writeAddress(config, http.address);
  // Nothing has to be closed in order yet.
  shutdown.actOnStop(() => process.exit(0));
  say('Waits for its turn');
  const stopWatching = watchMarket({
    ...{ bus, steady: steadyClock(), fence: () => fenceMarket(pool, HANGS_MS) },
    onError: (err) => start.log.error({ err }, 'the market that hangs was not fenced'),
  });
  await awaitDatabase(url, { say, assertNotAsked: shutdown.assertNotAsked });
  const turn = await awaitMarketTurn(url, crash);
  stopWatching();
  shutdown.opened(() => turn.end());
  const close = await market.tell(turn.number);
  isItsTurn = true;
  shutdown.opened(close);
  shutdown.opened(hearAnotherMarket({ bus, turn, onSuperseded: crash }));
  shutdown.actOnStop(() => void shutdown.closeAll().then(() => process.exit(0), crash));
  return http.address;
}

export interface MarketStart extends Pick<ProcessStart, 'config' | 'log'> {
  readonly bus: Bus;
  readonly pool: pg.Pool;
}

interface HeardMarket {
  /** From when it is this process's turn; resolves once there are prices, with how to stop. */
  tell(turn: number): Promise<() => Promise<void>>;
  /** The exchange has not been heard. */
  isStale(): boolean;
  close(): void;
}

/** Knows the exchange's prices from here on, and tells nobody yet. */
export function hearExchange({ config, log, bus, pool }: MarketStart): HeardMarket {
  const clock = createProductClock(config, 0);
  const steady = steadyClock();
  const onError = (err: unknown): void => log.error({ err }, 'the market');
  const market = createRemoteMarket({
    ...{ bus, pool, clock, steady, onError, wire: EXCHANGE_MARKET, calendarOf: () => null },
  });
  return {
    close: market.close,
    isStale: market.isStale,
    async tell(turn) {
      await market.known();
      // A recording has its past itself; what this one has is known with the first prices.
      const writer = market.data.keepsItsPast
        ? undefined
        : createBarWriter({ pool, now: clock.nowMs, every: clock.every, onError });
      market.onUpdate((updates) => writer?.take(updates));
      const broadcast = broadcastMarket({
        ...{ bus, market, venue: market.data, epoch: turn, clock, wall: steady, onError },
      });
      const stopAnswering = answerTo(bus, inTurn(MARKET_REACHED, turn), async (moment) => {
        await market.reached(moment);
        return broadcast.tell();
      });
      broadcast.tell();
      return async () => {
        stopAnswering();
        broadcast.stop();
        await writer?.close();
      };
    },
  };
}
