/**
 * A process noted in a file, and found again as long as it lives. A pid that was given to another process since, after a
 * power cut above all, is told by when that one began, which no clock that is set changes.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';

/** Notes this process. */
export function noteProcess(file: string): void {
  writeFileSync(file, lifeOf(process.pid));
}

/**
 * The pid of the process that is noted there, if it is another one, lives, and has this program on its command line.
 * Undefined proves nothing: the other may run on another machine or in another container.
 */
export function runningNoted(file: string, program: string): number | undefined {
  try {
    const noted = readFileSync(file, 'utf8');
    const pid = Number.parseInt(noted, 10);
    const isProgram = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program);
    const isNoted = noted === String(pid) ? beganBefore(file, pid) : noted === lifeOf(pid);
    return isProgram && isNoted && pid !== process.pid ? pid : undefined;
  } catch {
    return undefined;
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

function beganTicksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
}

/** Of the kernel's figures, and the same on every Linux that Node runs on; the boot's is a whole second. */
const TICKS_PER_SECOND = 100;

/** Earlier versions noted the pid alone, and so does a kernel that does not tell the rest. */
function beganBefore(file: string, pid: number): boolean {
  const [, bootSeconds] = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
  return Number(bootSeconds) + beganTicksOf(pid) / TICKS_PER_SECOND - 1 < statSync(file).mtimeMs / 1000;
}
