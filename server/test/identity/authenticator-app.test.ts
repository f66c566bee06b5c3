/** Checks that an authenticator app, which goes by the time of day, is believed where the product's time is ahead of it. */
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';
import { manualClock } from '#ground/clock.ts';
import { createSecrets } from '#ground/secrets.ts';
import { seedDemoPeople } from '#identity/demo-people.ts';
import { createTotp } from '#identity/security/totp.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { START_MS } from '#test/fixtures/platform.ts';

let database: Database;

beforeAll(async () => {
  database = await openDatabase(await freshDatabaseUrl(), (error) => {
    throw error;
  });
  await seedDemoPeople(database.pool);
});
afterAll(() => database.close());

test.each([
  ['108C000001', 'the time of day', 0],
  ['108C000002', 'two minutes more, because its machine was ahead and was set right', 120_000],
])('the app of %s is turned on where the product has %s', async (investorId, _what, aheadMs) => {
  const clock = { ...manualClock(START_MS + aheadMs), aheadMs };
  const totp = createTotp(database.pool, clock, createSecrets('an identity key of the stage, and no other'));
  const { secret } = await totp.begin(investorId);
  expect(await totp.confirm(investorId, generateSync({ secret, epoch: START_MS / 1000 }))).toBe(true);
});
