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
    const accepting = acceptsConnections(url, postmaster, { silentMs: 50, assertNotAsked: () => {} }, () => {});
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

describe('a PostgreSQL of ours that answers and lets nobody in', () => {
  const LETS_IN = Buffer.from('R\0\0\0\u{8}\0\0\0\0Z\0\0\0\u{5}I', 'latin1');
  function refusal(message: string): Buffer {
    const fields = Buffer.from(`SFATAL\0C57P03\0M${message}\0\0`, 'latin1');
    const head = Buffer.from('E\0\0\0\0', 'latin1');
    head.writeInt32BE(fields.length + 4, 1);
    return Buffer.concat([head, fields]);
  }

  /** Gives one answer to each connection, the last one for ever, and a minute passes before each. */
  async function waitFor(answers: readonly Buffer[]): Promise<{ readonly said: string[]; readonly asked: number }> {
    vi.useFakeTimers({ toFake: ['performance'] });
    let asked = 0;
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        vi.advanceTimersByTime(60_000);
        socket.end(answers[Math.min(asked, answers.length - 1)] ?? '');
        asked += 1;
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      vi.useRealTimers();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const said: string[] = [];
    await acceptsConnections(
      `postgres://nobody@127.0.0.1:${port}/none`,
      { pid: process.pid, port, sockets: undefined },
      { silentMs: 30_000, assertNotAsked: () => {} },
      (message) => said.push(message),
    );
    return { said, asked };
  }

  test('is waited for as long as it recovers, and that is told once', async () => {
    const begins = refusal('the database system is starting up');
    const replays = refusal('the database system is not yet accepting connections');
    expect(await waitFor([begins, replays, replays, replays, LETS_IN])).toEqual({
      said: [expect.stringMatching(/^Waiting for the database: PostgreSQL \(pid \d+\) recovers, and lets nobody in/)],
      asked: 5,
    });
  });

  test('is not waited for while it shuts down', async () => {
    await expect(waitFor([refusal('the database system is shutting down')])).rejects.toThrow(DatabaseAwayError);
  });
});
