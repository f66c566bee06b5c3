/** Checks that a start waits for a database that is away, and for nothing that waiting does not bring. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { StopAskedError } from '#app/shutdown.ts';
import { openTcpSwitch } from '#cluster/tcp-switch.ts';
import { awaitDatabase } from '#db/await-database.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';

async function stage() {
  const away = await openTcpSwitch();
  onTestFinished(() => away.close());
  const there = new URL(await freshDatabaseUrl());
  const url = new URL(there);
  url.port = String(away.port);
  const said: string[] = [];
  const say = (message: string): void => void said.push(message);
  return { away, there, url: url.href, said, say };
}

test('it comes back, and the start goes on', async () => {
  const { away, there, url, said, say } = await stage();
  let isBack = false;
  const awaited = awaitDatabase(url, { say, assertNotAsked: () => {} }).then(() => {
    isBack = true;
  });
  await vi.waitUntil(() => said.length > 0);
  expect([said, isBack]).toEqual([[expect.stringMatching(/^Waiting for the database: ./)], false]);
  away.lead(Number(there.port));
  await awaited;
  expect(said).toHaveLength(1);
});

test('a stop that is asked for meanwhile is heard', async () => {
  const { url, say } = await stage();
  const assertNotAsked = (): never => {
    throw new StopAskedError();
  };
  await expect(awaitDatabase(url, { say, assertNotAsked })).rejects.toThrow(StopAskedError);
});

test('one that lets nobody in is not waited for', async () => {
  const { there, said, say } = await stage();
  const stranger = new URL(there);
  stranger.username = 'stranger';
  await awaitDatabase(stranger.href, { say, assertNotAsked: () => {} });
  expect(said).toEqual([]);
});
