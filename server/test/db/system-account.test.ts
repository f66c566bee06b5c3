/** Whom the files of the embedded PostgreSQL belong to where the product is started by root. */
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { NOBODY, systemAccount } from '#db/system-account.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mua-account-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the account of PostgreSQL', () => {
  test('is its own where there is one, and nobody where none can be made', () => {
    const passwd = join(folder, 'passwd');
    writeFileSync(passwd, 'root:x:0:0:root:/root:/bin/sh\nmua:x:990:991::/home/mua:/bin/sh\n');
    expect(systemAccount(passwd, [])).toEqual(NOBODY);
    writeFileSync(passwd, 'root:x:0:0:root:/root:/bin/sh\nmua-postgres:x:998:997::/nonexistent:/bin/false\n');
    expect(systemAccount(passwd, [])).toEqual({ uid: 998, gid: 997 });
  });

  const ownerOf = (path: string): number => statSync(path).uid;
  /** Of every file, so that PostgreSQL can go on with all of them. */
  function giveAllTo(path: string, uid: number): void {
    for (const entry of ['', ...readdirSync(path, { recursive: true, encoding: 'utf8' })])
      chownSync(join(path, entry), uid, uid);
  }

  test.runIf(process.getuid?.() === 0)('runs a new database, and an old one as whoever has its files', async () => {
    const said: string[] = [];
    const fresh = await startEmbeddedPostgres(folder, (line) => said.push(line));
    const { uid } = systemAccount();
    expect([ownerOf(`/proc/${fresh.pid}`), ownerOf(join(folder, 'postgres'))]).toEqual([uid, uid]);
    expect(said.some((line) => line.includes('nobody'))).toBe(uid === NOBODY.uid);
    await fresh.stop();

    giveAllTo(join(folder, 'postgres'), NOBODY.uid);
    const old = await startEmbeddedPostgres(folder);
    expect(ownerOf(`/proc/${old.pid}`)).toBe(NOBODY.uid);
    expect(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).toMatch(new RegExp(`^${old.pid}\\n`));
    await old.stop();
  });
});
