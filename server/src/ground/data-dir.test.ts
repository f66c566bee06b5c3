import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#ground/config.ts';
import {
  claimDataDir,
  demandOnlyServer,
  enterDataDir,
  keepFilesPrivate,
  makeFolder,
  noteSupervisor,
  runningServer,
  runningSupervisor,
  WrongDataDirError,
} from '#ground/data-dir.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mua-home-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const claim = (seed = '1') => claimDataDir(readConfig([], { DATA_DIR: folder, SEED: seed }));

describe('a folder of the server', () => {
  test('is created with its parents, and may exist already', () => {
    makeFolder(join(folder, 'a', 'b', 'c'));
    makeFolder(join(folder, 'a', 'b', 'c'));
    expect(existsSync(join(folder, 'a', 'b', 'c'))).toBe(true);
  });

  test('is refused where the kernel creates none', () => {
    expect(() => makeFolder('/proc/nope/run')).toThrow(
      /^DATA_DIR: \/proc\/nope\/run can't be a folder of ours: ENOENT/,
    );
  });

  test('can be neither a file nor below one', () => {
    writeFileSync(join(folder, 'file'), '');
    for (const path of ['file', 'file/run']) expect(() => makeFolder(join(folder, path))).toThrow(WrongDataDirError);
  });
});

describe.each([
  { what: 'server', program: 'main.js', running: runningServer },
  { what: 'supervisor', program: 'start.mjs', running: runningSupervisor },
])('the $what that runs from a folder', ({ what, program, running }) => {
  const note = (pid: number | string | undefined): string => {
    const file = join(folder, 'run', `${what}.pid`);
    mkdirSync(join(folder, 'run'), { recursive: true });
    writeFileSync(file, String(pid));
    return file;
  };

  test('is known while it lives', async () => {
    const other = spawn(process.execPath, ['-e', `console.log('lives'); setInterval(() => {}, 1000)`, program]);
    await once(other.stdout, 'data');
    const file = note(other.pid);
    expect(running(folder)).toBe(other.pid);
    const demand = () => demandOnlyServer(readConfig([], { DATA_DIR: folder }));
    if (what === 'server') expect(demand).toThrow(`another server writes to this database (pid ${other.pid})`);
    // Noted before this process began: the pid was another's.
    utimesSync(file, 1, 1);
    expect(running(folder)).toBeUndefined();
    note(other.pid);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(running(folder)).toBeUndefined();
  });

  test('is known by when it began, whatever a clock that was set says of that', async () => {
    const other = spawn(process.execPath, ['-e', `console.log('lives'); setInterval(() => {}, 1000)`, program]);
    await once(other.stdout, 'data');
    const ticks = Number(readFileSync(`/proc/${other.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]);
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const known = (noted: string): number | undefined => {
      // Before the clock was set, which makes the boot a later one.
      utimesSync(note(noted), 1, 1);
      return running(folder);
    };
    expect(known(`${other.pid} ${ticks} ${boot}`)).toBe(other.pid);
    expect(known(`${other.pid} ${ticks - 1} ${boot}`)).toBeUndefined();
    expect(known(`${other.pid} ${ticks} of-another-boot`)).toBeUndefined();
    other.kill('SIGKILL');
    await once(other, 'exit');
  });

  test('notes when it began', () => {
    mkdirSync(join(folder, 'run'));
    if (what === 'server') enterDataDir(readConfig([], { DATA_DIR: folder }));
    else noteSupervisor(folder);
    const noted = readFileSync(join(folder, 'run', `${what}.pid`), 'utf8');
    expect(noted).toMatch(new RegExp(`^${process.pid} \\d+ [0-9a-f-]{36}$`));
  });

  test('is neither this process, whose pid another one had, nor one of another program', async () => {
    expect(running(folder)).toBeUndefined();
    note(process.pid);
    expect(running(folder)).toBeUndefined();
    const other = spawn(process.execPath, ['-e', `console.log('lives'); setInterval(() => {}, 1000)`]);
    await once(other.stdout, 'data');
    note(other.pid);
    expect(running(folder)).toBeUndefined();
    other.kill('SIGKILL');
    await once(other, 'exit');
  });
});

describe('the claim of a data folder', () => {
  test('holds for one venue and seed', () => {
    claim();
    claim();
    expect(() => claim('2')).toThrow(/^One DATA_DIR belongs to one venue and seed/);
  });

  test('is void if a crash truncated it, and is written in one piece', () => {
    writeFileSync(join(folder, 'home.json'), '');
    claim('2');
    expect(JSON.parse(readFileSync(join(folder, 'home.json'), 'utf8'))).toMatchObject({ seed: 2 });
    expect(existsSync(join(folder, 'home.json.new'))).toBe(false);
  });

  test('is refused in one line if its file is a folder', () => {
    mkdirSync(join(folder, 'home.json'));
    expect(() => claim()).toThrow(/^DATA_DIR: .*home\.json can't be read: EISDIR/);
  });
});

describe('nobody else', () => {
  /** Root's database runs as another account, which passes through. */
  const FOLDER = process.getuid?.() === 0 ? 0o711 : 0o700;
  const modeOf = (...path: string[]) => statSync(join(folder, ...path)).mode & 0o777;

  test('reads what is written, whatever the umask', () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    keepFilesPrivate();
    makeFolder(join(folder, 'new', 'run'));
    writeFileSync(join(folder, 'new', 'server.log'), '');
    expect([modeOf('new'), modeOf('new', 'run'), modeOf('new', 'server.log')]).toEqual([FOLDER, FOLDER, 0o600]);
  });

  test('reads what an earlier version wrote, once it is claimed', () => {
    mkdirSync(join(folder, 'run'));
    for (const name of ['server.log', 'run/address']) writeFileSync(join(folder, name), '');
    for (const name of ['.', 'run']) chmodSync(join(folder, name), 0o755);
    for (const name of ['server.log', 'run/address']) chmodSync(join(folder, name), 0o644);
    claim();
    expect([modeOf(), modeOf('run')]).toEqual([FOLDER, FOLDER]);
    expect([modeOf('server.log'), modeOf('run', 'address')]).toEqual([0o600, 0o600]);
  });

  test('is let into what its owner had closed; PostgreSQL’s folders are left alone', () => {
    mkdirSync(join(folder, 'postgres-binaries'));
    chmodSync(join(folder, 'postgres-binaries'), 0o755);
    chmodSync(folder, 0o700);
    claim();
    expect([modeOf(), modeOf('postgres-binaries')]).toEqual([0o700, 0o755]);
  });
});
