/** A standby answers, and nothing can be done there: nobody who is led to one says that all is well. */
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StopAskedError } from '#app/shutdown.ts';
import { awaitDatabase } from '#db/await-database.ts';
import { awaitMarketTurn } from '#db/turn.ts';
import { watchDatabase } from '#system/health.ts';
import { freshDatabaseUrl, waitingBackends } from '#test/fixtures/database.ts';

/** A database that takes itself for a standby as long as a test wants. */
async function stageStandby(): Promise<{ readonly url: string; promote(): Promise<void> }> {
  const url = await freshDatabaseUrl();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query(`create schema stage;
    create function stage.pg_is_in_recovery() returns boolean language sql as 'select true'`);
  await owner.query(`alter database ${new URL(url).pathname.slice(1)} set search_path = stage, pg_catalog, public`);
  return {
    url,
    async promote() {
      await owner.query(`create or replace function stage.pg_is_in_recovery() returns boolean language sql
        as 'select false'`);
    },
  };
}

test('a standby counts as away until it is promoted', async () => {
  const { url, promote } = await stageStandby();
  const watch = watchDatabase(url);
  onTestFinished(() => watch.close());
  await vi.waitUntil(() => watch.isAway(), { timeout: 5_000 });
  await promote();
  await vi.waitUntil(() => !watch.isAway(), { timeout: 5_000 });
});

test('a start waits for the primary, and says why', async () => {
  const { url } = await stageStandby();
  const said: string[] = [];
  const assertNotAsked = (): void => {
    throw new StopAskedError();
  };
  const awaited = awaitDatabase(url, { say: (message) => said.push(message), assertNotAsked });
  await expect(awaited).rejects.toThrow(StopAskedError);
  expect(said).toEqual(['Waiting for the database: it is a standby']);
});

test('nobody has a market’s turn at a standby: it comes when that is promoted', async () => {
  const { url, promote } = await stageStandby();
  const beside = new pg.Client({ connectionString: url });
  await beside.connect();
  onTestFinished(() => beside.end());
  let hasTurn = false;
  const awaited = awaitMarketTurn(url, () => {}).finally(() => {
    hasTurn = true;
  });
  await vi.waitUntil(async () => (await waitingBackends(beside)).length === 1);
  expect(hasTurn).toBe(false);
  await promote();
  const turn = await awaited;
  expect(turn.number).toBeGreaterThan(0);
  await turn.end();
});
