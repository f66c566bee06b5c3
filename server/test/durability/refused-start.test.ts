/** Checks that a start that can't succeed says why in one line, is not retried (78), and leaves nothing behind. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, runToEnd } from '#test/durability/run-to-end.ts';
import { ProductHome, RECORDED } from '#test/fixtures/product.ts';

const KEY = 'one key of at least thirty-two letters';
const home = ProductHome.begun({ ...RECORDED, SEED: '10', IDENTITY_KEY: KEY });
const inHome = (...path: string[]): string => join(home.dataDir, ...path);
const start = (more: Readonly<Record<string, string>>): Promise<Ended> =>
  runToEnd({ MODE: 'demo', PORT: '0', DATA_DIR: home.dataDir, ...RECORDED, SEED: '10', IDENTITY_KEY: KEY, ...more });

afterAll(() => home.clear());
// Whatever the reason for the refusal, nothing is left running.
afterEach(() => {
  expect(home.postgresPids()).toEqual([]);
  expect(readdirSync(inHome('run'))).toEqual([]);
});

function expectRefusal({ code, output }: Ended, line: RegExp): void {
  expect([code, output]).toEqual([78, expect.stringMatching(line)]);
  expect(output).not.toMatch(/^ +at /m);
}

describe('an address that is unavailable', () => {
  const other = createServer();
  beforeAll(() => new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve)));
  afterAll(() => other.close());
  const taken = (): string => String((other.address() as AddressInfo).port);

  test('is reported by its setting', async () => {
    expectRefusal(await start({ PORT: taken() }), /^PORT: .*EADDRINUSE/m);
    expectRefusal(await start({ HOST: '192.0.2.1' }), /^HOST: .*EADDRNOTAVAIL/m);
  });

  test('stops the PostgreSQL of a server that was killed as well', async () => {
    const product = await home.start();
    await product.kill();
    expect(home.postgresPids()).not.toEqual([]);
    expectRefusal(await start({ PORT: taken() }), /^PORT: /m);
  });
});

test('a bus that is not there is reported, and tried again', async () => {
  const BUS_URL = 'nats://127.0.0.1:1';
  const ended = await start({ ROLE: 'engine', BUS_URL, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect([ended.code, ended.output]).toEqual([70, expect.stringMatching(/^BUS_URL: connection refused$/m)]);
  expect(ended.output).not.toMatch(/^ +at /m);
});

test('a missing recording is reported', async () => {
  const recorded = new ProductHome();
  const recording = { VENUE: 'recorded', RECORDING: '/nope', RECORDING_CONTRACT: 'ZCEZ26' };
  const ended = await runToEnd({ MODE: 'demo', PORT: '0', DATA_DIR: recorded.dataDir, ...recording });
  const left = [recorded.postgresPids(), readdirSync(join(recorded.dataDir, 'run'))];
  recorded.clear();
  expectRefusal(ended, /nope/);
  expect(left).toEqual([[], []]);
});

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: home.databaseUrl() });
  await client.connect();
  await client.query(text);
  await client.end();
}

describe('another identity key', () => {
  test('is refused, and the right key is accepted again', async () => {
    const product = await home.start();
    expect(await product.stop()).toBe(0);
    expectRefusal(await start({ IDENTITY_KEY: 'another key of at least thirty-two letters' }), /^IDENTITY_KEY: /m);
    const again = await home.start();
    expect(await again.stop()).toBe(0);
  });

  test('is accepted by a database of earlier versions, which has no seal yet, and required from then on', async () => {
    const product = await home.start();
    await query('delete from identity_key_seal');
    expect(await product.stop()).toBe(0);
    const other = { IDENTITY_KEY: 'another key of at least thirty-two letters' };
    const sealing = await home.start(other);
    expect(await sealing.stop()).toBe(0);
    expectRefusal(await start({}), /^IDENTITY_KEY: /m);
    const again = await home.start(other);
    await query('delete from identity_key_seal');
    expect(await again.stop()).toBe(0);
  });
});

test('another key of the pictures is refused, and the right one is accepted again', async () => {
  const product = await home.start();
  expect(await product.stop()).toBe(0);
  const file = join(home.dataDir, 'picture-key');
  const key = readFileSync(file, 'utf8');
  // As a process does that was given none.
  rmSync(file);
  expectRefusal(await start({}), /^DATA_DIR: its picture-key /m);
  writeFileSync(file, key);
  const again = await home.start();
  expect(await again.stop()).toBe(0);
});

test('a key is not required after a first start that was refused', async () => {
  const fresh = new ProductHome(RECORDED);
  const ended = await runToEnd({ ...RECORDED, MODE: 'demo', PORT: '0', DATA_DIR: fresh.dataDir, HOST: '192.0.2.1' });
  const product = await fresh.start({ IDENTITY_KEY: KEY });
  const code = await product.stop();
  fresh.clear();
  expectRefusal(ended, /^HOST: /m);
  expect(code).toBe(0);
});

describe('a database that does not start', () => {
  beforeAll(async () => {
    const product = await home.start();
    await product.stop();
  });

  test.each([
    ['of another major version', ['postgres', 'PG_VERSION'], '9\n', /incompatible with server/],
    ['with a damaged control file', ['postgres', 'global', 'pg_control'], 'damaged', /pg_control/],
    ['whose password was changed', ['postgres-password'], 'another', /postgres-password/],
    ['whose password is lost', ['postgres-password'], '', /postgres-password/],
  ])('%s', async (_what, path, text, reason) => {
    const before = readFileSync(inHome(...path));
    writeFileSync(inHome(...path), text);
    const ended = await start({});
    writeFileSync(inHome(...path), before);
    expectRefusal(ended, new RegExp(`^DATA_DIR: .*${reason.source}`, 'm'));
  });

  test('starts once the fault is fixed', async () => {
    const product = await home.start();
    expect(await product.stop()).toBe(0);
  });
});

test.each<[string, string, RegExp]>([
  ['an unknown limit', '{"ordersPerSec": 5}', /^LIMITS_FILE .*: ordersPerSec is no limit of this product$/m],
  ['a value out of range', '{"otpTries": 0}', /^LIMITS_FILE .*: otpTries has to be a whole number from 1 to 50$/m],
  ['text that is not JSON', 'ordersPerSecond: 5', /^LIMITS_FILE .*: is not JSON: /m],
])('%s in LIMITS_FILE is reported', async (_name, text, line) => {
  const file = inHome('limits.json');
  writeFileSync(file, text);
  expectRefusal(await start({ LIMITS_FILE: file }), line);
});

test('a database that a newer version has written is left alone', async () => {
  const product = await home.start();
  await query(`insert into kysely_migration (name, timestamp) values ('29991231000000-later', '2999')`);
  expect(await product.stop()).toBe(0);
  expectRefusal(await start({}), /written by a newer version of Mùa \(29991231000000-later\)/);
});
