import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRollingFile } from '#ground/rolling-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'mua-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a log keeps its newest lines in as many files as it may have', () => {
  const log = join(folder, 'server.log');
  const bounds = { bytes: 100, kept: 2 };
  for (let line = 0; line < 40; line += 1) openRollingFile(log, bounds).write(`line ${line} of some length\n`);
  expect(readdirSync(folder).sort()).toEqual(['server.log', 'server.log.1', 'server.log.2']);
  const text = ['server.log.2', 'server.log.1', 'server.log'].map((name) => readFileSync(join(folder, name), 'utf8'));
  const numbers =
    text
      .join('')
      .match(/(?<=line )\d+/g)
      ?.map(Number) ?? [];
  expect(numbers).toEqual(numbers.map((_, index) => 40 - numbers.length + index));
  expect(numbers.length).toBeGreaterThan(8);
  expect(statSync(log).mode & 0o777).toBe(0o600);
});

test('lines for a full disk are left out and counted', () => {
  const file = openRollingFile('/dev/full', { bytes: 100, kept: 1 });
  expect(() => file.write('nowhere to go\n')).not.toThrow();
});
