/**
 * Power cuts: the disk is copied as it is, without what the kernel still has in memory (`commit=600`: it writes nothing
 * down by itself), and the product starts on the copy with everything it acknowledged. They come soon after a first
 * start, all through one, and while orders are placed and cancelled. Only root may mount a disk. Runs in `npm run prove`:
 * POWER_CUTS says how many, POWER_CUT_SEED at which moments.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, seededRandom } from '@mua/core/values';
import { afterAll, expect, test } from 'vitest';
import { readPersisted } from '#ground/data-dir.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const IMAGE_MB = 500;
const ACCOUNT = '108C000001-01';
const CUTS = Number(process.env.POWER_CUTS ?? 0);
const SEED = Number(process.env.POWER_CUT_SEED ?? 20261127);
/** One in three comes during a first start, which takes some seconds. */
const CUTS_OF_A_START = Math.ceil(CUTS / 3);
const START_MS = 4_500;
const LANES = 4;
const homes: ProductHome[] = [];
const images = mkdtempSync(join(tmpdir(), 'mua-images-'));

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/** A home on a disk of its own. */
function homeOn(image: string): ProductHome {
  const home = new ProductHome({ SEED: '41' });
  homes.push(home);
  run('mount', '-o', 'loop,commit=600', image, home.dataDir);
  spawnSync('chmod', ['755', home.dataDir]);
  return home;
}

/** What is on the disk at this moment, while nobody writes. */
function cutPower(home: ProductHome, image: string, copy: string): void {
  const pids = new Set([...serverPids(home), ...home.postgresPids()]);
  for (const pid of pids) signal(pid, 'SIGSTOP');
  run('cp', '--sparse=always', image, copy);
  for (const pid of pids) signal(pid, 'SIGCONT');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended, as the programs of a first start do.
  }
}

/** With what it has started, from its first moment on. */
function serverPids({ dataDir }: ProductHome): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && environmentOf(pid).includes(`DATA_DIR=${dataDir}\0`));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function newDisk(name: string): string {
  const disk = join(images, name);
  run('truncate', '-s', `${IMAGE_MB}M`, disk);
  run('mkfs.ext4', '-q', '-F', '-m', '0', disk);
  return disk;
}

function leave(home: ProductHome): void {
  homes.splice(homes.indexOf(home), 1);
  home.killPostgres();
  spawnSync('umount', ['--lazy', home.dataDir]);
  home.clear();
}

const KEYS = [
  ...['home.json', 'postgres-password', 'identity-key', 'bank-webhook-secret', 'picture-key', 'proof-key.pem'],
  ...['signing-key.pem', 'signing-certificate.pem'],
];

function readKeys(home: ProductHome): Record<string, string> {
  return Object.fromEntries(KEYS.map((name) => [name, readPersisted(join(home.dataDir, name))]));
}

afterAll(() => {
  for (const home of [...homes]) leave(home);
  rmSync(images, { recursive: true, force: true });
});

test.runIf(process.env.PROVE_POWER_CUT)('what was acknowledged and its keys outlive a power cut', async () => {
  const disk = newDisk('disk');
  const home = homeOn(disk);
  const product = await home.start();
  const an = new InvestorClient(product.url);
  await an.signIn('an@mua.demo');
  const order = { ...(await restingBuy(an)), quantity: 1 };
  const acknowledged: string[] = [];
  const cuts: { readonly copy: string; readonly orders: readonly string[] }[] = [];
  for (let cut = 0; cut < 3; cut += 1) {
    const copy = join(images, `cut-${cut}`);
    cutPower(home, disk, copy);
    cuts.push({ copy, orders: [...acknowledged] });
    const clientOrderId = randomUUID();
    expect((await an.post(`/api/order/${ACCOUNT}/place`, { ...order, clientOrderId })).status).toBe(201);
    acknowledged.push(clientOrderId);
  }
  await product.kill();
  const keys = readKeys(home);

  for (const { copy, orders } of cuts) {
    const cutHome = homeOn(copy);
    expect(readKeys(cutHome)).toEqual(keys);
    const after = await cutHome.start();
    const reader = new InvestorClient(after.url);
    await reader.signIn('an@mua.demo');
    for (const clientOrderId of orders) {
      const { status } = await reader.get(`/api/order/${ACCOUNT}/by-client-id/${clientOrderId}`);
      expect([clientOrderId, status]).toEqual([clientOrderId, 200]);
    }
    expect(await after.stop()).toBe(0);
  }
});

test.runIf(CUTS > 0)(
  `${CUTS_OF_A_START} power cuts during a first start: the product starts from what they leave`,
  async () => {
    const random = seededRandom(SEED);
    const disk = newDisk('first-start');
    const home = homeOn(disk);
    const starting = home.start();
    let passedMs = 0;
    const copies: string[] = [];
    while (copies.length < CUTS_OF_A_START) {
      const pauseMs = random.between(0, (2 * START_MS) / CUTS_OF_A_START);
      await sleep(pauseMs);
      passedMs += pauseMs;
      const copy = join(images, `start-${copies.length}`);
      cutPower(home, disk, copy);
      copies.push(copy);
    }
    const product = await starting;
    console.log(`${copies.length} cuts within ${passedMs} ms of a start, POWER_CUT_SEED=${SEED}`);
    await product.kill();
    leave(home);
    for (const copy of copies) await startsFrom(copy, []);
  },
);

interface Placed {
  readonly clientOrderId: string;
  isCancelled: boolean;
}

test.runIf(CUTS > 0)(
  `${CUTS - CUTS_OF_A_START} power cuts while orders come: all that was acknowledged is there`,
  async () => {
    const random = seededRandom(SEED + 1);
    const disk = newDisk('under-load');
    const home = homeOn(disk);
    const product = await home.start();
    const an = new InvestorClient(product.url);
    await an.signIn('an@mua.demo');
    const order = { ...(await restingBuy(an)), quantity: 1 };
    const acknowledged: Placed[] = [];
    for (let cut = CUTS_OF_A_START; cut < CUTS; cut += 1) {
      const copy = join(images, `load-${cut}`);
      const known = await tradeUntilCut(an, order, acknowledged, random, () => cutPower(home, disk, copy));
      await startsFrom(copy, known);
    }
    expect(acknowledged.length).toBeGreaterThan((CUTS - CUTS_OF_A_START) * 4);
    expect(acknowledged.filter(({ isCancelled }) => isCancelled).length).toBeGreaterThan(0);
    await product.kill();
  },
);

/** Trades until as many are acknowledged as the seed says, and cuts while others are under way; returns what was known. */
async function tradeUntilCut(
  an: InvestorClient,
  order: object,
  acknowledged: Placed[],
  random: Random,
  cut: () => void,
): Promise<Placed[]> {
  const cutAt = acknowledged.length + random.between(5, 25);
  const toCancel = acknowledged.filter(({ isCancelled }) => !isCancelled);
  let known: Placed[] | undefined;
  const lane = async (): Promise<void> => {
    while (!known) {
      const oldest = toCancel.shift();
      if (oldest) {
        const { status } = await an.post(`/api/order/${ACCOUNT}/cancel`, { clientOrderId: oldest.clientOrderId });
        oldest.isCancelled = status === 200;
      }
      const clientOrderId = randomUUID();
      const { status } = await an.post(`/api/order/${ACCOUNT}/place`, { ...order, clientOrderId });
      // After a cut it finds that it has slept, and refuses once what lies in its sockets.
      if (status !== 503) expect(status).toBe(201);
      else continue;
      acknowledged.push({ clientOrderId, isCancelled: false });
      if (known || acknowledged.length < cutAt) continue;
      known = acknowledged.map((placed) => ({ ...placed }));
      cut();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return known ?? [];
}

/** The product starts on the copy, knows what was acknowledged before it was made, trades and stops. */
async function startsFrom(copy: string, acknowledged: readonly Placed[]): Promise<void> {
  const home = homeOn(copy);
  const product = await home.start();
  const reader = new InvestorClient(product.url);
  await reader.signIn('an@mua.demo');
  for (const { clientOrderId, isCancelled } of acknowledged) {
    const { status, body } = await reader.get(`/api/order/${ACCOUNT}/by-client-id/${clientOrderId}`);
    expect([clientOrderId, status]).toEqual([clientOrderId, 200]);
    if (isCancelled) expect(['IN_CANCEL', 'CANCELLED']).toContain(body.status);
  }
  const order = { ...(await restingBuy(reader)), quantity: 1, clientOrderId: randomUUID() };
  expect((await reader.post(`/api/order/${ACCOUNT}/place`, order)).status).toBe(201);
  expect(await product.stop()).toBe(0);
  leave(home);
  rmSync(copy);
}
