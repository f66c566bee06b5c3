/**
 * Runs one of our modules in a process of its own with limits on time and memory: strangers' files are decoded there,
 * and whatever memory a decoder keeps is freed with it. The child gets no environment, so it holds no secrets. Built
 * code runs the built file; tests run the source of the same name.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { moduleFile, packageFile, RUNS_SOURCES } from '#ground/server-files.ts';
import { packFrames, unpackFrames } from '#identity-documents/frames.ts';

export interface ChildLimits {
  /** Processor time over all threads: what the input costs, however busy the machine is. */
  readonly workSeconds: number;
  /** Wall-clock time: how long somebody waits if the machine is busy with other work. */
  readonly deadlineMs: number;
  /** Resident memory, sampled every few milliseconds; the kernel therefore allows twice as much data as a backstop. */
  readonly memoryMb: number;
  /** That run JavaScript, its own included. */
  readonly threads: number;
  /** Size of the answer. */
  readonly answerBytes: number;
}

export interface ChildAnswer {
  /**
   * FINISHED, FAILED by itself, KILLED from outside (by a machine that is out of memory, for instance), or ended by a
   * limit; TIME is the deadline.
   */
  readonly end: 'FINISHED' | 'FAILED' | 'KILLED' | 'WORK' | 'TIME' | 'MEMORY' | 'ANSWER';
  /** The frames that it wrote before its end, whatever that was. */
  readonly frames: readonly Buffer[];
}

const HEAP_MB = 256;
const WATCH_MS = 20;
const SHELL = '/bin/sh';
const PAGE_BYTES = 4_096;
/**
 * For the code of each thread that runs JavaScript, Node 24 sets so much aside, in kB, and the kernel counts it as data
 * though nothing lies there; Node 20 does so in a way that does not count.
 */
const CODE_RANGE_KB = Number.parseInt(process.versions.node, 10) < 24 ? 0 : 512 * 1_024;
/** Sources need a loader, which has a thread. */
const LOADERS = RUNS_SOURCES ? 1 : 0;

/** `module` is named as `moduleFile` takes it. */
export function runLimitedChild(
  module: string,
  input: readonly Uint8Array[],
  limits: ChildLimits,
): Promise<ChildAnswer> {
  const child = start(nodeArgs(module), limits);
  const chunks: Buffer[] = [];
  let size = 0;
  let ended: ChildAnswer['end'] | undefined;
  const end = (why: ChildAnswer['end']): void => {
    ended ??= why;
    child.kill('SIGKILL');
  };
  const deadline = setTimeout(end, limits.deadlineMs, 'TIME');
  const watch = setInterval(() => {
    if (residentBytes(child.pid) > limits.memoryMb * 1e6) end('MEMORY');
  }, WATCH_MS);
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limits.answerBytes) end('ANSWER');
    else chunks.push(chunk);
  });
  // It may end before it has read everything; its exit code says so.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(packFrames(input));
  return new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      clearTimeout(deadline);
      clearInterval(watch);
      done();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('close', (code, signal) =>
      settle(() => {
        resolve({ end: ended ?? endOf(code, signal), frames: unpackFrames(Buffer.concat(chunks)) });
      }),
    );
  });
}

function endOf(code: number | null, signal: NodeJS.Signals | null): ChildAnswer['end'] {
  if (signal === 'SIGXCPU') return 'WORK';
  if (signal === 'SIGKILL' || signal === 'SIGTERM') return 'KILLED';
  return code === 0 ? 'FINISHED' : 'FAILED';
}

function nodeArgs(module: string): string[] {
  const heap = `--max-old-space-size=${HEAP_MB}`;
  const file = fileURLToPath(moduleFile(module));
  if (!RUNS_SOURCES) return [heap, file];
  // Sources need a loader.
  return [heap, '--import', pathToFileURL(packageFile('tsx')).href, file];
}

/** Uses a shell where there is one, because only a shell can set a kernel limit for a process before it starts. */
function start(args: readonly string[], { workSeconds, memoryMb, threads }: ChildLimits): ChildProcess {
  const options: SpawnOptions = { env: {}, stdio: ['pipe', 'pipe', 'ignore'] };
  if (process.platform !== 'linux' || !existsSync(SHELL)) return spawn(process.execPath, args, options);
  const dataKb = memoryMb * 2_000 + (threads + LOADERS) * CODE_RANGE_KB;
  const script = `ulimit -c 0; ulimit -S -t ${workSeconds}; ulimit -d ${dataKb}; exec "$@"`;
  return spawn(SHELL, ['-c', script, 'mua-pictures', process.execPath, ...args], options);
}

/** Zero for a process that has ended, and where there is no /proc. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
