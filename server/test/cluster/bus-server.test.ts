/** What each role may say and hear on the cluster's bus. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BusServer, type BusUser, NoBusServerError, prepareBusServer } from '#cluster/bus-server.ts';
import { KeptProcess } from '#cluster/kept-process.ts';
import { HAS_NATS } from '#test/fixtures/nats-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'mua-bus-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('without nats-server it says what to install', async () => {
  await expect(prepareBusServer(folder, { PATH: folder })).rejects.toThrow(NoBusServerError);
});

describe.skipIf(!HAS_NATS)('with a nats-server (skipped where it is not installed)', () => {
  let bus: BusServer;
  let server: KeptProcess;
  const open = new Map<BusUser, NatsConnection>();

  beforeAll(async () => {
    bus = await prepareBusServer(folder);
    server = new KeptProcess({
      ...{ name: 'nats', role: 'bus', command: bus.command, args: bus.args, env: process.env, hasChannel: false },
      log: { write: () => {} },
      stateTold: (line) => (line.includes('Server is ready') ? 'serves' : undefined),
      onState: () => {},
    });
    await server.start();
    for (const user of ['engine', 'gateway', 'exchange', 'market', 'projector', 'watcher'] as const)
      open.set(user, await connectAs(bus.urls[user]));
  });

  afterAll(async () => {
    for (const connection of open.values()) await connection.close();
    await server.stop();
  });

  function connectAs(url: string): Promise<NatsConnection> {
    const { host, username, password } = new URL(url);
    return connect({ servers: host, user: username, pass: password, reconnect: false });
  }

  function as(user: BusUser): NatsConnection {
    const found = open.get(user);
    if (!found) throw new Error(`nobody is connected as ${user}`);
    return found;
  }

  /** Whether it arrives: the hearer's own subscription, and then everything that was sent before the end mark. */
  async function arrives(from: BusUser, subject: string, to: BusUser): Promise<boolean> {
    let isHeard = false;
    const subscription = as(to).subscribe(subject, {
      callback(error) {
        isHeard ||= error === null;
      },
    });
    await as(to).flush();
    as(from).publish(subject, 'x');
    await as(from).flush();
    await as(to).flush();
    subscription.unsubscribe();
    return isHeard;
  }

  test.each([
    ['engine', 'journal', 'gateway'],
    ['engine', 'engine.alive', 'gateway'],
    ['engine', 'engine.alive', 'watcher'],
    ['engine', 'engine.candidate', 'watcher'],
    ['projector', 'projector.alive', 'watcher'],
    ['market', 'market.updates', 'gateway'],
    ['market', 'market.updates', 'engine'],
    ['exchange', 'exchange.market.updates', 'market'],
    ['market', 'exchange.market.7.snapshot', 'exchange'],
    ['market', 'exchange.market.7.bars', 'exchange'],
    ['market', 'exchange.market.7.open-interest', 'exchange'],
    ['gateway', 'market.7.snapshot', 'market'],
    ['gateway', 'market.7.bars', 'market'],
    ['gateway', 'market.7.open-interest', 'market'],
    ['engine', 'market.7.open-interest', 'market'],
    ['engine', 'exchange.orders', 'exchange'],
    ['exchange', 'exchange.reports', 'engine'],
    ['engine', 'exchange.controls.scenario.start', 'exchange'],
    ['engine', 'market.7.reached', 'market'],
    ['engine', 'journal', 'engine'],
    ['gateway', 'engine.7.submit', 'engine'],
    ['gateway', 'engine.7.settle', 'engine'],
    ['gateway', 'engine.7.fate', 'engine'],
    ['gateway', 'gateway.alive', 'engine'],
    ['engine', 'engine.candidate', 'engine'],
    ['engine', 'engine.starting', 'engine'],
    ['gateway', 'controls.scenario.start', 'engine'],
    ['gateway', 'neighbours.sessions.ended', 'gateway'],
    ['engine', 'neighbours.sessions.ended', 'gateway'],
  ] as const)('%s says %s to %s', async (from, subject, to) => {
    expect(await arrives(from, subject, to)).toBe(true);
  });

  test.each([
    ['gateway', 'journal', 'gateway'],
    ['gateway', 'engine.alive', 'gateway'],
    ['gateway', 'engine.candidate', 'engine'],
    ['gateway', 'engine.starting', 'engine'],
    ['gateway', 'market.updates', 'gateway'],
    ['gateway', 'market.7.reached', 'market'],
    ['gateway', 'exchange.market.7.snapshot', 'exchange'],
    ['engine', 'market.updates', 'gateway'],
    ['gateway', 'exchange.orders', 'exchange'],
    ['market', 'exchange.orders', 'exchange'],
    ['gateway', 'exchange.reports', 'engine'],
    ['market', 'exchange.reports', 'engine'],
    ['exchange', 'exchange.orders', 'exchange'],
    ['exchange', 'journal', 'gateway'],
    ['gateway', 'exchange.controls.scenario.start', 'exchange'],
    ['gateway', 'engine.7.submit', 'gateway'],
    ['watcher', 'engine.7.submit', 'engine'],
    ['watcher', 'engine.alive', 'gateway'],
    ['engine', 'journal', 'watcher'],
    ['projector', 'engine.alive', 'gateway'],
    ['projector', 'journal', 'gateway'],
    ['gateway', 'projector.alive', 'watcher'],
    ['gateway', 'anything.else', 'gateway'],
  ] as const)('%s may not say %s to %s, or is not heard', async (from, subject, to) => {
    expect(await arrives(from, subject, to)).toBe(false);
  });

  test('a gateway asks and the market answers', async () => {
    const serving = as('market').subscribe('market.7.snapshot', {
      queue: 'servers',
      callback(_error, message) {
        message.respond('told');
      },
    });
    await as('market').flush();
    const answer = await as('gateway').request('market.7.snapshot', 'asked', { timeout: 10_000 });
    expect(answer.string()).toBe('told');
    serving.unsubscribe();
  });

  test('whoever answers no ping any more is let go of within seconds', { timeout: 30_000 }, async () => {
    const { hostname, port, username, password } = new URL(bus.urls.watcher);
    const silent = createConnection(Number(port), hostname);
    silent.write(`CONNECT ${JSON.stringify({ user: username, pass: password, verbose: false })}\r\n`);
    let told = '';
    silent.on('data', (bytes) => {
      told += bytes;
    });
    await once(silent, 'close');
    expect(told).toContain('Stale Connection');
    await as('watcher').flush();
  });

  test('nobody comes in without a password, and only we can read it', async () => {
    const { host } = new URL(bus.urls.engine);
    await expect(connect({ servers: host, reconnect: false })).rejects.toThrow();
    await expect(connectAs(bus.urls.engine.replace(/:[^:@]+@/, ':guessed@'))).rejects.toThrow();
    expect(statSync(join(folder, 'nats.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'nats.json'), 'utf8')).toContain(new URL(bus.urls.engine).password);
  });
});
