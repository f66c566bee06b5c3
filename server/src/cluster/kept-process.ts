/**
 * A process of the cluster: started, started again when it ends, and stopped. What it prints goes to a file of its own and
 * tells its state.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ProcessRole, ProcessState } from '#cluster/cluster-view.ts';
import { machineClock } from '#ground/clock.ts';
import { HOPELESS } from '#ground/exit-codes.ts';
import type { RollingFile } from '#ground/rolling-file.ts';

export interface ProcessToKeep {
  readonly name: string;
  readonly role: ProcessRole;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** It ends by itself when this process is gone: its channel closes then. Only Node's have one. */
  readonly hasChannel: boolean;
  readonly log: RollingFile;
  /** The state that a line of its output tells of. */
  readonly stateTold: (line: string) => ProcessState | undefined;
  readonly onState: (state: ProcessState, cause: string | null) => void;
}

/** It ended before it was up, and trying again can't help. */
export class HopelessProcessError extends Error {}

/** One that was up is wanted back at once; one that never was must not take a core for failing. */
const AGAIN_MS = { up: 100, starting: 1_000 };
const HOPELESS_AGAIN_MS = 30_000;
/** A role has ended after fifteen. */
const STOPPED_WITHIN_MS = 20_000;
const LINES_KEPT = 20;

const clock = machineClock();

export class KeptProcess {
  readonly name: string;
  readonly role: ProcessRole;
  restarts = 0;
  private readonly wanted: ProcessToKeep;
  private child: ChildProcess | undefined;
  private now: { state: ProcessState; sinceMs: number } = { state: 'gone', sinceMs: clock.nowMs() };
  private lastLines: string[] = [];
  private again: NodeJS.Timeout | undefined;
  private isStopping = false;
  private whenUp: { resolve: () => void; reject: (error: Error) => void }[] = [];
  private whenEnded: (() => void)[] = [];

  constructor(wanted: ProcessToKeep) {
    this.wanted = wanted;
    this.name = wanted.name;
    this.role = wanted.role;
  }

  get state(): ProcessState {
    return this.now.state;
  }

  get sinceMs(): number {
    return this.now.sinceMs;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** Resolves when it serves or waits. @throws HopelessProcessError */
  start(): Promise<void> {
    const up = new Promise<void>((resolve, reject) => this.whenUp.push({ resolve, reject }));
    this.spawn();
    return up;
  }

  /** By kill -9. False if it does not run. */
  kill(): boolean {
    return this.child?.kill('SIGKILL') ?? false;
  }

  /** Resolves when it has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.again);
    this.tellUp(new HopelessProcessError(`${this.name} was stopped`));
    const { child } = this;
    if (!child) return;
    const ended = new Promise<void>((resolve) => this.whenEnded.push(resolve));
    child.kill('SIGTERM');
    const hangs = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
    await ended;
    clearTimeout(hangs);
  }

  private spawn(): void {
    const { command, args, env, hasChannel } = this.wanted;
    this.enter('starting', null);
    const child = spawn(command, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
      // A group of its own: Ctrl-C reaches it through this process, in its order.
      detached: true,
    });
    this.child = child;
    this.lastLines = [];
    for (const output of [child.stdout, child.stderr]) if (output) this.read(output);
    child.on('error', ({ message }) => this.ended(child, message, null));
    child.on('close', (code, signal) => this.ended(child, `ended by ${signal ?? code}`, code));
  }

  private read(output: Readable): void {
    createInterface({ input: output }).on('line', (line) => {
      this.wanted.log.write(`${line}\n`);
      this.lastLines = [...this.lastLines.slice(1 - LINES_KEPT), line];
      const told = this.wanted.stateTold(line);
      if (told === undefined) return;
      this.enter(told, null);
      if (told === 'serves' || told === 'waits') this.tellUp();
    });
  }

  private ended(child: ChildProcess, cause: string, code: number | null): void {
    if (this.child !== child) return;
    this.child = undefined;
    const wasUp = this.state === 'serves' || this.state === 'waits';
    this.enter('gone', cause);
    for (const resolve of this.whenEnded.splice(0)) resolve();
    if (this.isStopping) return;
    if (code === HOPELESS)
      this.tellUp(new HopelessProcessError(`${this.name} ${cause}:\n${this.lastLines.join('\n')}`));
    this.again = setTimeout(
      () => {
        this.restarts += 1;
        this.spawn();
      },
      code === HOPELESS ? HOPELESS_AGAIN_MS : AGAIN_MS[wasUp ? 'up' : 'starting'],
    );
  }

  private tellUp(error?: Error): void {
    for (const { resolve, reject } of this.whenUp.splice(0))
      if (error) reject(error);
      else resolve();
  }

  private enter(state: ProcessState, cause: string | null): void {
    if (state === this.now.state) return;
    this.now = { state, sinceMs: clock.nowMs() };
    this.wanted.onState(state, cause);
  }
}
