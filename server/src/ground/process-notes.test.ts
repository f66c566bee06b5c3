/** A process is known by its note for as long as it lives, and by nothing that has only its pid. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#ground/config.ts';
import { claimDataDir, demandOnlyServer, enterDataDir, leaveDataDir, RestoreRunsError } from '#ground/data-dir.ts';
import { noteProcess, processAtWork, removeNote } from '#ground/process-notes.ts';
import { runningProgram } from '#test/fixtures/running-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mua-notes-'));
  mkdirSync(join(folder, 'run'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const noteOf = (as: string): string => join(folder, 'run', `${as}.pid`);
const config = () => readConfig([], { DATA_DIR: folder });

/** As a process notes itself. */
function lifeOf(pid: number): { readonly ticks: number; readonly boot: string; readonly life: string } {
  const ticks = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]);
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return { ticks, boot, life: `${pid} ${ticks} ${boot}` };
}

test('a process that noted its pid alone is known while it lives', async () => {
  const other = await runningProgram();
  const file = noteOf('server');
  writeFileSync(file, String(other.pid));
  expect(processAtWork(folder, 'server')).toBe(other.pid);
  expect(processAtWork(folder, 'supervisor')).toBeUndefined();
  expect(() => demandOnlyServer(config())).toThrow(`another server writes to this database (pid ${other.pid})`);
  // Noted before this process began: the pid was another's.
  utimesSync(file, 1, 1);
  expect(processAtWork(folder, 'server')).toBeUndefined();
  writeFileSync(file, String(other.pid));
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(processAtWork(folder, 'server')).toBeUndefined();
});

test('a process is known by when it began, whatever a clock that was set says of that', async () => {
  const { pid } = await runningProgram();
  const { ticks, boot, life } = lifeOf(pid);
  const known = (noted: string): number | undefined => {
    writeFileSync(noteOf('server'), noted);
    // Before the clock was set, which makes the boot a later one.
    utimesSync(noteOf('server'), 1, 1);
    return processAtWork(folder, 'server');
  };
  expect(known(life)).toBe(pid);
  expect(known(`${pid} ${ticks - 1} ${boot}`)).toBeUndefined();
  expect(known(`${pid} ${ticks} of-another-boot`)).toBeUndefined();
});

test('a process that has ended is not at work, though nobody has reaped it', async () => {
  const lazy = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60']);
  onTestFinished(() => void lazy.kill('SIGKILL'));
  const [pid] = await once(lazy.stdout, 'data');
  const statOf = (): string => readFileSync(`/proc/${Number(pid)}/stat`, 'utf8');
  await vi.waitUntil(() => statOf().includes(') Z '));
  const { life } = lifeOf(Number(pid));
  writeFileSync(noteOf('server'), life);
  expect(processAtWork(folder, 'server')).toBeUndefined();
  expect(statOf()).toContain(') Z ');
});

test('nobody is at work who is this process, or runs another program', async () => {
  expect(processAtWork(folder, 'server')).toBeUndefined();
  noteProcess(folder, 'server');
  expect(processAtWork(folder, 'server')).toBeUndefined();
  const other = await runningProgram('another.js');
  writeFileSync(noteOf('server'), String(other.pid));
  expect(processAtWork(folder, 'server')).toBeUndefined();
});

test('a process notes when it began, and removes no note but its own', () => {
  noteProcess(folder, 'restore');
  expect(readFileSync(noteOf('restore'), 'utf8')).toBe(lifeOf(process.pid).life);
  removeNote(folder, 'restore');
  expect(() => readFileSync(noteOf('restore'))).toThrow('ENOENT');
  removeNote(folder, 'restore');
  writeFileSync(noteOf('restore'), '1');
  removeNote(folder, 'restore');
  expect(readFileSync(noteOf('restore'), 'utf8')).toBe('1');
});

test('a server is noted from before it opens anything', () => {
  claimDataDir(config());
  expect(readFileSync(noteOf('start'), 'utf8')).toBe(lifeOf(process.pid).life);
  enterDataDir(config());
  expect(readFileSync(noteOf('server'), 'utf8')).toBe(lifeOf(process.pid).life);
  leaveDataDir(config());
  expect(() => readFileSync(noteOf('server'))).toThrow('ENOENT');
});

test('a start that meets a restore leaves nothing, until that is over', async () => {
  const restore = await runningProgram('command.js');
  writeFileSync(noteOf('restore'), lifeOf(restore.pid).life);
  expect(() => claimDataDir(config())).toThrow(RestoreRunsError);
  for (const name of [noteOf('start'), join(folder, 'home.json')]) expect(() => readFileSync(name)).toThrow('ENOENT');
  restore.kill('SIGKILL');
  await once(restore, 'exit');
  claimDataDir(config());
});
