/** What is waited for without end before an engine's first start, and what only for a while. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { awaitFirstStart } from '#app/await-first-start.ts';
import { createShutdown } from '#app/shutdown.ts';

function refusalBy(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(`refused with ${code}`, 0, 'error'), { code });
}

/** Looks every half minute, three times in vain; returns after how many looks it went on. */
async function looksWhile(look: () => boolean): Promise<number> {
  let [looks, nowMs] = [0, 0];
  const start = { shutdown: createShutdown(() => {}), say: () => {} };
  const isThere = async (): Promise<boolean> => {
    looks += 1;
    nowMs += 30_000;
    return looks > 3 || look();
  };
  await awaitFirstStart(start, isThere, { nowMs: () => nowMs });
  return looks;
}

function refuse(code: string): never {
  throw refusalBy(code);
}

test.each(['28P01', '28000', '42501'])('a database that refuses with %s is given up after a minute', async (code) => {
  await expect(looksWhile(() => refuse(code))).rejects.toThrow(`refused with ${code}`);
  let isMade = false;
  const once = (): boolean => {
    if (isMade) return true;
    isMade = true;
    return refuse(code);
  };
  expect(await looksWhile(once)).toBe(2);
});

test('tables and keys that no engine has made yet are waited for', async () => {
  expect(await looksWhile(() => refuse('42P01'))).toBe(4);
  expect(await looksWhile(() => false)).toBe(4);
});
