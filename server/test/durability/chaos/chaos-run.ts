/** People who trade on the product, what is done to it meanwhile, and what is asked after each fault and at the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';
import { Audit } from '#test/durability/chaos/audit.ts';
import type { Fault } from '#test/durability/chaos/faults.ts';
import { Findings } from '#test/durability/chaos/findings.ts';
import { People, SOCKETS } from '#test/durability/chaos/people.ts';
import { chooseGoods, type Goods } from '#test/durability/chaos/senders.ts';
import { prepareStage, type Stage } from '#test/durability/chaos/stage.ts';
import { runOperator } from '#test/durability/chaos/supervised-product.ts';

/** The promise: orders are taken again so soon after a fault is over. */
const BACK_MS = 10_000;
/** Longer, and there is nothing to go on with. */
const BACK_AT_ALL_MS = 120_000;
/** After the last fault: a server keeps a silent request for a minute. */
const ABANDONED_MS = 180_000;
/** A supervisor starts again without a long pause what has run for a minute, and otherwise three times in a row. */
const STEADY_MS = 61_000;
const ENDS_IN_A_ROW = 3;
/** A clock is looked at every second. */
const BEARING_MS = 1_500;
const MEMORY_MB = 1_500;
const FILES = SOCKETS + 700;

/** Of the server after a fault. Dead connections are kept for up to a minute, and are looked for at the end. */
interface Figures {
  readonly memoryMb: number;
  readonly files: number;
  readonly abandoned: number;
}

export class ChaosRun {
  readonly findings: Findings;
  readonly #stage: Stage;
  readonly #people: People;
  readonly #audit: Audit;
  readonly #backMs = new Map<string, number[]>();
  readonly #figures: Figures[] = [];
  #endsInARow = 0;
  #struckMs = performance.now();

  private constructor(stage: Stage, goods: Goods, seed: number) {
    const { signedIn, findings, link, home } = stage;
    this.#stage = stage;
    this.findings = findings;
    this.#people = new People({ url: link.url, signedIn, goods, findings, seed });
    this.#audit = new Audit({ databaseUrl: () => home.databaseUrl(), tickSize: goods.tickSize, findings });
  }

  /** Resolves when orders flow and everybody listens. */
  static async start(seed: number, seconds: number): Promise<ChaosRun> {
    const stage = await prepareStage(seed, seconds, new Findings());
    const [first] = stage.signedIn;
    if (!first) throw new Error('nobody is signed in');
    const run = new ChaosRun(stage, await chooseGoods(first.client), seed);
    await run.#people.start();
    return run;
  }

  get hasFakedTime(): boolean {
    return this.#stage.time !== undefined;
  }

  async suffer(fault: Fault, lastsMs: number): Promise<void> {
    const { product, link } = this.#stage;
    if (fault.endsServer) await this.#untilRestartsAreQuick();
    this.findings.beginTrouble();
    const strikesMs = performance.now();
    await fault.strike(this.#stage);
    const struckMs = performance.now();
    if (fault.kind !== 'moment') await sleep(lastsMs);
    if (fault.kind === 'bearable' && this.#people.senders.newestAcknowledgedMs < struckMs + BEARING_MS)
      this.findings.note(`${fault.name}: no order was acknowledged while it lasted`);
    await fault.mend(this.#stage);
    const mendedMs = performance.now();
    const isBack = (): boolean => this.#people.senders.newestAcknowledgedMs > mendedMs || product.isOver();
    await vi.waitUntil(isBack, { timeout: BACK_AT_ALL_MS, interval: 20 }).catch(() => undefined);
    const backMs = Math.max(0, performance.now() - mendedMs - this.findings.driverLateMs(mendedMs));
    if (product.isOver() || !isBack()) throw new Error(`${fault.name}: it does not come back\n${this.#situation()}`);
    if (backMs > BACK_MS)
      this.findings.note(`${fault.name}: back after ${Math.round(backMs)} ms\n${product.output(strikesMs)}`);
    this.findings.endTrouble();
    this.#backMs.set(fault.name, [...(this.#backMs.get(fault.name) ?? []), backMs]);
    await this.#people.askWhatBecame(this.#audit).catch((error: unknown) => {
      throw new Error(`after ${fault.name}: ${String(error)}\n${this.#situation()}`, { cause: error });
    });
    const figures = product.figures();
    if (figures) this.#figures.push({ ...figures, abandoned: link.abandoned });
  }

  /** Ends the load and looks at everything. */
  async finish(): Promise<void> {
    const { home, product, link } = this.#stage;
    await this.#people.finish(this.#audit);
    const verified = await runOperator(home.dataDir, ['journal', 'verify']);
    if (!verified.includes('"firstDamage":null') && !verified.includes('"firstDamage": null'))
      this.findings.note(`journal verify: ${verified}`);
    await vi.waitUntil(() => link.abandoned === 0, { timeout: ABANDONED_MS, interval: 500 }).catch(() => undefined);
    if (link.abandoned > 0) this.findings.note(`${link.abandoned} dead connections are still kept`);
    for (const { memoryMb, files, abandoned } of this.#figures)
      if (memoryMb > MEMORY_MB || files - abandoned > FILES)
        this.findings.note(`${Math.round(memoryMb)} MB, ${files} files, ${abandoned} of them dead connections`);
    this.#people.close();
    const code = await product.stop();
    if (code !== 0) this.findings.note(`it stopped with ${code}: ${this.#situation()}`);
    if (home.postgresPids().length > 0) this.findings.note('PostgreSQL is still there after the stop');
  }

  acknowledgedShare(): number {
    return this.#people.acknowledgedShare();
  }

  report(): string {
    const seconds = (values: readonly number[]): string => values.map((ms) => (ms / 1000).toFixed(1)).join(' ');
    const most = (of: 'memoryMb' | 'files'): number => Math.round(Math.max(...this.#figures.map((each) => each[of])));
    return [
      ...this.#people.report(),
      ...[...this.#backMs].sort().map(([name, times]) => `${name}: back after ${seconds(times)} s`),
      `at most ${most('memoryMb')} MB and ${most('files')} files; ${this.#stage.product.ends()} ends of the server`,
      ...this.findings.sentences,
    ].join('\n');
  }

  async clear(): Promise<void> {
    this.findings.close();
    this.#people.close();
    await this.#stage.clear();
  }

  #situation(): string {
    return `${this.report()}\n${this.#stage.product.output()}`;
  }

  async #untilRestartsAreQuick(): Promise<void> {
    const steadyMs = this.#struckMs + STEADY_MS;
    if (this.#endsInARow >= ENDS_IN_A_ROW) await sleep(Math.max(0, steadyMs - performance.now()));
    if (performance.now() >= steadyMs) this.#endsInARow = 0;
    this.#endsInARow += 1;
    this.#struckMs = performance.now();
  }
}
