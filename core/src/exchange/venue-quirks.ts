/**
 * Gives the simulated exchange the behaviour of a third-party one: it answers late, twice and out of order, never
 * acknowledges what it fills, overfills, refuses and cancels with its own texts, reports fills after the trade date has
 * rolled, and names orders that nobody sent. What it reports of lots is true in the end except for invented ones, which
 * the broker must book or put into suspense. Every quirk is drawn from one seed.
 * It is placed between broker and exchange: requests enter by `handle`, the exchange's reports by `receive`, and
 * `arriving` returns what has reached the broker by a time.
 */
import type { Exchange } from '#exchange/exchange.ts';
import type { VenueReport, VenueRequest } from '#orders/venue-messages.ts';
import type { Random } from '#values/random.ts';

/**
 * The chance of each quirk, per thousand requests or reports; of those without a request, per thousand accepted orders.
 */
export interface QuirkChances {
  readonly refusesWithText: number;
  readonly late: number;
  readonly veryLate: number;
  readonly twice: number;
  readonly neverAcknowledges: number;
  readonly overRoll: number;
  readonly overfills: number;
  readonly cancelsByItself: number;
  readonly namesStrangers: number;
}

/** Often enough to see every quirk within some hundred orders, seldom enough that most orders behave normally. */
export const THIRD_PARTY_QUIRKS: QuirkChances = {
  refusesWithText: 10,
  late: 150,
  veryLate: 5,
  twice: 50,
  neverAcknowledges: 20,
  overRoll: 5,
  overfills: 10,
  cancelsByItself: 20,
  namesStrangers: 5,
};

export const NO_QUIRKS: QuirkChances = {
  refusesWithText: 0,
  late: 0,
  veryLate: 0,
  twice: 0,
  neverAcknowledges: 0,
  overRoll: 0,
  overfills: 0,
  cancelsByItself: 0,
  namesStrangers: 0,
};

/** Late enough to be overtaken by later reports. */
const LATE_MS = 400;
/** Beyond the time in which the broker expects an answer. */
const VERY_LATE_MS = 8_000;
/** Maximum delay of unsolicited actions after acceptance. */
const BY_ITSELF_MS = 60_000;
const LEAST_LOOKED_THROUGH = 1_000;
const REFUSAL = 'Member limit 42 exceeded';
const KILLED = 'Cancelled by market control';

/** An order that the exchange will cancel by itself. */
interface Doomed {
  readonly orderId: string;
  readonly contractCode: string;
  readonly dueMs: number;
}

interface Underway {
  readonly report: VenueReport;
  readonly dueMs: number;
}

export class QuirkyVenue {
  readonly #exchange: Pick<Exchange, 'handle' | 'orderView'>;
  readonly #epoch: string;
  readonly #random: Random;
  readonly #quirks: QuirkChances;
  /** The broker's orders that may be live at the exchange: contract by order id. Cleaned up whenever it has doubled. */
  readonly #live = new Map<string, string>();
  #looksThroughAt = LEAST_LOOKED_THROUGH;
  #doomed: Doomed[] = [];
  #isCancellingByItself = false;
  #underway: Underway[] = [];
  #overRoll: VenueReport[] = [];
  #madeUp = 0;

  constructor(options: {
    readonly exchange: Pick<Exchange, 'handle' | 'orderView'>;
    /** Epoch of the exchange; ids of invented reports begin with it too. */
    readonly epoch: string;
    readonly random: Random;
    readonly quirks?: QuirkChances;
  }) {
    this.#exchange = options.exchange;
    this.#epoch = options.epoch;
    this.#random = options.random;
    this.#quirks = options.quirks ?? THIRD_PARTY_QUIRKS;
  }

  /** Handles a request of the broker: passed to the exchange, or refused before it. */
  handle(request: VenueRequest): readonly VenueReport[] {
    if (request.kind !== 'submit') return this.#exchange.handle(request);
    const { orderId, contractCode } = request.order;
    if (this.#draws('refusesWithText')) {
      const id = request.requestId === undefined ? {} : { requestId: request.requestId };
      return [{ execId: this.#newExecId(), orderId, contractCode, kind: 'rejected', reason: REFUSAL, ...id }];
    }
    this.#live.set(orderId, contractCode);
    if (this.#live.size > this.#looksThroughAt) this.#lookThrough();
    return this.#exchange.handle(request);
  }

  /** Takes the exchange's reports on the broker's orders and schedules their delivery. */
  receive(reports: readonly VenueReport[], nowMs: number): void {
    for (const said of reports) {
      const report = this.#inItsWords(said);
      if (report.kind === 'accepted') this.#plan(report, nowMs);
      if (ENDS.has(report.kind)) this.#live.delete(report.orderId);
      if (report.kind === 'accepted' && this.#draws('neverAcknowledges')) continue;
      if (report.kind === 'filled' && this.#draws('overRoll')) this.#overRoll.push(report);
      else this.#underway.push({ report, dueMs: nowMs + this.#delayMs() });
      if (this.#draws('twice')) this.#underway.push({ report, dueMs: nowMs + LATE_MS });
      if (report.kind === 'filled' && this.#draws('overfills')) this.#reportMore(report, nowMs);
    }
  }

  /** Carries out unsolicited cancels that are due. */
  act(nowMs: number): void {
    const due = this.#doomed.filter(({ dueMs }) => dueMs <= nowMs);
    if (due.length === 0) return;
    this.#doomed = this.#doomed.filter(({ dueMs }) => dueMs > nowMs);
    this.#isCancellingByItself = true;
    for (const { orderId, contractCode } of due)
      if (this.#exchange.orderView({ orderId, contractCode }) !== null)
        this.receive(this.#exchange.handle({ kind: 'cancel', orderId, contractCode }), nowMs);
    this.#isCancellingByItself = false;
  }

  /** The reports that reach the broker by this time, in order of arrival. */
  arriving(nowMs: number): readonly VenueReport[] {
    const arrived = this.#underway.filter(({ dueMs }) => dueMs <= nowMs);
    if (arrived.length === 0) return [];
    this.#underway = this.#underway.filter(({ dueMs }) => dueMs > nowMs);
    return arrived.sort((a, b) => a.dueMs - b.dueMs).map(({ report }) => report);
  }

  /** Releases the reports held until the trade date rolled. */
  dateRolled(nowMs: number): void {
    for (const report of this.#overRoll) this.#underway.push({ report, dueMs: nowMs });
    this.#overRoll = [];
  }

  /** Delivers all pending reports: before open orders are listed after a reconnect, everything has been reported. */
  reportAll(): readonly VenueReport[] {
    const reported = [...this.arriving(Number.POSITIVE_INFINITY), ...this.#overRoll];
    this.#overRoll = [];
    return reported;
  }

  /** The broker's live orders; the exchange knows the state of each. */
  get liveOrders(): readonly { readonly orderId: string; readonly contractCode: string }[] {
    this.#lookThrough();
    return [...this.#live].map(([orderId, contractCode]) => ({ orderId, contractCode }));
  }

  /** Forgets filled orders, whose end is not reported separately. */
  #lookThrough(): void {
    for (const [orderId, contractCode] of this.#live)
      if (this.#exchange.orderView({ orderId, contractCode }) === null) this.#live.delete(orderId);
    this.#looksThroughAt = Math.max(LEAST_LOOKED_THROUGH, 2 * this.#live.size);
  }

  #inItsWords(report: VenueReport): VenueReport {
    const isItsOwn = report.kind === 'cancelled' && this.#isCancellingByItself;
    return isItsOwn ? { ...report, reason: 'ExchangeCancelled', text: KILLED } : report;
  }

  /**
   * Decides whether the exchange will cancel an accepted order by itself, and whether it invents a fill of an unknown
   * one.
   */
  #plan({ orderId, contractCode }: VenueReport, nowMs: number): void {
    if (this.#draws('cancelsByItself'))
      this.#doomed.push({ orderId, contractCode, dueMs: nowMs + this.#random.between(1, BY_ITSELF_MS) });
    if (!this.#draws('namesStrangers')) return;
    const execId = this.#newExecId();
    const stranger = { execId, orderId: `stranger-${execId}`, contractCode, tradeId: execId };
    const report = { ...stranger, kind: 'filled', priceTicks: 1, lots: 1 } as const;
    this.#underway.push({ report, dueMs: nowMs + this.#random.between(1, BY_ITSELF_MS) });
  }

  #delayMs(): number {
    if (this.#draws('veryLate')) return VERY_LATE_MS;
    return this.#draws('late') ? this.#random.between(1, LATE_MS) : 0;
  }

  /** Invents one more lot at the same price, behind which there is no trade. */
  #reportMore(fill: Extract<VenueReport, { kind: 'filled' }>, nowMs: number): void {
    const execId = this.#newExecId();
    this.#underway.push({ report: { ...fill, execId, tradeId: execId, lots: 1 }, dueMs: nowMs + LATE_MS });
  }

  #newExecId(): string {
    this.#madeUp += 1;
    return `${this.#epoch}-foreign${this.#madeUp}`;
  }

  #draws(quirk: keyof QuirkChances): boolean {
    return this.#random.below(1_000) < this.#quirks[quirk];
  }
}

const ENDS: ReadonlySet<VenueReport['kind']> = new Set<VenueReport['kind']>(['rejected', 'cancelled', 'expired']);
