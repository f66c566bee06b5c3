/** `npm run verify` on a statement that was published once: it holds for ever, and a forged copy does not. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const TOOL = new URL('verify.ts', import.meta.url).pathname;
const STATEMENT = new URL('../docs/examples/statement.json', import.meta.url).pathname;
const DAY = new URL('../docs/examples/signed-day.json', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

function verify(...args: readonly string[]): { readonly status: number | null; readonly said: string } {
  const node = ['--import', 'tsx', TOOL, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

function forged(name: string, forge: (text: string) => string): string {
  const text = readFileSync(STATEMENT, 'utf8');
  const other = forge(text);
  expect(other).not.toBe(text);
  const file = join(folder, `${name}.json`);
  writeFileSync(file, other);
  return file;
}

test('the example holds, with its day and its key', () => {
  const { key } = JSON.parse(readFileSync(DAY, 'utf8'));
  const { status, said } = verify(STATEMENT, DAY, '--key', key);
  expect(said).toContain('Everything holds: 108C000001-01, 2026-11-20 to 2026-11-20.');
  expect(status).toBe(0);
});

test.each([
  ['one dong', /"amount": "-350000"/, '"amount": "-349999"', 'Line 2 does not follow from the one before'],
  ['another salt', /"salt": "[0-9a-f]{2}/, '"salt": "zz', 'This is no statement with a proof: proof.salt'],
  ['another day', /"lastSeq": \d+/, '"lastSeq": 1', 'is not what was hashed'],
])('%s is seen', (name, from, to, sentence) => {
  const { status, said } = verify(forged(name, (text) => text.replace(from, to)));
  expect(said).toContain(sentence);
  expect(status).toBe(1);
});

test('a key that is another one is seen', () => {
  const { status, said } = verify(STATEMENT, '--key', '0'.repeat(64));
  expect(said).toContain('but the key that is known is 0000');
  expect(status).toBe(1);
});
