/**
 * Checks how a start of the embedded PostgreSQL ends that fails or takes long, and what PostgreSQL is handed. It recovers
 * for as long as a test likes by being a standby of nobody.
 */
import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseAwayError } from '#db/await-database.ts';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { killIn } from '#db/postmaster.ts';
import { freePort } from '#ground/free-port.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mua-start-'));
const folder = join(dataDir, 'postgres');
const signal = join(folder, 'standby.signal');
beforeAll(async () => {
  chmodSync(dataDir, 0o755);
  await (await startEmbeddedPostgres(dataDir)).stop();
  appendFileSync(join(folder, 'postgresql.auto.conf'), 'hot_standby = off\n');
});
afterEach(async () => {
  await killIn(folder);
  rmSync(signal, { force: true });
});
afterAll(() => rmSync(dataDir, { recursive: true }));

/** The process that recovers, of the database in this folder. */
function recoveryPid(): number | undefined {
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: startup') && worksHere(pid);
      } catch {
        return false;
      }
    });
}

function worksHere(pid: number): boolean {
  const [postmaster] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${postmaster}\n`);
}

test('a recovery that the kernel kills for want of memory may succeed the next time', async () => {
  writeFileSync(signal, '');
  const starting = startEmbeddedPostgres(dataDir).catch((error: unknown) => error);
  process.kill(await vi.waitUntil(recoveryPid, { timeout: 20_000, interval: 5 }), 'SIGKILL');
  const error = await starting;
  expect(error).toBeInstanceOf(DatabaseAwayError);
  expect(String(error)).toContain(join(dataDir, 'postgres.log'));
  rmSync(signal);
  await (await startEmbeddedPostgres(dataDir)).stop();
});

test('a start that is asked to stop while PostgreSQL recovers ends at once, and it too', async () => {
  writeFileSync(signal, '');
  let isAsked = false;
  const starting = startEmbeddedPostgres(dataDir, () => {}, {
    assertNotAsked() {
      if (isAsked) throw new Error('asked to stop');
    },
  });
  const ended = expect(starting).rejects.toThrow('asked to stop');
  await vi.waitUntil(recoveryPid, { timeout: 20_000, interval: 5 });
  isAsked = true;
  await ended;
  expect(recoveryPid()).toBeUndefined();
});

test('a port that another process takes after it was found free costs one more try', async () => {
  const other = createServer((socket) => socket.destroy());
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  const choosePort = vi.fn(freePort).mockResolvedValueOnce(address.port);
  const postgres = await startEmbeddedPostgres(dataDir, () => {}, { choosePort });
  expect(choosePort).toHaveBeenCalledTimes(2);
  expect(new URL(postgres.url).port).not.toBe(String(address.port));
  await postgres.stop();
  // Not for ever.
  const always = vi.fn(async () => address.port);
  const never = startEmbeddedPostgres(dataDir, () => {}, { choosePort: always });
  await expect(never).rejects.toThrow(`PostgreSQL has no port ${address.port}`);
  expect(always).toHaveBeenCalledTimes(3);
});

test('a cluster of eight gateways has the connections that the guide says it needs', async () => {
  const guide = readFileSync(new URL('../../../docs/operating/README.md', import.meta.url), 'utf8');
  const postgres = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query('show max_connections');
  await client.end();
  await postgres.stop();
  expect(rows).toEqual([{ max_connections: /max_connections: (\d+)/.exec(guide)?.[1] }]);
});

test('PostgreSQL is not handed the keys of the server', async () => {
  for (const name of ['IDENTITY_KEY', 'AWS_SECRET_ACCESS_KEY', 'BANK_WEBHOOK_SECRET']) vi.stubEnv(name, 'ours alone');
  onTestFinished(() => void vi.unstubAllEnvs());
  const postgres = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create temporary table environment (line text)');
  await client.query(`copy environment from program 'env'`);
  const { rows } = await client.query<{ name: string }>(
    `select split_part(line, '=', 1) as name from environment where line ~ 'ours alone' or line ~ '^PATH='`,
  );
  await client.end();
  await postgres.stop();
  expect(rows.map(({ name }) => name)).toEqual(['PATH']);
});
