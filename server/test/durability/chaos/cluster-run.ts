/** People who trade on a cluster through its door, what is done to its processes meanwhile, and what is asked at the end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';
import { Audit } from '#test/durability/chaos/audit.ts';
import { type ClusterFault, strike } from '#test/durability/chaos/cluster-faults.ts';
import { Findings } from '#test/durability/chaos/findings.ts';
import { JournalAudit } from '#test/durability/chaos/journal-audit.ts';
import { LIMITS_OF_A_CROWD, People, signIn } from '#test/durability/chaos/people.ts';
import { chooseGoods, type Goods, type Sender } from '#test/durability/chaos/senders.ts';
import { RunningCluster } from '#test/fixtures/running-cluster.ts';

/** Times are told and not asserted; longer, and there is nothing to go on with. */
const WELL_WITHIN_MS = 180_000;
/** Of a log line: the engine's results are not what was stored, or the books were changed. */
const DAMAGE = /JournalDamaged|gives other events|is not what was written|AuditDamaged|EngineToo/;

export class ClusterRun {
  readonly findings: Findings;
  readonly #cluster: RunningCluster;
  readonly #people: People;
  readonly #audit: Audit;
  readonly #journal: JournalAudit;
  readonly #backMs = new Map<string, number[]>();
  readonly #wholeMs = new Map<string, number[]>();
  readonly #folder: string;
  #gatewaysKilled = 0;
  #journaled = '';

  private constructor(parts: {
    readonly cluster: RunningCluster;
    readonly journal: JournalAudit;
    readonly folder: string;
    readonly goods: Goods;
    readonly signedIn: readonly Sender[];
    readonly seed: number;
    readonly findings: Findings;
  }) {
    const { cluster, journal, folder, goods, signedIn, seed, findings } = parts;
    this.findings = findings;
    this.#cluster = cluster;
    this.#journal = journal;
    this.#folder = folder;
    this.#people = new People({ url: cluster.url, signedIn, goods, findings, seed });
    this.#audit = new Audit({ databaseUrl: () => cluster.databaseUrl(), tickSize: goods.tickSize, findings });
  }

  /** Resolves when orders flow and everybody listens. */
  static async start(seed: number): Promise<ClusterRun> {
    const folder = mkdtempSync(join(tmpdir(), 'mua-cluster-chaos-'));
    const limitsFile = join(folder, 'limits.json');
    writeFileSync(limitsFile, JSON.stringify(LIMITS_OF_A_CROWD));
    const settings = { SEED: String(seed % 1_000), LIMITS_FILE: limitsFile };
    const cluster = await RunningCluster.start({ gateways: 2, settings });
    try {
      const findings = new Findings();
      const journal = await JournalAudit.open(await cluster.databaseUrl(), findings);
      const signedIn = await signIn(cluster.url);
      const [first] = signedIn;
      if (!first) throw new Error('nobody is signed in');
      const goods = await chooseGoods(first.client);
      const run = new ClusterRun({ cluster, journal, folder, goods, signedIn, seed, findings });
      await run.#people.start();
      return run;
    } catch (error) {
      await cluster.clear();
      rmSync(folder, { recursive: true });
      throw error;
    }
  }

  async suffer(fault: ClusterFault, lastsMs: number): Promise<void> {
    const name = `${fault.how}: ${fault.name}`;
    const pid = fault.pidIn(await this.#cluster.view());
    if (!pid) throw new Error(`${name}: it is not there\n${this.#situation()}`);
    this.findings.beginTrouble();
    const mend = strike(fault, pid, this.findings);
    const struckMs = performance.now();
    if (fault.how === 'kill' && fault.name.startsWith('gateway')) this.#gatewaysKilled += 1;
    const mended = fault.how === 'freeze' ? sleep(lastsMs).then(mend) : undefined;
    await this.#until(name, () => this.#people.senders.newestAcknowledgedMs > struckMs);
    note(this.#backMs, name, performance.now() - struckMs);
    await mended;
    await this.#until(name, async () => {
      const view = await this.#cluster.view();
      return view.isWhole && (fault.how === 'freeze' || !isThere(view, pid));
    });
    note(this.#wholeMs, name, performance.now() - struckMs);
    const wellMs = performance.now();
    await this.#until(name, () => this.#people.senders.newestAcknowledgedMs > wellMs);
    this.#journal.lead(await this.#cluster.databaseUrl());
    this.findings.endTrouble();
    await this.#people.askWhatBecame(this.#audit);
  }

  /** Ends the load and looks at everything. */
  async finish(): Promise<void> {
    await this.#people.finish(this.#audit);
    this.#journaled = await this.#journal.check(this.#people.log);
    const { processes } = await this.#cluster.view();
    const restarts = processes.filter(({ role }) => role === 'gateway').reduce((sum, one) => sum + one.restarts, 0);
    if (restarts !== this.#gatewaysKilled)
      this.findings.note(`${this.#gatewaysKilled} gateways were killed, and ${restarts} were started again`);
    this.#people.close();
    const code = await this.#cluster.stop();
    if (code !== 0) this.findings.note(`it stopped with ${code}: ${this.#situation()}`);
    for (const line of this.#cluster.logged(DAMAGE)) this.findings.note(line);
  }

  acknowledgedShare(): number {
    return this.#people.acknowledgedShare();
  }

  report(): string {
    const seconds = (values: readonly number[]): string => values.map((ms) => (ms / 1000).toFixed(1)).join(' ');
    return [
      ...this.#people.report(),
      ...[...this.#backMs].sort().map(([name, times]) => `${name}: acknowledged again after ${seconds(times)} s`),
      ...[...this.#wholeMs].sort().map(([name, times]) => `${name}: whole again after ${seconds(times)} s`),
      this.#journaled,
      ...this.findings.sentences,
    ].join('\n');
  }

  async clear(): Promise<void> {
    this.findings.close();
    this.#people.close();
    await this.#journal.close();
    await this.#cluster.clear();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #until(name: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const reached = await vi.waitUntil(isSo, { timeout: WELL_WITHIN_MS, interval: 20 }).catch(() => false);
    if (!reached) throw new Error(`${name}: it is not well again\n${this.#situation()}`);
  }

  #situation(): string {
    return `${this.report()}\n${this.#cluster.output()}`;
  }
}

function note(times: Map<string, number[]>, name: string, ms: number): void {
  times.set(name, [...(times.get(name) ?? []), ms]);
}

function isThere({ processes, pair }: Awaited<ReturnType<RunningCluster['view']>>, pid: number): boolean {
  return [...processes, ...pair.databases].some((one) => one.pid === pid);
}
