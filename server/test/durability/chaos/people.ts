/** People who trade and watch while something is done to the product, and what they are asked about it. */
import { type Random, seededRandom } from '@mua/core/values';
import { vi } from 'vitest';
import type { Audit } from '#test/durability/chaos/audit.ts';
import type { Findings } from '#test/durability/chaos/findings.ts';
import { AccountListener, differenceOfTapes, PriceListener, TapeListener } from '#test/durability/chaos/listeners.ts';
import { OrderLog, type SentOrder } from '#test/durability/chaos/order-log.ts';
import { type Goods, type Sender, Senders } from '#test/durability/chaos/senders.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';

/** Fewer on a machine that has other work; the proof is at 200. */
const ORDERS_PER_SECOND = Number(process.env.CHAOS_ORDERS ?? 200);
export const SOCKETS = 500;
const LISTENERS_OF_AN_ACCOUNT = 4;
/** At either gateway of a cluster some. */
const TAPE_LISTENERS = 6;
const SOCKETS_BACK_MS = 60_000;
const HEARD_MS = 30_000;
const ASKED_AGAIN = 20;
const OLDER_LOOKED_AT = 500;

const ACCOUNTS: Readonly<Record<string, readonly string[]>> = {
  'an@mua.demo': ['108C000001-01', '108C000001-02'],
  'binh@mua.demo': ['108C000002-01', '108C000002-02'],
  'chi@mua.demo': ['108C000003-01'],
};
const SESSIONS_OF_A_PERSON = 3;
/** For LIMITS_FILE: five sub-accounts send what fifty would, and one machine is everybody's address. */
export const LIMITS_OF_A_CROWD = {
  ordersPerSecond: 200,
  ordersBurst: 400,
  socketsPerJar: 400,
  socketHandshakesPerAddress: 500,
  connectionsPerAddress: 10_000,
  resumeEvents: 100_000,
};

/** Sub-accounts take turns, and the sessions of each. */
export async function signIn(url: string): Promise<Sender[]> {
  const senders: Sender[] = [];
  for (let session = 0; session < SESSIONS_OF_A_PERSON; session += 1)
    for (const [username, accounts] of Object.entries(ACCOUNTS)) {
      const client = new InvestorClient(url);
      await client.signIn(username);
      for (const accountId of accounts) senders.push({ accountId, client });
    }
  return senders;
}

interface PeopleParts {
  readonly url: string;
  readonly signedIn: readonly Sender[];
  readonly goods: Goods;
  readonly findings: Findings;
  readonly seed: number;
}

export class People {
  readonly log = new OrderLog();
  readonly senders: Senders;
  readonly #findings: Findings;
  readonly #random: Random;
  readonly #accounts: readonly AccountListener[];
  readonly #prices: readonly PriceListener[];
  readonly #tapes: readonly TapeListener[];
  #audited = 0;

  constructor(parts: PeopleParts) {
    const { url, signedIn, goods, findings, seed } = parts;
    const { log } = this;
    this.#findings = findings;
    this.#random = seededRandom(seed + 1);
    this.senders = new Senders({ senders: signedIn, goods, log, findings, random: seededRandom(seed + 2) });
    this.#accounts = listenToAccounts(parts, log);
    this.#tapes = Array.from({ length: TAPE_LISTENERS }, () => new TapeListener(url, goods.contractCode));
    this.#prices = Array.from(
      { length: SOCKETS - this.#accounts.length - TAPE_LISTENERS },
      () => new PriceListener(url, goods.contractCode),
    );
  }

  /** Resolves when everybody listens; orders flow from then on. */
  async start(): Promise<void> {
    for (const listener of this.#listeners()) void listener.connect();
    if (!(await this.#allConnect()))
      this.#findings.note(`${this.#connected()} of ${SOCKETS} sockets connected at first`);
    this.senders.start(ORDERS_PER_SECOND);
  }

  /**
   * Of everything that nobody knew, or its orders would rest for ever and hold all the margin that there is; and of some
   * that were acknowledged. Then the books are looked at.
   */
  async askWhatBecame(audit: Audit): Promise<void> {
    const all = this.log.all();
    const known = Array.from({ length: ASKED_AGAIN }, () => this.#random.pick(all));
    const acknowledged = known.filter(({ fate }) => fate === 'acknowledged');
    await this.senders.askAgain([...this.senders.unknownOrders(), ...acknowledged]);
    const older = Array.from({ length: OLDER_LOOKED_AT }, () => this.#random.pick(all));
    await audit.checkOrders([...all.slice(this.#audited), ...older]);
    this.#audited = all.length;
  }

  /** Ends the load; everybody has to have heard of everything, and the books to have it. */
  async finish(audit: Audit): Promise<void> {
    const { senders } = this;
    if (!(await this.#allConnect())) this.#findings.note(`${this.#connected()} of ${SOCKETS} sockets came back`);
    await senders.stop();
    await senders.askAgain(senders.unknownOrders());
    const acknowledged = this.log.all().filter(({ fate }) => fate === 'acknowledged');
    for (const listener of this.#accounts) await this.#checkHeard(listener, acknowledged);
    await this.#checkPrices();
    this.#checkTapes();
    await audit.checkBooks(this.log);
  }

  /** Of the orders that were sent, how many were acknowledged. */
  acknowledgedShare(): number {
    return this.senders.counts.acknowledged / this.senders.counts.sent;
  }

  report(): string[] {
    const { sent, acknowledged, refused, unknown, cancelled, heldBack, refusals } = this.senders.counts;
    return [
      `${sent} orders sent: ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown at first, ${this.senders.unknownOrders().length} at last; ${cancelled} cancels acknowledged; ${heldBack} held back`,
      `answers: ${JSON.stringify(Object.fromEntries(refusals))}`,
      `${this.#tapes.reduce((sum, { tapes }) => sum + tapes.flat().length, 0)} trades heard on ${this.#tapes.flatMap(({ tapes }) => tapes).length} connections`,
      `listeners resumed ${this.#sum('resumed')} times, with a snapshot instead ${this.#sum('snapshotsInstead')} times`,
      `the driver was late ${Math.round(this.#findings.driverLateShare * 100)} % of the time, which is not counted`,
    ];
  }

  close(): void {
    for (const listener of this.#listeners()) listener.close();
  }

  #sum(of: 'resumed' | 'snapshotsInstead'): number {
    return this.#accounts.reduce((sum, listener) => sum + listener[of], 0);
  }

  #listeners(): readonly (AccountListener | PriceListener | TapeListener)[] {
    return [...this.#accounts, ...this.#prices, ...this.#tapes];
  }

  #connected(): number {
    return this.#listeners().filter(({ isConnected }) => isConnected).length;
  }

  #allConnect(): Promise<boolean> {
    return vi
      .waitUntil(() => this.#connected() === SOCKETS, { timeout: SOCKETS_BACK_MS, interval: 100 })
      .catch(() => false);
  }

  async #checkPrices(): Promise<void> {
    const before = this.#prices.map(({ received }) => received);
    const deaf = (): number => this.#prices.filter(({ received }, at) => received <= (before[at] ?? 0)).length;
    await vi.waitUntil(() => deaf() === 0, { timeout: HEARD_MS, interval: 200 }).catch(() => undefined);
    if (deaf() > 0) this.#findings.note(`${deaf()} sockets hear no prices`);
  }

  /** Whoever listened at the same time was told the same trades, in the same order. */
  #checkTapes(): void {
    const tapes = this.#tapes.flatMap((listener) => listener.tapes);
    for (const [at, one] of tapes.entries())
      for (const other of tapes.slice(at + 1)) {
        const difference = differenceOfTapes(one, other);
        if (difference !== undefined) this.#findings.note(`the tape has a hole: ${difference}`);
      }
  }

  async #checkHeard(listener: AccountListener, acknowledged: readonly SentOrder[]): Promise<void> {
    // What changed before a snapshot came in place of it, it was not told.
    if (listener.snapshotsInstead > 0) return;
    const own = acknowledged.filter(({ accountId }) => accountId === listener.accountId);
    const missed = (): number => own.filter(({ heardBy }) => (heardBy & listener.bit) === 0).length;
    await vi.waitUntil(() => missed() === 0, { timeout: HEARD_MS, interval: 200 }).catch(() => undefined);
    if (missed() > 0) this.#findings.note(`${listener.accountId} was not told of ${missed()} orders`);
  }
}

function listenToAccounts({ signedIn, findings, url }: PeopleParts, log: OrderLog): AccountListener[] {
  const places = new Map<string, number>();
  const accounts = new Set(signedIn.map(({ accountId }) => accountId));
  return Array.from({ length: accounts.size * LISTENERS_OF_AN_ACCOUNT }, (_, at) => {
    const person = signedIn[at % signedIn.length];
    if (!person) throw new Error('nobody is signed in');
    const place = places.get(person.accountId) ?? 0;
    places.set(person.accountId, place + 1);
    return new AccountListener({ url, ...person, place, log, findings });
  });
}
