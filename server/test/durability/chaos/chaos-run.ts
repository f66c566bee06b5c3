/** People who trade on the product, what is done to it meanwhile, and what is asked after each fault and at the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, seededRandom } from '@mua/core/values';
import { vi } from 'vitest';
import { Audit } from '#test/durability/chaos/audit.ts';
import type { Fault } from '#test/durability/chaos/faults.ts';
import { Findings } from '#test/durability/chaos/findings.ts';
import { AccountListener, PriceListener } from '#test/durability/chaos/listeners.ts';
import { OrderLog, type SentOrder } from '#test/durability/chaos/order-log.ts';
import { chooseGoods, type Goods, Senders } from '#test/durability/chaos/senders.ts';
import { prepareStage, type Stage } from '#test/durability/chaos/stage.ts';
import { runOperator } from '#test/durability/chaos/supervised-product.ts';

/** Fewer on a machine that has other work; the proof is at 200. */
const ORDERS_PER_SECOND = Number(process.env.CHAOS_ORDERS ?? 200);
const SOCKETS = 500;
const LISTENERS_OF_AN_ACCOUNT = 4;
/** The promise: orders are taken again so soon after a fault is over. */
const BACK_MS = 10_000;
/** Longer, and there is nothing to go on with. */
const BACK_AT_ALL_MS = 120_000;
const SOCKETS_BACK_MS = 60_000;
const HEARD_MS = 30_000;
/** After the last fault: a server keeps a silent request for a minute. */
const ABANDONED_MS = 180_000;
/** A supervisor starts again without a long pause what has run for a minute, and otherwise three times in a row. */
const STEADY_MS = 61_000;
const ENDS_IN_A_ROW = 3;
/** A clock is looked at every second. */
const BEARING_MS = 1_500;
const ASKED_AGAIN = 20;
/** The rest after later faults, and at the end. */
const UNKNOWN_ASKED = 200;
const OLDER_LOOKED_AT = 500;
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
  readonly #random: Random;
  readonly #log = new OrderLog();
  readonly #senders: Senders;
  readonly #audit: Audit;
  readonly #accounts: readonly AccountListener[];
  readonly #prices: readonly PriceListener[];
  readonly #backMs = new Map<string, number[]>();
  readonly #figures: Figures[] = [];
  #audited = 0;
  #endsInARow = 0;
  #struckMs = performance.now();

  private constructor(stage: Stage, goods: Goods, seed: number) {
    const { people, findings, link, home } = stage;
    this.#stage = stage;
    this.findings = findings;
    this.#random = seededRandom(seed + 1);
    this.#senders = new Senders({ senders: people, goods, log: this.#log, findings, random: seededRandom(seed + 2) });
    this.#audit = new Audit({ databaseUrl: () => home.databaseUrl(), tickSize: goods.tickSize, findings });
    this.#accounts = listenToAccounts(stage, this.#log);
    this.#prices = Array.from(
      { length: SOCKETS - this.#accounts.length },
      () => new PriceListener(link.url, goods.contractCode),
    );
  }
  /** Resolves when orders flow and everybody listens. */
  static async start(seed: number, seconds: number): Promise<ChaosRun> {
    const stage = await prepareStage(seed, seconds, new Findings());
    const [first] = stage.people;
    if (!first) throw new Error('nobody is signed in');
    const run = new ChaosRun(stage, await chooseGoods(first.client), seed);
    for (const listener of run.#listeners()) void listener.connect();
    if (!(await run.#allConnect())) run.findings.note(`${run.#connected()} of ${SOCKETS} sockets connected at first`);
    run.#senders.start(ORDERS_PER_SECOND);
    return run;
  }

  get hasFakedTime(): boolean {
    return this.#stage.time !== undefined;
  }

  async suffer(fault: Fault, lastsMs: number): Promise<void> {
    const { product, link } = this.#stage;
    if (fault.endsServer) await this.#untilRestartsAreQuick();
    this.findings.beginTrouble();
    await fault.strike(this.#stage);
    const struckMs = performance.now();
    if (fault.kind !== 'moment') await sleep(lastsMs);
    if (fault.kind === 'bearable' && this.#senders.newestAcknowledgedMs < struckMs + BEARING_MS)
      this.findings.note(`${fault.name}: no order was acknowledged while it lasted`);
    await fault.mend(this.#stage);
    const mendedMs = performance.now();
    const isBack = (): boolean => this.#senders.newestAcknowledgedMs > mendedMs || product.isOver();
    await vi.waitUntil(isBack, { timeout: BACK_AT_ALL_MS, interval: 20 }).catch(() => undefined);
    const backMs = Math.max(0, performance.now() - mendedMs - this.findings.driverLateMs(mendedMs));
    if (product.isOver() || !isBack()) throw new Error(`${fault.name}: it does not come back\n${this.#situation()}`);
    if (backMs > BACK_MS) this.findings.note(`${fault.name}: back after ${Math.round(backMs)} ms`);
    this.findings.endTrouble();
    this.#backMs.set(fault.name, [...(this.#backMs.get(fault.name) ?? []), backMs]);
    await this.#askWhatBecame().catch((error: unknown) => {
      throw new Error(`after ${fault.name}: ${String(error)}\n${this.#situation()}`, { cause: error });
    });
    const figures = product.figures();
    if (figures) this.#figures.push({ ...figures, abandoned: link.abandoned });
  }

  /** Ends the load and looks at everything. */
  async finish(): Promise<void> {
    const { home, product, link } = this.#stage;
    const senders = this.#senders;
    if (!(await this.#allConnect())) this.findings.note(`${this.#connected()} of ${SOCKETS} sockets came back`);
    await senders.stop();
    await senders.askAgain(senders.unknownOrders());
    const acknowledged = this.#log.all().filter(({ fate }) => fate === 'acknowledged');
    for (const listener of this.#accounts) await this.#checkHeard(listener, acknowledged);
    await this.#audit.checkBooks(this.#log);
    const verified = await runOperator(home.dataDir, ['journal', 'verify']);
    if (!verified.includes('"firstDamage":null') && !verified.includes('"firstDamage": null'))
      this.findings.note(`journal verify: ${verified}`);
    await vi.waitUntil(() => link.abandoned === 0, { timeout: ABANDONED_MS, interval: 500 }).catch(() => undefined);
    if (link.abandoned > 0) this.findings.note(`${link.abandoned} dead connections are still kept`);
    for (const { memoryMb, files, abandoned } of this.#figures)
      if (memoryMb > MEMORY_MB || files - abandoned > FILES)
        this.findings.note(`${Math.round(memoryMb)} MB, ${files} files, ${abandoned} of them dead connections`);
    for (const listener of this.#listeners()) listener.close();
    const code = await product.stop();
    if (code !== 0) this.findings.note(`it stopped with ${code}: ${this.#situation()}`);
    if (home.postgresPids().length > 0) this.findings.note('PostgreSQL is still there after the stop');
  }

  /** Of the orders that were sent, how many were acknowledged. */
  acknowledgedShare(): number {
    return this.#senders.counts.acknowledged / this.#senders.counts.sent;
  }

  report(): string {
    const { sent, acknowledged, refused, unknown, cancelled, heldBack, refusals } = this.#senders.counts;
    const seconds = (values: readonly number[]): string => values.map((ms) => (ms / 1000).toFixed(1)).join(' ');
    const most = (of: 'memoryMb' | 'files'): number => Math.round(Math.max(...this.#figures.map((each) => each[of])));
    return [
      `${sent} orders sent: ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown at first, ${this.#senders.unknownOrders().length} at last; ${cancelled} cancels acknowledged; ${heldBack} held back`,
      `answers: ${JSON.stringify(Object.fromEntries(refusals))}`,
      ...[...this.#backMs].sort().map(([name, times]) => `${name}: back after ${seconds(times)} s`),
      `at most ${most('memoryMb')} MB and ${most('files')} files; ${this.#stage.product.ends()} ends of the server`,
      `the driver was late ${Math.round(this.findings.driverLateShare * 100)} % of the time, which is not counted`,
      `listeners resumed ${this.#sum('resumed')} times, with a snapshot instead ${this.#sum('snapshotsInstead')} times`,
      ...this.findings.sentences,
    ].join('\n');
  }

  async clear(): Promise<void> {
    this.findings.close();
    for (const listener of this.#listeners()) listener.close();
    await this.#stage.clear();
  }

  #sum(of: 'resumed' | 'snapshotsInstead'): number {
    return this.#accounts.reduce((sum, listener) => sum + listener[of], 0);
  }

  #listeners(): readonly (AccountListener | PriceListener)[] {
    return [...this.#accounts, ...this.#prices];
  }

  #connected(): number {
    return this.#listeners().filter(({ isConnected }) => isConnected).length;
  }

  #allConnect(): Promise<boolean> {
    return vi
      .waitUntil(() => this.#connected() === SOCKETS, { timeout: SOCKETS_BACK_MS, interval: 100 })
      .catch(() => false);
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

  /** Of what nobody knew, and of some that were acknowledged; then the books are looked at. */
  async #askWhatBecame(): Promise<void> {
    const all = this.#log.all();
    const known = Array.from({ length: ASKED_AGAIN }, () => this.#random.pick(all));
    const acknowledged = known.filter(({ fate }) => fate === 'acknowledged');
    const unknown = this.#senders.unknownOrders().slice(0, UNKNOWN_ASKED);
    await this.#senders.askAgain([...unknown, ...acknowledged]);
    const older = Array.from({ length: OLDER_LOOKED_AT }, () => this.#random.pick(all));
    await this.#audit.checkOrders([...all.slice(this.#audited), ...older]);
    this.#audited = all.length;
  }

  async #checkHeard(listener: AccountListener, acknowledged: readonly SentOrder[]): Promise<void> {
    // What changed before a snapshot came in place of it, it was not told.
    if (listener.snapshotsInstead > 0) return;
    const own = acknowledged.filter(({ accountId }) => accountId === listener.accountId);
    const missed = (): number => own.filter(({ heardBy }) => (heardBy & listener.bit) === 0).length;
    await vi.waitUntil(() => missed() === 0, { timeout: HEARD_MS, interval: 200 }).catch(() => undefined);
    if (missed() > 0) this.findings.note(`${listener.accountId} was not told of ${missed()} orders`);
  }
}

function listenToAccounts({ people, findings, link }: Stage, log: OrderLog): AccountListener[] {
  const places = new Map<string, number>();
  const accounts = new Set(people.map(({ accountId }) => accountId));
  return Array.from({ length: accounts.size * LISTENERS_OF_AN_ACCOUNT }, (_, at) => {
    const person = people[at % people.length];
    if (!person) throw new Error('nobody is signed in');
    const place = places.get(person.accountId) ?? 0;
    places.set(person.accountId, place + 1);
    return new AccountListener({ url: link.url, ...person, place, log, findings });
  });
}
