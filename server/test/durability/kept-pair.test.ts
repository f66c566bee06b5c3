/** A pair of databases that is kept whole by itself: whichever is killed, two disks have everything again. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { isStandby, runningPostgresPid, runningPostgresUrl, startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { type KeptPair, keepPair } from '#db/kept-pair.ts';
import { cloneStandby, promote, StandbyError } from '#db/standby.ts';
import type { PairState } from '#db/standby-watch.ts';
import { missingRows, startWriter } from '#test/fixtures/busy-writer.ts';
import { signalPostgres } from '#test/fixtures/product.ts';

const WITHIN = { timeout: 60_000, interval: 20 };

const home = mkdtempSync(join(tmpdir(), 'mua-pair-'));
chmodSync(home, 0o755);
const dataDirs = [join(home, 'one'), join(home, 'other')] as const;
afterAll(() => {
  signalPostgres(home, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Where a database runs. */
function dataDirOf(url: string | undefined): string {
  return dataDirs.find((dataDir) => runningPostgresUrl(dataDir) === url) ?? '';
}

/** Kills one and waits until there are two again. A busy pair may say `both` before it has noticed. */
async function kill(pair: KeptPair, states: readonly PairState[], url: string | undefined): Promise<void> {
  const before = states.length;
  const dataDir = dataDirOf(url);
  const killed = runningPostgresPid(dataDir);
  signalPostgres(dataDir, 'SIGKILL');
  await vi.waitUntil(() => {
    const isAnother = ![undefined, killed].includes(runningPostgresPid(dataDir));
    return isAnother && states.slice(before).includes('both') && pair.state() === 'both';
  }, WITHIN);
}

test('whichever is killed comes back as the standby, and a start finds who was the primary', async () => {
  const states: PairState[] = [];
  const primaries: string[] = [];
  const open = () =>
    keepPair({
      dataDirs,
      durability: 'two',
      onState: (state) => states.push(state),
      onPrimary: (url) => primaries.push(url),
    });
  const pair = await open();
  const writer = await startWriter(pair.primaryUrl() ?? '', 'rows');
  await vi.waitUntil(() => writer.acknowledged().length > 20, WITHIN);

  await kill(pair, states, pair.standbyUrl());
  const between = writer.acknowledged().length;
  await vi.waitUntil(() => writer.acknowledged().length > between + 20, WITHIN);
  expect(primaries).toEqual([]);

  await kill(pair, states, pair.primaryUrl());
  await writer.stop();
  expect(primaries).toEqual([pair.primaryUrl()]);
  const missing = async (one: KeptPair): Promise<number[][]> =>
    Promise.all(
      [one.primaryUrl(), one.standbyUrl()].map((url) => missingRows(url ?? '', 'rows', writer.acknowledged())),
    );
  expect(await missing(pair)).toEqual([[], []]);
  const primary = dataDirOf(pair.primaryUrl());
  await pair.stop();
  expect(dataDirs.map(runningPostgresUrl)).toEqual([undefined, undefined]);

  const again = await open();
  expect(dataDirOf(again.primaryUrl())).toBe(primary);
  expect(await missing(again)).toEqual([[], []]);
  await again.stop();
});

test('a primary that dies as soon as its standby has everything leaves one address for writes: its successor’s', async () => {
  const states: PairState[] = [];
  const primaries: string[] = [];
  const pair = await keepPair({
    ...{ dataDirs, durability: 'alone' },
    onState: (state) => states.push(state),
    onPrimary: (url) => primaries.push(url),
  });
  for (let lost = 0; lost < 3; lost += 1) await kill(pair, states, pair.primaryUrl());
  expect(primaries.at(-1)).toBe(pair.primaryUrl());
  expect(new Set(primaries).size).toBe(3);
  await pair.stop();
});

test('a primary that was superseded while nobody looked is known by its timeline, and is cloned anew', async () => {
  const options = { dataDirs, durability: 'two', onState: () => {}, onPrimary: () => {} } as const;
  const pair = await keepPair(options);
  const [old, successor] = [dataDirOf(pair.primaryUrl()), dataDirOf(pair.standbyUrl())];
  await pair.stop();
  const started = await startEmbeddedPostgres(successor);
  await promote(started.url);
  await (await startWriter(started.url, 'later')).stop();
  await started.stop();
  expect([old, successor].map(isStandby)).toEqual([false, false]);
  const revived = await startEmbeddedPostgres(old);
  await expect(cloneStandby(revived.url, successor)).rejects.toThrow(StandbyError);
  await revived.stop();

  const again = await keepPair(options);
  expect([again.primaryUrl(), again.standbyUrl()].map(dataDirOf)).toEqual([successor, old]);
  await again.stop();
});
