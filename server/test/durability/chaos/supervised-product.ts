/** The product below its supervisor, as `npm start` runs it: whatever ends the server, it is started again. */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { freePort } from '#ground/free-port.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const START_MS = 120_000;

export interface SupervisedProduct {
  readonly dataDir: string;
  readonly port: number;
  /** How often the server was ready, and how often it ended by itself or by a signal. */
  starts(): number;
  ends(): number;
  isOver(): boolean;
  /** @throws if there is none at present */
  serverPid(): number;
  /** The last lines that it printed, or those since then, each with the milliseconds after it. */
  output(sinceMs?: number): string;
  /** Of the server's process; undefined while there is none. */
  figures(): { readonly memoryMb: number; readonly files: number } | undefined;
  /** Resolves to the supervisor's exit code. */
  stop(): Promise<number | null>;
}

/** Resolves when it is ready. It keeps its address over restarts. */
export async function startSupervised(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<SupervisedProduct> {
  const port = await freePort();
  const own = { MODE: 'demo', PORT: String(port), SIMULATED_LEADERS: 'off', DATA_DIR: dataDir };
  const supervisor = spawn(process.execPath, [join(ROOT, 'tools/start.mjs')], {
    cwd: ROOT,
    env: { ...process.env, ...own, ...settings },
  });
  let isOver = false;
  const exited = new Promise<number | null>((resolve) =>
    supervisor.on('exit', (code) => {
      isOver = true;
      resolve(code);
    }),
  );
  const lines: { readonly atMs: number; readonly text: string }[] = [];
  const counted = { starts: 0, ends: 0 };
  let rest = '';
  const receive = (chunk: Buffer): void => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    for (const text of parts) {
      if (text.startsWith('READY ')) counted.starts += 1;
      if (text.includes('The server ended (')) counted.ends += 1;
      lines.push({ atMs: performance.now(), text });
    }
    lines.splice(0, lines.length - 60);
  };
  supervisor.stdout.on('data', receive);
  supervisor.stderr.on('data', receive);
  const product: SupervisedProduct = {
    dataDir,
    port,
    starts: () => counted.starts,
    ends: () => counted.ends,
    isOver: () => isOver,
    serverPid: () => Number.parseInt(readFileSync(join(dataDir, 'run', 'server.pid'), 'utf8'), 10),
    output(sinceMs) {
      if (sinceMs === undefined) return lines.map(({ text }) => text).join('\n');
      const since = lines.filter(({ atMs }) => atMs >= sinceMs);
      return since.map(({ atMs, text }) => `${Math.round(atMs - sinceMs)} ${text}`).join('\n');
    },
    figures: () => figuresOf(() => product.serverPid()),
    async stop() {
      supervisor.kill('SIGTERM');
      return exited;
    },
  };
  await vi.waitUntil(() => counted.starts > 0 || isOver, { timeout: START_MS });
  if (isOver) throw new Error(`it ended before it was ready:\n${product.output()}`);
  return product;
}

export function runOperator(dataDir: string, words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, 'tools/operator.mjs'), ...words, '--data-dir', dataDir, '--json']);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve) => child.on('close', () => resolve(output)));
}

function figuresOf(serverPid: () => number): { memoryMb: number; files: number } | undefined {
  try {
    const pid = serverPid();
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { memoryMb: Number(kilobytes) / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return undefined;
  }
}
