/**
 * Power cuts (record 168): the product runs on a disk that forgets what was not flushed (fixtures/forgetful-disk.ts), and
 * starts on what a cut leaves with everything it acknowledged. They come all through a first start, right after it, while
 * orders are placed and cancelled, during a restore, and again while the product recovers from one or stops. Only root may
 * mount a disk. Runs in `npm run prove`: POWER_CUTS says how many, POWER_CUT_SEED at which moments, POWER_CUT_DISK on
 * which file system.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setImmediate as aTurn, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { recordingState } from '@mua/contract/http/recording';
import { type Random, seededRandom } from '@mua/core/values';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readPersisted } from '#ground/data-dir.ts';
import { firstBackup } from '#test/durability/first-backup.ts';
import { type Ended, runToEnd } from '#test/durability/run-to-end.ts';
import { clearMachines, emptyDisk, Machine } from '#test/fixtures/forgetful-machine.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { type ProductHome, RECORDED, type RunningProduct } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const BACKUP = fileURLToPath(new URL('../../dist/backup/command.js', import.meta.url));
const ACCOUNT = '108C000001-01';
const CUTS = Number(process.env.POWER_CUTS ?? 0);
const SEED = Number(process.env.POWER_CUT_SEED ?? 20261127);
const CUTS_OF_A_START = Math.ceil(CUTS / 3);
const CUTS_AGAIN = Math.floor(CUTS / 3);
const CUTS_UNDER_ORDERS = CUTS - CUTS_OF_A_START - CUTS_AGAIN;
/** About how long a first start takes, and one from what a cut left. */
const START_MS = 4_500;
const RECOVERY_MS = 2_500;
const STOP_MS = 500;
const RESTORE_MS = 2_000;
/** A cut costs a start, or two, on a machine that may be busy. */
const TIMEOUT_MS = 180_000 + CUTS * 30_000;
const LANES = 4;
/** Too many a second; or the disk is busy while an image of it is made, and a commit that hangs refuses what comes. */
const WAIT = new Set([429, 503]);
const WAIT_MS = 50;
const PAUSE_MS = 1_500;
/** Some seconds of the market's, at the speed at which it is played. */
const RECORDED_MS = 100_000;
const KEYS = [
  ...['home.json', 'postgres-password', 'identity-key', 'bank-webhook-secret', 'picture-key', 'proof-key.pem'],
  ...['signing-key.pem', 'signing-certificate.pem'],
];

function readKeys(home: ProductHome): Record<string, string> {
  return Object.fromEntries(KEYS.map((name) => [name, readPersisted(join(home.dataDir, name))]));
}

afterAll(clearMachines);

interface Placed {
  readonly clientOrderId: string;
  isCancelled: boolean;
}

/** What somebody was told before a cut, or relies on. */
interface Known {
  readonly orders: readonly Placed[];
  readonly keys: Readonly<Record<string, string>>;
}

interface Left {
  readonly image: string;
  readonly known: Known;
}

const NOTHING: Known = { orders: [], keys: {} };

test.runIf(process.env.PROVE_POWER_CUT)('what was acknowledged and its keys outlive a power cut', async () => {
  const machine = await Machine.with(emptyDisk('disk'));
  const product = await machine.home.start();
  const an = new InvestorClient(product.url);
  await an.signIn('an@mua.demo');
  const order = { ...(await restingBuy(an)), quantity: 1 };
  const keys = readKeys(machine.home);
  const orders: Placed[] = [];
  const left: Left[] = [];
  for (let cut = 0; cut < 3; cut += 1) {
    left.push({ image: machine.cutPower(`cut-${cut}`, SEED + cut), known: { keys, orders: [...orders] } });
    const clientOrderId = randomUUID();
    expect((await an.post(`/api/order/${ACCOUNT}/place`, { ...order, clientOrderId })).status).toBe(201);
    orders.push({ clientOrderId, isCancelled: false });
  }
  await product.kill();
  machine.leave();
  for (const each of left) await startsFrom(each);
});

test.runIf(process.env.PROVE_POWER_CUT)('a recording goes on from where somebody saw it, or later', async () => {
  const machine = await Machine.with(emptyDisk('recording'), RECORDED);
  const product = await machine.home.start();
  const begunMs = await positionMs(machine.home, product);
  const cuts: { readonly image: string; readonly seenMs: number }[] = [];
  for (let cut = 0; cut < 3; cut += 1) {
    const untilMs = begunMs + (cut + 1) * RECORDED_MS;
    let seenMs = begunMs;
    while (seenMs < untilMs) seenMs = await positionMs(machine.home, product);
    cuts.push({ image: machine.cutPower(`recording-${cut}`, SEED + cut), seenMs });
  }
  await product.kill();
  machine.leave();
  for (const { image, seenMs } of cuts) {
    const after = await Machine.with(image, RECORDED);
    const again = await after.home.start();
    expect(await positionMs(after.home, again)).toBeGreaterThanOrEqual(seenMs);
    expect(await again.stop()).toBe(0);
    after.leave();
  }
});

test.runIf(process.env.PROVE_POWER_CUT)(
  'a restore that was done outlives a power cut, and one that was not is done again',
  async () => {
    const random = seededRandom(SEED);
    const place = mkdtempSync(join(tmpdir(), 'mua-place-'));
    onTestFinished(() => rmSync(place, { recursive: true }));
    const { keys, orders } = await backUp(place);
    const machine = await Machine.with(emptyDisk('restored'));
    const restoring = restore(machine.home, place);
    const cuts: string[] = [];
    while (cuts.length < 3) {
      await sleep(random.between(0, RESTORE_MS / 3));
      cuts.push(machine.cutPower(`restored-${cuts.length}`, random.next()));
    }
    // The folder has its name, and PostgreSQL has hardly begun: there must be no database in part.
    while (!isDatabaseIn(machine.home)) await aTurn();
    await sleep(WAIT_MS);
    const named = machine.cutPower('restored-named', random.next());
    expect(await restoring).toMatchObject({ code: 0 });
    const done = machine.cutPower('restored-done', random.next());
    machine.leave();
    for (const image of [...cuts, named, done]) {
      const after = await Machine.with(image);
      const isWhole = image === done || (image === named && isDatabaseIn(after.home));
      if (!isWhole) expect(await restore(after.home, place, '--put-aside')).toMatchObject({ code: 0 });
      for (const [name, text] of Object.entries(keys)) writeFileSync(join(after.home.dataDir, name), text);
      const product = await after.home.start();
      const an = new InvestorClient(product.url);
      await an.signIn('an@mua.demo');
      await knows(an, orders);
      expect(await product.stop()).toBe(0);
      after.leave();
    }
  },
  TIMEOUT_MS,
);

function isDatabaseIn({ dataDir }: ProductHome): boolean {
  return existsSync(join(dataDir, 'postgres'));
}

/** Of a home that is gone afterwards, with the keys that an operator keeps elsewhere. */
async function backUp(place: string): Promise<Known> {
  const machine = await Machine.with(emptyDisk('backed-up'), { BACKUP_DIR: place });
  const product = await machine.home.start();
  await firstBackup(machine.home.dataDir);
  const an = new InvestorClient(product.url);
  await an.signIn('an@mua.demo');
  const order = { ...(await restingBuy(an)), quantity: 1, clientOrderId: randomUUID() };
  expect((await an.post(`/api/order/${ACCOUNT}/place`, order)).status).toBe(201);
  const { 'postgres-password': _, 'home.json': __, ...keys } = readKeys(machine.home);
  // It waits until the place has all of the log.
  expect(await product.stop()).toBe(0);
  machine.leave();
  return { keys, orders: [{ clientOrderId: order.clientOrderId, isCancelled: false }] };
}

function restore({ dataDir }: ProductHome, place: string, ...more: string[]): Promise<Ended> {
  return runToEnd({ DATA_DIR: dataDir, BACKUP_DIR: place }, [BACKUP, 'restore', '--to', 'latest', ...more]);
}

/** In the recording's time. */
async function positionMs({ dataDir }: ProductHome, { url }: RunningProduct): Promise<number> {
  const authorization = `Bearer ${readFileSync(join(dataDir, 'run', 'operator-token'), 'utf8')}`;
  const answer = await fetch(`${url}/api/operator/recording`, { headers: { authorization } });
  const { position } = recordingState.parse(await answer.json());
  return Date.parse(position);
}

test.runIf(CUTS > 0)(
  `${CUTS_OF_A_START} power cuts during a first start: the product starts from what they leave`,
  { timeout: TIMEOUT_MS },
  async () => {
    const random = seededRandom(SEED);
    const machine = await Machine.with(emptyDisk('first-start'));
    const starting = machine.home.start();
    let passedMs = 0;
    const left: string[] = [];
    while (left.length < CUTS_OF_A_START) {
      const pauseMs = random.between(0, (2 * START_MS) / CUTS_OF_A_START);
      await sleep(pauseMs);
      passedMs += pauseMs;
      left.push(machine.cutPower(`start-${left.length}`, random.next()));
    }
    const product = await starting;
    console.log(`${left.length} cuts within ${passedMs} ms of a start, POWER_CUT_SEED=${SEED}`);
    await product.kill();
    machine.leave();
    for (const image of left) await startsFrom({ image, known: NOTHING });
  },
);

test.runIf(CUTS > 0)(
  `${CUTS_UNDER_ORDERS} power cuts while orders come and ${CUTS_AGAIN} more after them: all that was acknowledged is there`,
  { timeout: TIMEOUT_MS },
  async () => {
    const random = seededRandom(SEED + 1);
    const machine = await Machine.with(emptyDisk('under-orders'));
    const product = await machine.home.start();
    const an = new InvestorClient(product.url);
    await an.signIn('an@mua.demo');
    const order = { ...(await restingBuy(an)), quantity: 1 };
    const keys = readKeys(machine.home);
    const acknowledged: Placed[] = [];
    const left: Left[] = [];
    for (let cut = 0; cut < CUTS_UNDER_ORDERS; cut += 1) {
      const cutPower = (): string => machine.cutPower(`orders-${cut}`, random.next());
      const { image, orders } = await tradeUntilCut(an, order, acknowledged, random, cutPower);
      left.push({ image, known: { keys, orders } });
      await sleep(random.between(0, PAUSE_MS));
    }
    expect(acknowledged.length).toBeGreaterThan(CUTS_UNDER_ORDERS * 4);
    expect(acknowledged.filter(({ isCancelled }) => isCancelled).length).toBeGreaterThan(0);
    // After a cut no process of before is there; a start finds one that runs by the id that it has written down.
    await product.kill();
    machine.leave();
    for (const [cut, each] of left.entries()) {
      const again = await startsFrom(each, cut < CUTS_AGAIN ? random : undefined);
      if (again) await startsFrom(again);
    }
  },
);

/** Trades until as many are acknowledged as the seed says, and cuts while others are under way; returns what was known. */
async function tradeUntilCut(
  an: InvestorClient,
  order: object,
  acknowledged: Placed[],
  random: Random,
  cut: () => string,
): Promise<{ readonly image: string; readonly orders: readonly Placed[] }> {
  const cutAt = acknowledged.length + random.between(5, 25);
  const toCancel = acknowledged.filter(({ isCancelled }) => !isCancelled);
  let left: { image: string; orders: Placed[] } | undefined;
  const lane = async (): Promise<void> => {
    while (!left) {
      const oldest = toCancel.shift();
      if (oldest) {
        const { status } = await an.post(`/api/order/${ACCOUNT}/cancel`, { clientOrderId: oldest.clientOrderId });
        oldest.isCancelled = status === 200;
      }
      const clientOrderId = randomUUID();
      const { status } = await an.post(`/api/order/${ACCOUNT}/place`, { ...order, clientOrderId });
      if (WAIT.has(status)) {
        await sleep(WAIT_MS);
        continue;
      }
      expect(status).toBe(201);
      acknowledged.push({ clientOrderId, isCancelled: false });
      if (left || acknowledged.length < cutAt) continue;
      const orders = acknowledged.map((placed) => ({ ...placed }));
      left = { image: cut(), orders };
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (!left) throw new Error('no lane has cut');
  return left;
}

/**
 * The product starts on what a cut left, knows what was acknowledged before, trades and stops. With `random` power is cut
 * again meanwhile, at a moment of the start or of the stop; returns what that leaves.
 */
async function startsFrom({ image, known }: Left, random?: Random): Promise<Left | undefined> {
  const machine = await Machine.with(image);
  const cutAgain = (): string => machine.cutPower(`${basename(image)}-again`, random?.next() ?? 0);
  const isCutInStart = random?.chance(0.7);
  const starting = machine.home.start();
  let again: Left | undefined;
  if (random && isCutInStart) {
    await sleep(random.between(0, RECOVERY_MS));
    again = { image: cutAgain(), known };
  }
  const product = await starting;
  expect(readKeys(machine.home)).toMatchObject(known.keys);
  const reader = new InvestorClient(product.url);
  await reader.signIn('an@mua.demo');
  await knows(reader, known.orders);
  const clientOrderId = randomUUID();
  const order = { ...(await restingBuy(reader)), quantity: 1, clientOrderId };
  expect((await reader.post(`/api/order/${ACCOUNT}/place`, order)).status).toBe(201);
  const stopping = product.stop();
  if (random && !isCutInStart) {
    await sleep(random.between(0, STOP_MS));
    const orders = [...known.orders, { clientOrderId, isCancelled: false }];
    again = { image: cutAgain(), known: { keys: known.keys, orders } };
  }
  expect(await stopping).toBe(0);
  machine.leave();
  return again;
}

async function knows(reader: InvestorClient, orders: readonly Placed[]): Promise<void> {
  for (const { clientOrderId, isCancelled } of orders) {
    const { status, body } = await reader.get(`/api/order/${ACCOUNT}/by-client-id/${clientOrderId}`);
    expect([clientOrderId, status]).toEqual([clientOrderId, 200]);
    if (isCancelled) expect(['IN_CANCEL', 'CANCELLED']).toContain(body.status);
  }
}
