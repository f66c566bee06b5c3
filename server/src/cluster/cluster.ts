/**
 * All of a cluster on one machine: the bus, two databases, the exchange, two markets and two engines of which one each
 * serves, what fills the read tables, gateways, and the door in front. It keeps them running, and says how they are. For
 * trying, showing and proving; over machines their own
 * supervisors do this (docs/operating/README.md#more-than-one-machine).
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BusServer, prepareBusServer } from '#cluster/bus-server.ts';
import { createClusterMetrics } from '#cluster/cluster-metrics.ts';
import { answerForCluster } from '#cluster/cluster-routes.ts';
import { type ClusterEvent, type ClusterView, isWhole, type ProcessState } from '#cluster/cluster-view.ts';
import { DatabasePair } from '#cluster/database-pair.ts';
import { type Door, openDoor } from '#cluster/door.ts';
import { GatewayWatch, type Target } from '#cluster/gateway-watch.ts';
import { KeptProcess } from '#cluster/kept-process.ts';
import { addressIn, copyKeys, leadOperators, prepareRoleFolder } from '#cluster/role-folders.ts';
import { createRoleProcess, type RoleProcess } from '#cluster/role-process.ts';
import { hearRoles, type RoleSigns } from '#cluster/role-signs.ts';
import type { Durability } from '#db/standby-watch.ts';
import { machineClock } from '#ground/clock.ts';
import { makeFolder } from '#ground/data-dir.ts';
import { openRollingFile } from '#ground/rolling-file.ts';

export interface ClusterOptions {
  readonly folder: string;
  readonly port: number;
  readonly gateways: number;
  readonly durability: Durability;
  readonly say: (message: string) => void;
}

const LOG_BOUNDS = { bytes: 5_000_000, kept: 2 };
const EVENTS_KEPT = 40;
const LOOK_MS = 50;
/** These show what only an engine knows, or steer its market. */
const OF_ENGINE = /^\/(api\/)?(operator|dev)(\/|$)/;

const ROLES_KEPT = ['engine', 'projector', 'exchange', 'market', 'gateway'] as const;

const clock = machineClock();

export class Cluster {
  private readonly options: ClusterOptions;
  private readonly pair: DatabasePair;
  private readonly gateways = new GatewayWatch();
  private readonly metrics = createClusterMetrics(() => this.view());
  private processes: KeptProcess[] = [];
  private events: ClusterEvent[] = [];
  private door: Door | undefined;
  private signs: RoleSigns | undefined;
  private isStarted = false;
  private isStopping = false;

  constructor(options: ClusterOptions) {
    this.options = options;
    for (const name of ['run', 'logs']) makeFolder(join(options.folder, name));
    const onState = (state: string, cause: string | null): void => this.note('databases', state, cause);
    this.pair = new DatabasePair({ folder: options.folder, durability: options.durability, onState });
  }

  /** Resolves with the door's address when all of it is up; on an error, `stop` closes what was opened. */
  async start(): Promise<string> {
    const { port, gateways } = this.options;
    this.door = await openDoor({
      port,
      targetsFor: (path, wanted) => this.targetsFor(path, wanted),
      onRefused: (target) => this.gateways.refused(target),
      answersItself: (request, response) => answerForCluster(request, response, this.sources()),
      onAnswered: this.metrics.answered,
    });
    const bus = await prepareBusServer(join(this.options.folder, 'run'));
    await this.keep(this.busProcess(bus));
    this.signs = await hearRoles(bus.urls.watcher);
    const database = await this.pair.start();
    const first = this.prepareRole('engine-a', bus, database);
    // The first engine has no prices and no lists before all four are there; the exchange opens when it says hello.
    const beside = ['exchange', 'market-a', 'market-b', 'projector'].map(
      (name) => this.prepareRole(name, bus, database).process,
    );
    await Promise.all([...beside, first.process].map((one) => this.keep(one)));
    const others = ['engine-b', ...Array.from({ length: gateways }, (_, index) => `gateway-${index + 1}`)];
    await Promise.all(
      others.map((name) => {
        const role = this.prepareRole(name, bus, database);
        copyKeys(first.folder, role.folder);
        return this.keep(role.process);
      }),
    );
    this.isStarted = true;
    // What is up looks around first.
    while (!this.view().isWhole && !this.isStopping) await sleep(LOOK_MS);
    return this.door.url;
  }

  view(): ClusterView {
    const active = this.active('engine');
    const sign = active && this.signs?.engineSince(active.sinceMs);
    const processes = this.processes.map((one) => {
      const seq = one === active ? sign?.seq : this.seqFollowedBy(one);
      return {
        ...{ name: one.name, role: one.role, pid: one.pid, state: this.stateOf(one), restarts: one.restarts },
        since: isoTime(one.sinceMs),
        epoch: (one === active ? sign?.epoch : undefined) ?? null,
        seq: seq ?? null,
        lag: one !== active && sign && seq !== undefined ? Math.max(0, sign.seq - seq) : null,
      };
    });
    const pair = this.pair.view();
    const url = this.door?.url ?? '';
    return { url, isWhole: this.isStarted && isWhole({ processes, pair }), processes, pair, events: this.events };
  }

  /** How far one is that follows the engine; undefined of what follows nobody, or has not said so yet. */
  private seqFollowedBy({ name, role, state, sinceMs }: KeptProcess): number | undefined {
    if (role === 'engine') return state === 'waits' ? this.signs?.seqSince('candidate', sinceMs) : undefined;
    return role === 'projector' ? this.signs?.seqSince('projector', sinceMs) : this.gateways.seqOf(name);
  }

  /** By kill -9; returns the pid, undefined of what does not run. Names of processes, and what `targets` says. */
  kill(what: string): number | undefined {
    if (what === 'database' || what === 'standby') {
      const { databases } = this.pair.view();
      const pid = databases.find(({ isPrimary }) => isPrimary === (what === 'database'))?.pid;
      if (pid) process.kill(pid, 'SIGKILL');
      return pid ?? undefined;
    }
    const isOneOfTwo = what === 'engine' || what === 'market';
    const found = isOneOfTwo ? this.active(what) : this.processes.find(({ name }) => name === what);
    const pid = found?.pid ?? undefined;
    return found?.kill() ? pid : undefined;
  }

  /** What `kill` takes. */
  targets(): string[] {
    return ['engine', 'market', 'database', 'standby', ...this.processes.map(({ name }) => name)];
  }

  /** Everything ends in order: whoever asks before whoever is asked. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.door?.close();
    this.gateways.close();
    const active = this.active('engine');
    const stopAll = (wanted: (one: KeptProcess) => boolean): Promise<unknown> =>
      Promise.all(this.processes.filter(wanted).map((one) => one.stop()));
    await stopAll(({ role }) => role === 'gateway');
    // The one that waits first: it must not take its turn now.
    await stopAll((one) => one.role === 'engine' && one !== active);
    await stopAll(({ role }) => role === 'engine');
    await stopAll(({ role }) => role === 'projector' || role === 'market' || role === 'exchange');
    await this.signs?.close();
    await stopAll(({ role }) => role === 'bus');
    await this.pair.stop();
  }

  private busProcess({ command, args }: BusServer): KeptProcess {
    return new KeptProcess({
      ...{ name: 'nats', role: 'bus', command, args, env: process.env, hasChannel: false },
      log: this.logOf('nats'),
      stateTold: (line) => (line.includes('Server is ready') ? 'serves' : undefined),
      onState: (state, cause) => this.note('nats', state, cause),
    });
  }

  private prepareRole(
    name: string,
    bus: BusServer,
    database: { readonly owner: string; readonly server: string },
  ): { readonly folder: string; readonly process: KeptProcess } {
    const role = roleOf(name);
    const folder = prepareRoleFolder(this.options.folder, name);
    const settings = {
      ...{ BUS_URL: bus.urls[role], DATA_DIR: folder },
      ...(role === 'exchange' ? {} : { DATABASE_APP_URL: database.server }),
      ...(role === 'engine' ? { DATABASE_URL: database.owner } : {}),
      PUBLIC_URL: this.door?.url ?? '',
    };
    const onState = (state: ProcessState, cause: string | null): void => {
      if (role === 'gateway') this.noteGateway(name, folder, state);
      else if (role === 'engine' && state === 'serves') leadOperators(this.options.folder, name);
      this.note(name, state, cause);
    };
    return { folder, process: createRoleProcess({ name, role, settings, onState, log: this.logOf(name) }) };
  }

  private noteGateway(name: string, folder: string, state: ProcessState): void {
    if (state === 'serves') this.gateways.add(name, addressIn(folder));
    else this.gateways.remove(name);
  }

  private keep(one: KeptProcess): Promise<void> {
    // A stop that came meanwhile has not seen it.
    if (this.isStopping) throw new Error('the cluster is stopped');
    this.processes = [...this.processes, one].sort((a, b) => orderOf(a) - orderOf(b));
    return one.start();
  }

  private logOf(name: string): ReturnType<typeof openRollingFile> {
    return openRollingFile(join(this.options.folder, 'logs', `${name}.log`), LOG_BOUNDS);
  }

  /** The last one that began to serve: one before it that hangs does not know yet. */
  private active(wanted: 'engine' | 'market'): KeptProcess | undefined {
    return this.processes
      .filter(({ role, state }) => role === wanted && state === 'serves')
      .sort((a, b) => b.sinceMs - a.sinceMs)[0];
  }

  private stateOf(one: KeptProcess): ProcessState {
    return one.role === 'gateway' && one.state === 'serves' && !this.gateways.isReady(one.name) ? 'waits' : one.state;
  }

  private targetsFor(path: string, wanted: string | undefined): readonly Target[] {
    if (!OF_ENGINE.test(path)) return this.gateways.candidates(wanted);
    const engine = this.active('engine');
    return engine ? [{ name: engine.name, url: addressIn(join(this.options.folder, engine.name)), isKept: false }] : [];
  }

  private sources(): Parameters<typeof answerForCluster>[2] {
    return { view: () => this.view(), metrics: this.metrics.text };
  }

  private note(name: string, state: string, cause: string | null): void {
    this.events = [...this.events.slice(1 - EVENTS_KEPT), { time: isoTime(clock.nowMs()), name, state, cause }];
    if (state !== 'starting') this.options.say(`${name}: ${state}${cause === null ? '' : ` (${cause})`}`);
  }
}

function orderOf({ role }: KeptProcess): number {
  return ['gateway', 'bus', 'exchange', 'market', 'engine', 'projector'].indexOf(role);
}

/** Names are roles, with a letter or a number where there are several. */
function roleOf(name: string): RoleProcess['role'] {
  return ROLES_KEPT.find((role) => name.startsWith(role)) ?? 'gateway';
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
