/**
 * Runs the product with a benchmark's own people: many investors, each with one rich sub-account. It is composed from
 * the same parts as server/app/main.ts, in a separate process, so that the load generator has the other core.
 * bench-product.ts creates and removes DATA_DIR.
 */
import './end-with-parent.mjs';
import { fileURLToPath } from 'node:url';
import { addDays } from '@mua/core/values';
import { createHttpServer } from '@mua/server/app/http-server';
import { createProductClock } from '@mua/server/app/product-clock';
import { startTrading } from '@mua/server/app/start-trading';
import { openDatabase } from '@mua/server/db/database';
import { startEmbeddedPostgres } from '@mua/server/db/embedded-postgres';
import { ownRoles } from '@mua/server/db/roles';
import { readDepositBanks } from '@mua/server/deposits/banks';
import { readConfig } from '@mua/server/ground/config';
import { watchLoad } from '@mua/server/ground/load';
import { createLog } from '@mua/server/ground/log';
import { readBankSecret, readIdentityKey } from '@mua/server/ground/secrets';
import { openProjector } from '@mua/server/journal/projector';
import { recover } from '@mua/server/journal/recovery';
import { noticesOf } from '@mua/server/notifications/notices';
import { enterInvestors, investorIds } from '#entered-investors.ts';

const INVESTORS = Number(process.env.BENCH_INVESTORS ?? 200);
const CASH_VND = 1_000_000_000_000n;

const config = readConfig([], process.env);
const crash = (error: unknown): never => {
  console.error(error);
  process.exit(70);
};
const postgres = await startEmbeddedPostgres(config.dataDir);
const database = await openDatabase(postgres.localUrl, crash, ownRoles(postgres.localUrl));
const projector = await openProjector({ url: database.url, onTrouble: crash, onFatal: crash });
const recovered = await recover(database.writer, {
  afterSeq: projector.seq,
  noticesOf,
  onBatch: (batch) => projector.take(batch),
});
const people = investorIds(INVESTORS);
await enterInvestors(database.pool, people);
const clock = createProductClock(config, recovered.state.timeMs);
const log = createLog('error');
const accounts = people.map((investorId) => ({
  accountId: `${investorId}-01`,
  investorId,
  investorKind: 'individual' as const,
  isActivated: true,
  cashVnd: CASH_VND,
}));
const load = watchLoad();
const trading = await startTrading({
  config,
  database,
  recovered,
  projector,
  clock,
  load,
  accounts,
  log,
  onFatal: crash,
});
const http = await createHttpServer({
  config,
  clock,
  load,
  database,
  sequencer: trading.sequencer,
  projector,
  reads: trading.reads,
  market: trading.market,
  contractStatusOf: trading.contractStatusOf,
  log,
  version: 'bench',
  trouble: () => undefined,
  identityKey: readIdentityKey(config),
  bankSecret: readBankSecret(config),
  banks: readDepositBanks(config),
  webFolder: fileURLToPath(new URL('../../web/dist/', import.meta.url)),
  limits: { ordersPerSecond: 10_000, ordersBurst: 10_000 },
  ...(process.env.BENCH_OPERATOR_TOKEN ? { operatorToken: process.env.BENCH_OPERATOR_TOKEN } : {}),
});
/** The interval does not divide the frames' 50 ms: in phase with them, the age of a price would depend on the start. */
const TICK_MS = 47;
const tickedCodes = [...trading.sequencer.state.contracts.keys()].slice(0, Number(process.env.BENCH_TICKED ?? 0));
let ticks = 0;
/** Adds some 20 updates a second for each of the first contracts to those of the simulated market. */
setInterval(() => {
  ticks += 1;
  const timeMs = Date.now();
  trading.market.take(
    tickedCodes.map((contractCode, index) => {
      const priceTicks = 1_000 + ((ticks + index) % 9);
      return {
        contractCode,
        timeMs,
        bids: [{ priceTicks: priceTicks - 1, lots: 5 + (ticks % 7) }],
        asks: [{ priceTicks: priceTicks + 1, lots: 5 + (ticks % 5) }],
        trades: [{ tradeId: `bench-${ticks}-${index}`, timeMs, priceTicks, lots: 1, aggressor: 'BUY' as const }],
      };
    }),
  );
}, TICK_MS).unref();
/** A trade that the benchmark puts into the market. */
process.on('message', ({ contractCode, priceTicks }: { contractCode: string; priceTicks: number }) => {
  const timeMs = Date.now();
  ticks += 1;
  const trade = { tradeId: `bench-asked-${ticks}`, timeMs, priceTicks, lots: 1, aggressor: 'BUY' as const };
  trading.market.take([{ contractCode, timeMs, trades: [trade] }]);
});
/** Ends the broker's trade date now, as its clock does once a day. */
process.on('SIGUSR2', () => {
  const { state, submit } = trading.sequencer;
  submit({ kind: 'endTradeDate', nextTradeDate: addDays(state.tradeDate, 1) }).catch(crash);
});
const address = await http.listen();

/** Stops only once. */
let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await http.close();
  await trading.close();
  await projector.close();
  await database.close();
  await postgres.stop();
  process.exit(0);
}
process.on('SIGTERM', () => void stop().catch(crash));
console.log(`READY ${address}`);
