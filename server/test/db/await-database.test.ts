/**
 * Checks that a start waits for a database that is away, for one that is frozen not for ever, and for nothing that waiting
 * does not bring.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { StopAskedError } from '#app/shutdown.ts';
import { openTcpSwitch } from '#cluster/tcp-switch.ts';
import { awaitDatabase, DatabaseAwayError, LET_IN_WITHIN_MS } from '#db/await-database.ts';
import { openDatabase } from '#db/database.ts';
import { acceptsConnections } from '#db/postmaster.ts';
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

describe('a frozen PostgreSQL, of which the kernel takes connections and nobody says a word,', () => {
  async function frozen(): Promise<{ readonly url: string; readonly port: number }> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return { url: `postgres://nobody@127.0.0.1:${port}/none`, port };
  }

  test('is waited for until a deadline where it is ours', async () => {
    const { url, port } = await frozen();
    const postmaster = { pid: process.pid, port, sockets: undefined };
    const accepting = acceptsConnections(url, postmaster, { timeoutMs: 50 }, () => {});
    await expect(accepting).rejects.toThrow(DatabaseAwayError);
    await expect(accepting).rejects.toThrow(`(pid ${process.pid}) lets nobody in: timeout expired`);
  });

  test('fails the start that connects to it', async () => {
    const { url } = await frozen();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const opening = expect(openDatabase(url, () => {})).rejects.toThrow(DatabaseAwayError);
    vi.advanceTimersByTime(LET_IN_WITHIN_MS);
    await opening;
  });
});
