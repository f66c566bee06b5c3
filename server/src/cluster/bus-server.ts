/**
 * The cluster's nats-server: on loopback, with a user for each role that may say and hear what the role does, and nothing
 * else. Whoever takes over a gateway can't speak as the engine.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keep } from '#ground/data-dir.ts';
import { freePort } from '#ground/free-port.ts';

/** It is not installed. */
export class NoBusServerError extends Error {}

interface Permissions {
  /** To allow nothing would allow everything. */
  readonly publish: { readonly allow: readonly [string, ...string[]] } | { readonly deny: '>' };
  readonly subscribe: { readonly allow: readonly string[] };
  /** May answer, where it was asked to. */
  readonly allow_responses?: true;
}

/**
 * Whoever answers so many pings in a row with nothing hangs, or its machine is gone: it is let go of within seconds, as
 * the roles let go of a bus. nats-server's own are two minutes and two.
 */
const PING = { ping_interval: '2s', ping_max: 2 };

/** Inboxes get answers. */
const INBOX = '_INBOX.>';
const NEIGHBOURS = 'neighbours.>';

/** Whoever wants to know prices. */
const ASK_MARKET = ['market.*.snapshot', 'market.*.bars', 'market.*.open-interest'] as const;
/** The market's own process, of an exchange that is another one. */
const ASK_EXCHANGE = [
  ...(['exchange.market.*.snapshot', 'exchange.market.*.bars'] as const),
  'exchange.market.*.open-interest',
] as const;

/**
 * What the roles say and hear: gateway/engine-messages.ts, market/market-messages.ts, venue/remote-controls.ts,
 * venue/remote/exchange-messages.ts, bus.
 */
const PERMISSIONS = {
  engine: {
    publish: {
      allow: [
        ...(['journal', 'engine.alive', 'engine.starting', 'engine.candidate', NEIGHBOURS] as const),
        ...(['exchange.orders', 'exchange.controls.>', 'market.*.reached', ...ASK_MARKET] as const),
      ],
    },
    subscribe: {
      allow: [
        ...['engine.*.submit', 'engine.*.settle', 'engine.*.fate', 'controls.>', NEIGHBOURS],
        ...['exchange.reports', 'market.updates'],
        // Of one that waits for its turn.
        ...['journal', 'engine.alive', 'engine.starting', 'engine.candidate', 'gateway.alive', INBOX],
      ],
    },
    allow_responses: true,
  },
  exchange: {
    publish: { allow: ['exchange.reports', 'exchange.market.updates'] },
    subscribe: {
      allow: ['exchange.orders', 'exchange.controls.>', ...ASK_EXCHANGE],
    },
    allow_responses: true,
  },
  market: {
    publish: { allow: ['market.updates', ...ASK_EXCHANGE] },
    // What it tells itself, while another one tells it.
    subscribe: { allow: ['exchange.market.updates', 'market.updates', 'market.*.reached', ...ASK_MARKET, INBOX] },
    allow_responses: true,
  },
  gateway: {
    publish: {
      allow: [
        ...(['engine.*.submit', 'engine.*.settle', 'engine.*.fate', 'gateway.alive'] as const),
        ...(['controls.>', NEIGHBOURS, ...ASK_MARKET] as const),
      ],
    },
    subscribe: { allow: ['journal', 'engine.alive', 'market.updates', NEIGHBOURS, INBOX] },
  },
  projector: { publish: { allow: ['projector.alive'] }, subscribe: { allow: ['journal', 'engine.alive'] } },
  /** Shows how the cluster is. */
  watcher: { publish: { deny: '>' }, subscribe: { allow: ['engine.alive', 'engine.candidate', 'projector.alive'] } },
} as const satisfies Record<string, Permissions>;

export type BusUser = keyof typeof PERMISSIONS;

export interface BusServer {
  readonly command: string;
  readonly args: readonly string[];
  /** With name and password. */
  readonly urls: Readonly<Record<BusUser, string>>;
}

/**
 * Writes its settings, new at every start. One that an earlier start has left behind is ended.
 * @throws NoBusServerError
 */
export async function prepareBusServer(runDir: string, env: NodeJS.ProcessEnv = process.env): Promise<BusServer> {
  if (spawnSync('nats-server', ['--version'], { env }).status !== 0)
    throw new NoBusServerError('The processes of a cluster talk over NATS: apt-get install nats-server');
  const file = join(runDir, 'nats.json');
  const pidFile = join(runDir, 'nats.pid');
  await endLeftBehind(pidFile, file);
  const port = await freePort();
  const passwordOf = Object.fromEntries(
    Object.keys(PERMISSIONS).map((user) => [user, randomBytes(24).toString('base64url')]),
  ) as Record<BusUser, string>;
  const users = Object.entries(PERMISSIONS).map(([user, permissions]) => ({
    ...{ user, password: passwordOf[user as BusUser], permissions },
  }));
  const settings = { host: '127.0.0.1', port, pid_file: pidFile, ...PING, authorization: { users } };
  keep(file, JSON.stringify(settings, undefined, 2));
  const urls = Object.fromEntries(
    Object.entries(passwordOf).map(([user, password]) => [user, `nats://${user}:${password}@127.0.0.1:${port}`]),
  ) as Record<BusUser, string>;
  return { command: 'nats-server', args: ['-c', file], urls };
}

/** It does not notice that its starter was killed. */
async function endLeftBehind(pidFile: string, settings: string): Promise<void> {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
  if (!pid) return;
  for (let isAsked = false; isRunning(pid, settings); isAsked = true) {
    if (!isAsked) process.kill(pid, 'SIGTERM');
    await sleep(50);
  }
}

function isRunning(pid: number, settings: string): boolean {
  try {
    const [command = '', , file] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return command.endsWith('nats-server') && file === settings;
  } catch {
    return false;
  }
}
