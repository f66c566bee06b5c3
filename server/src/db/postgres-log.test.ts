/** Checks that PostgreSQL's log does not outgrow its bound, however long PostgreSQL runs. */
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepLogBounded } from '#db/postgres-log.ts';

test('a log that is too long is put aside, privately, and who writes it goes on in an empty one', () => {
  const home = mkdtempSync(join(tmpdir(), 'mua-log-'));
  const [folder, file] = [join(home, 'postgres'), join(home, 'postgres.log')];
  mkdirSync(folder);
  // Each time it is begun.
  const look = (): void => keepLogBounded({ folder })();
  look();
  // As PostgreSQL has it: opened once.
  const log = openSync(file, 'a', 0o600);
  onTestFinished(() => {
    closeSync(log);
    rmSync(home, { recursive: true });
  });
  const fill = (letter: string): void => void writeSync(log, letter.repeat(10 * 1024 * 1024));
  fill('a');
  look();
  expect(readdirSync(home).sort()).toEqual(['postgres', 'postgres.log']);
  writeSync(log, 'b');
  look();
  writeSync(log, 'c');
  expect(readFileSync(file, 'utf8')).toBe('c');
  expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/^a+b$/);
  expect(statSync(`${file}.1`).size).toBe(10 * 1024 * 1024);
  expect(statSync(`${file}.1`).mode & 0o077).toBe(0);
  fill('d');
  look();
  expect(readdirSync(home).sort()).toEqual(['postgres', 'postgres.log', 'postgres.log.1']);
  expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/^d+$/);
});
