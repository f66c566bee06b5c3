/**
 * Who is at work in a data folder: each process notes itself in run/, and its note counts for as long as it lives,
 * however it ends. A pid that was given to another process since is told by when that one began, which no clock that is
 * set changes.
 *
 * Whoever must not meet another one notes itself first and looks then: of two that do so at once, one at least sees the
 * other.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A start is a server that may not be the writer yet. */
export type AtWork = 'supervisor' | 'server' | 'start' | 'restore';

const PROGRAMS: Readonly<Record<AtWork, string>> = {
  supervisor: 'start.mjs',
  server: 'main.js',
  start: 'main.js',
  restore: 'command.js',
};

/** `run/` has to be there. */
export function noteProcess(dataDir: string, as: AtWork): void {
  writeFileSync(noteFile(dataDir, as), lifeOf(process.pid));
}

/** Leaves the note of another process. */
export function removeNote(dataDir: string, as: AtWork): void {
  if (readNote(dataDir, as) === lifeOf(process.pid)) rmSync(noteFile(dataDir, as), { force: true });
}

/**
 * The pid of another process that is at work there as this. Undefined proves nothing: it may run on another machine or in
 * another container; the lock in the database knows.
 */
export function processAtWork(dataDir: string, as: AtWork): number | undefined {
  const noted = readNote(dataDir, as);
  const pid = Number.parseInt(noted, 10);
  try {
    const isNoted = noted === String(pid) ? isOfEarlier(noteFile(dataDir, as), pid, as) : noted === lifeOf(pid);
    return isNoted && pid !== process.pid ? pid : undefined;
  } catch {
    return undefined;
  }
}

function noteFile(dataDir: string, as: AtWork): string {
  return join(dataDir, 'run', `${as}.pid`);
}

function readNote(dataDir: string, as: AtWork): string {
  try {
    return readFileSync(noteFile(dataDir, as), 'utf8');
  } catch {
    return '';
  }
}

/** A process as no other one is: its pid, when it began, in ticks since the boot, and which boot that was. */
function lifeOf(pid: number): string {
  try {
    return `${pid} ${beganTicksOf(pid)} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return String(pid);
  }
}

/** Throws of one that has ended: in a container whose first process reaps nobody, its entry stays. */
function beganTicksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') throw new Error(`process ${pid} has ended`);
  return Number(fields[19]);
}

/** Of the kernel's figures, and the same on every Linux that Node runs on; the boot's is a whole second. */
const TICKS_PER_SECOND = 100;

/** Earlier versions noted the pid alone, and so does a kernel that does not tell the rest. */
function isOfEarlier(file: string, pid: number, as: AtWork): boolean {
  if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(PROGRAMS[as])) return false;
  const [, bootSeconds] = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
  return Number(bootSeconds) + beganTicksOf(pid) / TICKS_PER_SECOND - 1 < statSync(file).mtimeMs / 1000;
}
