/** Starts and stops the benchmark's server process, and signs its people in. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface BenchProduct {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Credentials of one signed-in investor, as request headers. */
export interface BenchInvestor {
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
}

export async function startBenchProduct(investors: number, tickedContracts = 0): Promise<BenchProduct> {
  const script = fileURLToPath(new URL('./bench-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=mua-source', '--import', 'tsx', script], {
    env: { ...process.env, BENCH_INVESTORS: String(investors), BENCH_TICKED: String(tickedContracts) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyAddress(child);
  return {
    url,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        child.on('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /^READY (\S+)$/m.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.on('exit', (code) => reject(new Error(`the benchmark's server ended with ${code}`)));
  });
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
  });
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
  const body = (await response.json()) as { accessToken: { value: string } };
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return {
    accountId: `${investorId}-01`,
    headers: { cookie, 'x-account-slot': body.accessToken.value, 'x-csrf': '1', 'content-type': 'application/json' },
  };
}
