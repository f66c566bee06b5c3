/**
 * Fills the disk below the product: what opens something is refused in time, everything else goes on for as long as
 * PostgreSQL writes, nothing acknowledged is lost, and it heals without a restart. Where PostgreSQL dies of it, a start
 * recovers into the reserve, and waits for space once that is used up.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';
import { CAN_MOUNT, SmallDisk } from '#test/fixtures/small-disk.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const AN = '108C000001-01';
const MB = 1024 * 1024;
/** The marks are then at 128 and 32 MB, and the reserve has 32 MB. */
const DISK_MB = 512;

if (!CAN_MOUNT) console.warn('SKIPPED: a full disk below the product (this account may not mount a file system)');

let home: ProductHome;
let disk: SmallDisk;
const toEnd: (() => unknown)[] = [];

async function readiness(url: string): Promise<string> {
  const reply = await fetch(`${url}/health/ready`);
  const { code } = (await reply.json()) as { code?: string };
  return `${reply.status} ${code ?? ''}`.trim();
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: home.databaseUrl() });
  client.on('error', () => {});
  await client.connect();
  await client.query(text).finally(() => client.end().catch(() => {}));
}

async function signedIn(url: string): Promise<InvestorClient> {
  const an = new InvestorClient(url);
  await an.signIn('an@mua.demo');
  return an;
}

const hasReserve = (): boolean => existsSync(join(home.dataDir, 'reserve'));

describe.runIf(CAN_MOUNT)('a full disk', () => {
  beforeEach(() => {
    home = ProductHome.begun({ SEED: '31' });
    disk = new SmallDisk(home.dataDir, DISK_MB);
  });
  afterEach(async () => {
    for (const end of toEnd.splice(0)) await end();
    home.killPostgres();
    disk.unmount();
    home.clear();
  });

  test('ends new business and nothing else, loses nothing that was acknowledged, and heals by itself', async () => {
    const { url, stop, output } = await home.start();
    const an = await signedIn(url);
    const resting = await restingBuy(an);
    const place = (more: object = {}) =>
      an.post(`/api/order/${AN}/place`, { clientOrderId: randomUUID(), ...resting, quantity: 1, ...more });
    const acknowledged = await Promise.all(Array.from({ length: 8 }, () => place()));
    expect(acknowledged.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const [first, ...others] = acknowledged.map(({ body }) => String(body.order.clientOrderId));
    const feed = new FeedClient(url, NAMESPACES.market);
    toEnd.push(() => feed.close());
    await feed.next('connect');
    await vi.waitUntil(hasReserve, { timeout: 20_000 });

    disk.fill(80 * MB);
    const filledAt = performance.now();
    await vi.waitUntil(async () => (await place()).status === 503, { timeout: 10_000 });
    expect(performance.now() - filledAt).toBeLessThan(1_000);
    expect((await place()).body).toMatchObject({ code: 'JOURNAL_UNAVAILABLE', facts: { why: 'SPACE' } });
    expect(await readiness(url)).toBe('503 DiskNearlyFull');
    expect(await metric(url, 'mua_free_bytes')).toBeLessThan(128 * MB);
    // A cancel is taken, and so is what only reduces: the rules refuse it, because there is nothing to reduce.
    expect((await an.post(`/api/order/${AN}/cancel`, { clientOrderId: first })).status).toBe(200);
    expect((await place({ isReduceOnly: true })).status).toBe(422);
    expect((await an.post(`/api/market/${AN}/watchlists`, { name: 'a' })).status).toBe(201);

    disk.fill(20 * MB);
    const another = () => an.post(`/api/market/${AN}/watchlists`, { name: 'b' });
    await vi.waitUntil(async () => (await another()).status === 503, { timeout: 10_000 });
    expect((await another()).body).toMatchObject({ code: 'DatabaseConnectionError' });
    await signedIn(url);

    // A segment of PostgreSQL's log that has room for all that follows: without, it dies, as in the next test.
    await query('select pg_switch_wal()');
    await query(WAL_TO_WRITE);
    disk.fill(0);
    const cancelAll = () => an.post(`/api/order/${AN}/cancel-all`, {}).then(({ status }) => status);
    const answers: Promise<number>[] = [];
    await vi.waitUntil(
      async () => {
        if (answers.length < 400) answers.push(cancelAll());
        return (await metric(url, 'mua_oldest_command_seconds')) > 3;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect((await place()).body).toMatchObject({ code: 'JOURNAL_UNAVAILABLE', facts: { why: 'SPACE' } });
    expect((await an.get(`/api/order/${AN}/by-client-id/${others[0]}`)).status).toBe(200);
    const heartbeats = feed.messages.filter(({ name }) => name === 'heartbeat').length;
    await vi.waitUntil(() => feed.messages.filter(({ name }) => name === 'heartbeat').length > heartbeats, {
      timeout: 15_000,
    });
    expect(feed.socket.connected).toBe(true);

    disk.empty();
    const emptiedAt = performance.now();
    await vi.waitUntil(async () => (await readiness(url)) === '200', { timeout: 60_000 });
    expect(performance.now() - emptiedAt).toBeLessThan(30_000);
    // What waited was written, or its sender was told that nobody knew.
    for (const status of await Promise.all(answers)) expect([200, 503, 504]).toContain(status);
    expect(await Promise.all(answers)).toContain(200);
    expect((await place()).status).toBe(201);
    const statusOf = async (id: string) => (await an.get(`/api/order/${AN}/by-client-id/${id}`)).body.status;
    for (const clientOrderId of others)
      await vi.waitUntil(async () => (await statusOf(clientOrderId)) === 'CANCELLED', { timeout: 10_000 });
    for (const told of [output(), readFileSync(join(home.dataDir, 'server.log'), 'utf8')])
      expect(told).toContain('New orders and files are refused until there is more');
    expect(await stop()).toBe(0);
    const again = await home.start();
    expect((await (await signedIn(again.url)).get(`/api/order/${AN}/by-client-id/${first}`)).status).toBe(200);
    expect(await again.stop()).toBe(0);
  });

  test('of which PostgreSQL dies: a start recovers into the reserve; without one it waits for space', async () => {
    const settings = { MODE: 'demo', PORT: '0', SIMULATED_LEADERS: 'off', DATA_DIR: home.dataDir, SEED: '31' };
    const supervisor = spawn(process.execPath, [join(ROOT, 'tools/start.mjs')], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
    });
    const ended = new Promise<number | null>((resolve) => supervisor.on('exit', resolve));
    toEnd.push(async () => {
      supervisor.kill('SIGTERM');
      await ended;
    });
    let output = '';
    for (const stream of [supervisor.stdout, supervisor.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    const starts = () => [...output.matchAll(/^READY (\S+)$/gm)].map(([, url]) => String(url));
    const died = () => output.match(/The server ended/g)?.length ?? 0;
    /** The next segment of the log can't be made: PostgreSQL panics. */
    const panic = async () => {
      const before = died();
      disk.fill(0);
      const isOver = async () => {
        await query(WAL_TO_WRITE).catch(() => {});
        return died() > before;
      };
      await vi.waitUntil(isOver, { timeout: 60_000, interval: 5 });
    };
    await vi.waitUntil(() => starts().length === 1, { timeout: 90_000 });
    const an = await signedIn(starts()[0] ?? '');
    const order = { clientOrderId: randomUUID(), ...(await restingBuy(an)), quantity: 1 };
    expect((await an.post(`/api/order/${AN}/place`, order)).status).toBe(201);
    await vi.waitUntil(hasReserve, { timeout: 20_000 });

    await panic();
    await vi.waitUntil(() => starts().length === 2, { timeout: 60_000 });
    const url = starts()[1] ?? '';
    expect(output).toContain('the reserve is given up');
    expect(await readiness(url)).toBe('503 DiskNearlyFull');
    const reading = await signedIn(url);
    expect((await reading.get(`/api/order/${AN}/by-client-id/${order.clientOrderId}`)).status).toBe(200);

    await panic();
    await vi.waitUntil(() => output.includes('Free some space: then it starts by itself'), { timeout: 60_000 });
    disk.empty();
    await vi.waitUntil(() => starts().length === 3, { timeout: 60_000 });
    await vi.waitUntil(async () => (await readiness(starts()[2] ?? '')) === '200', { timeout: 20_000 });
    const after = await signedIn(starts()[2] ?? '');
    expect((await after.get(`/api/order/${AN}/by-client-id/${order.clientOrderId}`)).status).toBe(200);
    await vi.waitUntil(hasReserve, { timeout: 20_000 });
    expect(died()).toBe(2);
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(readFileSync(join(home.dataDir, 'server.log'), 'utf8')).toContain('the server ends');
  });
});

/** A megabyte of log, and nothing else: a message in it, which no table keeps. Spare segments may hold 80 of them. */
const WAL_TO_WRITE = `select pg_logical_emit_message(true, 'full', repeat(md5(random()::text), 30000))`;
