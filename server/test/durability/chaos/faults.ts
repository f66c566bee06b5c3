/** Everything that is done to the product, and how it ends. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Random } from '@mua/core/values';
import { vi } from 'vitest';
import { DISTURBANCES } from '#test/durability/chaos/cuttable-link.ts';
import type { Stage } from '#test/durability/chaos/stage.ts';
import { CAN_MOUNT } from '#test/fixtures/small-disk.ts';

const MB = 1024 * 1024;
/** New orders are refused below 512 MB of free space, nearly everything below 128. */
const NEARLY_FULL_BYTES = 64 * MB;
const DIES_WITHIN_MS = 20_000;

export interface Fault {
  readonly name: string;
  /** The server ends by it, and its supervisor waits longer each time. */
  readonly endsServer: boolean;
  /** `moment`: it is over when it has struck. `bearable`: it lasts, and trading goes on meanwhile. */
  readonly kind: 'moment' | 'lasting' | 'bearable';
  strike(stage: Stage): Promise<void>;
  mend(stage: Stage): Promise<void>;
}

const CAN_TRACE = spawnSync('strace', ['-V']).status === 0;

/** Faults that this machine has, and for those that it has not, why. */
export function faultsFor(hasFakedTime: boolean): { readonly faults: Fault[]; readonly missing: string[] } {
  const groups: readonly { readonly faults: readonly Fault[]; readonly missing?: string | false }[] = [
    { faults: [kill('server'), kill('PostgreSQL'), kill('both'), stop('server'), stop('PostgreSQL')] },
    { faults: DISTURBANCES.map(cut) },
    { faults: [fill('nearly full', NEARLY_FULL_BYTES), fill('full', 0)], missing: !CAN_MOUNT && 'may not mount' },
    { faults: [slowDisk(), failingDisk()], missing: !CAN_TRACE && 'needs strace' },
    { faults: [setClock('+1 h', 3600), setClock('-1 h', -3600)], missing: !hasFakedTime && 'needs libfaketime' },
  ];
  return {
    faults: groups.flatMap(({ faults, missing }) => (missing ? [] : faults)),
    missing: groups.flatMap(({ faults, missing }) => (missing ? faults.map(({ name }) => `${name} (${missing})`) : [])),
  };
}

/** What happens in a run of this seed: each fault once a round, each round in another order. Endless. */
export function* planOf<F>(faults: readonly F[], random: Random): Generator<{ fault: F; lastsMs: number }> {
  for (;;) {
    const left = [...faults];
    while (left.length > 0) {
      const [fault] = left.splice(random.below(left.length), 1);
      if (fault) yield { fault, lastsMs: random.between(2_000, 7_000) };
    }
  }
}

const nothing = async (): Promise<void> => undefined;

function kill(which: 'server' | 'PostgreSQL' | 'both'): Fault {
  return {
    name: `kill -9: ${which}`,
    endsServer: true,
    kind: 'moment',
    async strike({ home, product }) {
      const ends = product.ends();
      if (which !== 'PostgreSQL') signal([product.serverPid()], 'SIGKILL');
      if (which !== 'server') home.killPostgres();
      await vi.waitUntil(() => product.ends() > ends, { timeout: DIES_WITHIN_MS });
    },
    mend: nothing,
  };
}

function stop(which: 'server' | 'PostgreSQL'): Fault {
  return {
    name: `SIGSTOP: ${which}`,
    endsServer: false,
    kind: 'lasting',
    async strike({ home, product, findings }) {
      if (which === 'PostgreSQL') return signal(home.postgresPids(), 'SIGSTOP');
      findings.beginStop();
      signal([product.serverPid()], 'SIGSTOP');
    },
    async mend({ home, product, findings }) {
      if (which === 'PostgreSQL') return signal(home.postgresPids(), 'SIGCONT');
      signal([product.serverPid()], 'SIGCONT');
      findings.endStop();
    },
  };
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has just ended by itself, as PostgreSQL's workers do.
    }
  }
}

function cut(disturbance: (typeof DISTURBANCES)[number]): Fault {
  return {
    name: `network: ${disturbance}`,
    endsServer: false,
    kind: 'lasting',
    strike: async ({ link }) => link.disturb(disturbance),
    mend: async ({ link }) => link.mend(),
  };
}

/** PostgreSQL may die of the last byte: its supervisor's next start waits for space. */
function fill(how: 'nearly full' | 'full', leaveBytes: number): Fault {
  return {
    name: `disk: ${how}`,
    endsServer: how === 'full',
    kind: 'lasting',
    strike: async ({ disk }) => disk?.fill(leaveBytes),
    mend: async ({ disk }) => disk?.empty(),
  };
}

function slowDisk(): Fault {
  let tracer: ChildProcess | undefined;
  return {
    name: 'disk: slow',
    endsServer: false,
    kind: 'lasting',
    async strike({ home }) {
      tracer = await trace(home.postgresPids(), 'delay_exit=400000');
    },
    async mend() {
      await endTracer(tracer);
    },
  };
}

/** Each process's first sync fails: PostgreSQL panics, and the server ends with it. */
function failingDisk(): Fault {
  return {
    name: 'disk: EIO',
    endsServer: true,
    kind: 'moment',
    async strike({ home, product }) {
      const ends = product.ends();
      const tracer = await trace(home.postgresPids(), 'error=EIO:when=1');
      try {
        await vi.waitUntil(() => product.ends() > ends, { timeout: DIES_WITHIN_MS });
      } finally {
        await endTracer(tracer);
      }
    },
    mend: nothing,
  };
}

/** Resolves once it is attached to all. */
async function trace(pids: readonly number[], injected: string): Promise<ChildProcess> {
  const targets = pids.flatMap((pid) => ['-p', String(pid)]);
  const calls = 'fdatasync,fsync';
  const words = ['-f', ...targets, '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:${injected}`];
  const tracer = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  await Promise.race([once(tracer.stderr, 'data'), once(tracer, 'exit')]);
  return tracer;
}

async function endTracer(tracer: ChildProcess | undefined): Promise<void> {
  if (!tracer || tracer.exitCode !== null || tracer.signalCode !== null) return;
  const ended = once(tracer, 'exit');
  tracer.kill('SIGKILL');
  await ended;
}

function setClock(how: string, bySeconds: number): Fault {
  return {
    name: `clock: ${how}`,
    endsServer: false,
    kind: 'bearable',
    strike: async ({ time }) => time?.set(bySeconds),
    mend: async ({ time }) => time?.set(0),
  };
}
