/** Reads processes from /proc: found by working folder, with their resource use. Linux only. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** This is USER_HZ, which is 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/**
 * Returns all processes that work in the folder or below it, such as a product's PostgreSQL, which has its own process
 * group.
 */
export function pidsBelow(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 0 && worksBelow(pid, folder));
}

function worksBelow(pid: number, folder: string): boolean {
  try {
    const place = readlinkSync(`/proc/${pid}/cwd`);
    return place === folder || place.startsWith(`${folder}/`);
  } catch {
    // The process has just ended, or belongs to another user.
    return false;
  }
}

/**
 * Returns user and system time so far of the processes, their threads, and ended children: a worker that lived between
 * two readings is included by its parent.
 */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuTicks(pid), 0) / TICKS_PER_SECOND;
}

function cpuTicks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields follow the name, which may hold spaces: utime, stime, cutime, cstime are fields 14 to 17.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
  } catch {
    return 0;
  }
}

/** Returns resident memory in millions of bytes. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`no resident memory of process ${pid}`);
  return (Number(kibibytes) * 1024) / 1e6;
}

/** Of a process and all that it has started, in millions of bytes; pages that several share are counted once. */
export function residentMbOfTree(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + shareMb(one), 0);
}

function descendantsOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return [];
  }
}

/** Zero of a process that has just ended, or belongs to another user. */
function shareMb(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return (Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}

/** Kills everything below a folder. Only for a folder that the benchmark itself created. */
export function endBelow(folder: string): void {
  for (const pid of pidsBelow(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has just ended by itself.
    }
  }
}
