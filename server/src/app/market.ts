/**
 * The market in a process of its own: hears the exchange's prices, writes the bars, and tells every engine and gateway.
 * There may be several, of which one tells: the others hear the exchange too, and wait for their turn.
 */
import pg from 'pg';
import type { ProcessStart } from '#app/engine.ts';
import { openBus } from '#app/engine-bus.ts';
import { createProductClock } from '#app/product-clock.ts';
import { answerTo } from '#bus/questions.ts';
import { awaitMarketTurn } from '#db/turn.ts';
import { machineClock } from '#ground/clock.ts';
import { enterDataDir, leaveDataDir } from '#ground/data-dir.ts';
import { createBarWriter } from '#market/bar-writer.ts';
import { broadcastMarket } from '#market/market-broadcast.ts';
import { EXCHANGE_MARKET, MARKET_REACHED } from '#market/market-messages.ts';
import { createRemoteMarket } from '#market/remote-market.ts';

const POOL_SIZE = 2;

/** Resolves with what it is called in READY, once it is its turn and it has prices. */
export async function runMarket(start: ProcessStart): Promise<string> {
  const { config, shutdown, log, say, crash } = start;
  const url = config.databaseAppUrl ?? '';
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  // The next query opens another one.
  pool.on('error', () => {});
  shutdown.opened(() => pool.end());
  enterDataDir(config);
  shutdown.closeLast(() => leaveDataDir(config));

  const bus = await openBus(config, shutdown, log);
  const clock = createProductClock(config, 0);
  const wall = machineClock();
  const onError = (err: unknown): void => log.error({ err }, 'the market');
  const market = createRemoteMarket({
    ...{ bus, pool, clock, wall, onError, wire: EXCHANGE_MARKET, calendarOf: () => null },
    ...(clock.move ? { onTime: clock.move } : {}),
  });
  shutdown.opened(() => market.close());
  // Nothing has to be closed in order yet.
  shutdown.actOnStop(() => process.exit(0));
  say('Waits for its turn');
  const turn = await awaitMarketTurn(url, crash);
  shutdown.opened(() => turn.end());
  await market.known();

  // A recording has its past itself; what this one holds is known with the first prices.
  const writer = market.data.keepsItsPast
    ? undefined
    : createBarWriter({ pool, now: clock.nowMs, every: clock.every, onError });
  market.onUpdate((updates) => writer?.take(updates));
  shutdown.opened(() => writer?.close());
  const broadcast = broadcastMarket({
    ...{ bus, market, venue: market.data, epoch: turn.number, clock, wall, onError },
  });
  const stopAnswering = answerTo(bus, MARKET_REACHED, async (moment) => {
    await market.reached(moment);
    return broadcast.tell();
  });
  shutdown.opened(() => {
    stopAnswering();
    broadcast.stop();
  });
  broadcast.tell();
  shutdown.actOnStop(() => void shutdown.closeAll().then(() => process.exit(0), crash));
  return 'market';
}
