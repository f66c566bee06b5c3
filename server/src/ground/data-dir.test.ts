import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#ground/config.ts';
import { claimDataDir, makeFolder, WrongDataDirError } from '#ground/data-dir.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mua-home-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const claim = (seed = '1') => claimDataDir(readConfig([], { DATA_DIR: folder, SEED: seed }));

describe('a folder of ours', () => {
  test('is made with those above it, and may be there', () => {
    makeFolder(join(folder, 'a', 'b', 'c'));
    makeFolder(join(folder, 'a', 'b', 'c'));
    expect(existsSync(join(folder, 'a', 'b', 'c'))).toBe(true);
  });

  test('is refused where the kernel makes none', () => {
    expect(() => makeFolder('/proc/nope/run')).toThrow(
      /^DATA_DIR: \/proc\/nope\/run can't be a folder of ours: ENOENT/,
    );
  });

  test('is no file, and below none', () => {
    writeFileSync(join(folder, 'file'), '');
    for (const path of ['file', 'file/run']) expect(() => makeFolder(join(folder, path))).toThrow(WrongDataDirError);
  });
});

describe('the claim', () => {
  test('holds for one venue and seed', () => {
    claim();
    claim();
    expect(() => claim('2')).toThrow(/^One DATA_DIR belongs to one venue and seed/);
  });

  test('that a crash cut off is none, and a new one is never seen half', () => {
    writeFileSync(join(folder, 'home.json'), '');
    claim('2');
    expect(JSON.parse(readFileSync(join(folder, 'home.json'), 'utf8'))).toMatchObject({ seed: 2 });
    expect(existsSync(join(folder, 'home.json.new'))).toBe(false);
  });

  test('that is a folder is said in a line', () => {
    mkdirSync(join(folder, 'home.json'));
    expect(() => claim()).toThrow(/^DATA_DIR: .*home\.json can't be read: EISDIR/);
  });
});
