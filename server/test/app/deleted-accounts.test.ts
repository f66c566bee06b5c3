/** What a gateway may send to an engine that has just taken over: nothing for whoever is deleted, before HTTP is there too. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTrading, type Trading } from '#app/start-trading.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { manualClock } from '#ground/clock.ts';
import { readConfig } from '#ground/config.ts';
import { recover } from '#journal/recovery.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { stageLoad } from '#test/fixtures/load.ts';

const [AN, BINH] = ['108C000001', '108C000002'].map((investorId) => ({
  ...{ accountId: `${investorId}-01`, investorId, investorKind: 'individual' as const },
  ...{ isActivated: true, cashVnd: 1_000_000n },
})) as [Account, Account];

interface Account {
  readonly accountId: string;
  readonly investorId: string;
  readonly investorKind: 'individual';
  readonly isActivated: boolean;
  readonly cashVnd: bigint;
}

function fail(error: unknown): never {
  throw error;
}

async function start(url: string): Promise<{ readonly database: Database; readonly trading: Trading }> {
  const database = await openDatabase(url, fail);
  const recovered = await recover(database.writer);
  const clock = manualClock(Math.max(Date.UTC(2026, 10, 23, 13), recovered.state.timeMs));
  const trading = await startTrading({
    ...{ config: readConfig([], { CLOCK: 'manual' }), database, recovered, accounts: [AN, BINH], load: stageLoad() },
    ...{ clock: { ...clock, move: clock.advanceTo }, log: pino({ level: 'silent' }), onFatal: fail },
  });
  return { database, trading };
}

test('takes no money for an investor who was deleted before it started', { timeout: 120_000 }, async () => {
  const url = await freshDatabaseUrl();
  const deposit = ({ sequencer }: Trading, { accountId }: Account) =>
    sequencer.submit({ kind: 'deposit', accountId, amountVnd: 5n, reference: 'late' });
  const first = await start(url);
  expect((await deposit(first.trading, AN)).events.length).toBeGreaterThan(0);
  await first.database.pool.query('update investor set deleted_ms = 1 where investor_id = $1', [AN.investorId]);
  await first.trading.close();
  await first.database.close();

  const next = await start(url);
  await expect(deposit(next.trading, AN)).rejects.toMatchObject({ code: 'InvestorDeleted' });
  expect((await deposit(next.trading, BINH)).events.length).toBeGreaterThan(0);
  await next.trading.close();
  await next.database.close();
});
