/** Starts and stops products in separate processes, and signs their people in. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productNode } from '@mua/server/ground/product-node';
import { within } from '#deadline.ts';
import { endBelow } from '#processes.ts';

const START_MS = 60_000;
const STOP_MS = 20_000;
const SIGN_IN_MS = 10_000;

export interface BenchProduct {
  readonly url: string;
  /** The server's process. */
  readonly pid: number;
  /** Its data folder. PostgreSQL and its data are below it. */
  readonly home: string;
  /** Authorises operator calls; for bench-server.ts only. */
  readonly operatorToken: string;
  /** Puts a trade into its market; for bench-server.ts only. */
  trade(contractCode: string, priceTicks: number): void;
  stop(): Promise<void>;
  /** Kills all its processes with SIGKILL, as a power failure would; the data folder stays. */
  crash(): Promise<void>;
}

/** Credentials of one signed-in investor, as request headers. */
export interface BenchInvestor {
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts the product with the benchmark's own people, composed by bench-server.ts and built as the product is. */
export function startBenchProduct(
  investors: number,
  tickedContracts = 0,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchProduct> {
  return startBenchServer({ BENCH_INVESTORS: String(investors), BENCH_TICKED: String(tickedContracts), ...settings });
}

/** The same of another checkout, by its own bench-server.ts and of its own build. */
export function startBenchProductOf(folder: string, investors: number): Promise<BenchProduct> {
  const built = join(folder, 'bench/dist/bench-server.js');
  // Releases before record 159 built each module by itself, and lead from this one to what was built.
  const args = existsSync(built) ? [built] : ['--import', 'tsx', join(folder, 'bench/src/bench-server.ts')];
  return start(nodeOf(folder), args, { BENCH_INVESTORS: String(investors) });
}

/** As its operator starts it: by the Node that it brings along, or else by the machine's, which is no package of ours. */
function nodeOf(folder: string): string {
  const own = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  const machines = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((place) => !place.includes('node_modules'))
    .map((place) => join(place, 'node'));
  return [own, ...machines].find((file) => existsSync(file)) ?? process.execPath;
}

/** Restarts after a crash with the same people, data and address. */
export function startAgain({ url, home }: BenchProduct, investors: number): Promise<BenchProduct> {
  return startBenchServer({ BENCH_INVESTORS: String(investors), PORT: new URL(url).port }, home);
}

function startBenchServer(settings: Readonly<Record<string, string>>, home?: string): Promise<BenchProduct> {
  demandBuild();
  return start(productNode(), [BENCH_SERVER], settings, home);
}

const BENCH_SERVER = fileURLToPath(new URL('../dist/bench-server.js', import.meta.url));
const BUILT_SERVER = fileURLToPath(new URL('../../server/dist/app/main.js', import.meta.url));

/** `npm run bench` and `npm run prove` build both. */
export function demandBuild(): void {
  for (const file of [BUILT_SERVER, BENCH_SERVER]) if (!existsSync(file)) throw new Error(`${file} is not built`);
}

/** Creates a product's data folder. PostgreSQL may run as another user, who needs access. */
export function newHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'mua-bench-')));
  chmodSync(home, 0o755);
  return home;
}

/** Starts the product as an operator does: built, with its demo people and without a compiler in its memory. */
export function startBuiltProduct(
  home = newHome(),
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchProduct> {
  demandBuild();
  const guard = new URL('./end-with-parent.mjs', import.meta.url).href;
  return start(
    productNode(),
    ['--import', guard, BUILT_SERVER],
    { MODE: 'demo', SIMULATED_LEADERS: 'off', ...settings },
    home,
  );
}

async function start(
  node: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  home = newHome(),
): Promise<BenchProduct> {
  const operatorToken = randomUUID();
  const child = spawn(node, args, {
    env: {
      ...process.env,
      PORT: '0',
      ...settings,
      DATA_DIR: home,
      BENCH_HOME: home,
      BENCH_OPERATOR_TOKEN: operatorToken,
    },
    // Its end tells the child that the parent is gone (end-with-parent.mjs); trades are sent on it.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const crash = async (): Promise<void> => {
    child.kill('SIGKILL');
    endBelow(home);
    await within(STOP_MS, 'ending the product', ended);
  };
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    try {
      await within(STOP_MS, 'stopping the product', ended);
    } finally {
      await crash();
      removeHome(home);
    }
  };
  try {
    const url = await within(START_MS, 'starting the product', readyAddress(child, ended));
    const trade = (contractCode: string, priceTicks: number) => void child.send({ contractCode, priceTicks });
    return { url, pid: child.pid ?? 0, home, operatorToken, trade, stop, crash };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Removes the folder and ends whatever still runs in it. */
export function removeHome(home: string): void {
  endBelow(home);
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

export function readyAddress(child: ChildProcess, ended: Promise<number | null>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /^READY (\S+)$/m.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('error', reject);
    void ended.then((code) => reject(new Error(`the benchmark's server ended with ${code} before READY`)));
  });
}

export interface BenchStage {
  readonly product: BenchProduct;
  readonly people: readonly BenchInvestor[];
}

/** One product with people signed in serves all runs of a group: starting it is not what is measured. */
export function benchStage(start: (investors: number) => Promise<BenchProduct>, investors: number) {
  let stage: BenchStage | undefined;
  return {
    async prepare(): Promise<BenchStage> {
      if (stage) return stage;
      const product = await start(investors);
      stage = { product, people: await signInMany(product.url, investors) };
      return stage;
    },
    async finish(): Promise<void> {
      await stage?.product.stop();
      stage = undefined;
    },
  };
}

export async function signInMany(url: string, investors: number): Promise<BenchInvestor[]> {
  const people: BenchInvestor[] = [];
  for (let index = 0; index < investors; index += 1)
    people.push(await signIn(url, `BENCH${String(index).padStart(5, '0')}`));
  return people;
}

async function signIn(url: string, investorId: string): Promise<BenchInvestor> {
  const response = await fetch(`${url}/api/investor/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify({ username: investorId, password: 'Bench@2026' }),
    signal: AbortSignal.timeout(SIGN_IN_MS),
  });
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
  return { accountId: `${investorId}-01`, headers: await headersOf(response) };
}

/** Of a reply that signs somebody in. */
export async function headersOf(response: Response): Promise<BenchInvestor['headers']> {
  const body = (await response.json()) as { accessToken: { value: string } };
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { cookie, 'x-account-slot': body.accessToken.value, 'x-csrf': '1', 'content-type': 'application/json' };
}
