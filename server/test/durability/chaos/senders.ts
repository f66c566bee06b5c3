/**
 * Orders at an even pace, whether or not earlier ones are answered, from people who are signed in; cancels follow for
 * those that rest. Nothing is sent twice, except to learn what became of it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '@mua/contract/entities/contract';
import type { Random } from '@mua/core/values';
import type { Findings } from '#test/durability/chaos/findings.ts';
import type { OrderLog, OrderTerms, SentOrder } from '#test/durability/chaos/order-log.ts';
import type { Answer, InvestorClient } from '#test/fixtures/investor-client.ts';

const PACE_MS = 10;
/** Longer than any answer may take and any stop lasts: what has none by then has none. */
const GIVEN_UP_MS = 45_000;
const RESTING_LOTS = 20;
/** One of so many trades: each pays a fee. */
const TRADES_ONE_OF = 200;
const AT_ONCE = 32;
/** Of whoever trades on one machine; orders beyond that are not sent. */
const UNDER_WAY = 400;
/** Nothing was taken, or it came too late to be. */
const NOT_TAKEN = new Set(['JOURNAL_UNAVAILABLE', 'ServiceUnavailable', 'OrderTooLate', 'TooManyRequests']);
/** The server is away, or the one behind the door, or did not answer it. */
const NOBODY_KNOWS = new Set([502, 503, 504]);
/** Each of so many prices, below what the market pays, in ticks. */
const PRICES = 16;

/** A sub-account with somebody who may trade on it. */
export interface Sender {
  readonly accountId: string;
  readonly client: InvestorClient;
}

export interface Goods {
  readonly contractCode: string;
  /** Well below the market and within the band. */
  readonly priceTicks: number;
  readonly tickSize: number;
}

export interface SenderCounts {
  sent: number;
  acknowledged: number;
  refused: number;
  cancelled: number;
  /** Answered with "nobody knows", or not at all. */
  unknown: number;
  /** Not sent, because so many waited for their answer. */
  heldBack: number;
  readonly refusals: Map<string, number>;
}

export class Senders {
  readonly counts: SenderCounts = {
    ...{ sent: 0, acknowledged: 0, refused: 0, cancelled: 0, unknown: 0, heldBack: 0 },
    refusals: new Map(),
  };
  /** When the newest order was sent that is acknowledged. */
  newestAcknowledgedMs = 0;
  /** Orders of which nobody knew when they were sent first. */
  readonly #lost = new Set<SentOrder>();
  readonly #resting = new Map<string, SentOrder[]>();
  readonly #parts: {
    readonly senders: readonly Sender[];
    readonly goods: Goods;
    readonly log: OrderLog;
    readonly findings: Findings;
    readonly random: Random;
  };
  readonly #underWay = new Set<Promise<void>>();
  #isOver = false;
  #running: Promise<void> | undefined;

  constructor(parts: {
    readonly senders: readonly Sender[];
    readonly goods: Goods;
    readonly log: OrderLog;
    readonly findings: Findings;
    readonly random: Random;
  }) {
    this.#parts = parts;
  }

  start(perSecond: number): void {
    this.#running = this.#run(perSecond);
  }

  /** Resolves when everything is answered. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /**
   * Sends again, with the same ids: of orders of which nobody knew, so that it is known; and of acknowledged ones, which
   * must be the same orders.
   */
  async askAgain(orders: readonly SentOrder[]): Promise<void> {
    for (let at = 0; at < orders.length; at += AT_ONCE)
      await Promise.all(orders.slice(at, at + AT_ONCE).map((order) => this.#place(order)));
  }

  async #run(perSecond: number): Promise<void> {
    const beganMs = performance.now();
    for (let sent = 0; !this.#isOver; ) {
      for (const due = ((performance.now() - beganMs) * perSecond) / 1000; sent < due; sent += 1) this.#sendOne(sent);
      await sleep(PACE_MS);
    }
  }

  #sendOne(index: number): void {
    const { senders, log } = this.#parts;
    const sender = senders[index % senders.length];
    if (!sender) return;
    if (this.#underWay.size >= UNDER_WAY) {
      this.counts.heldBack += 1;
      return;
    }
    const order: SentOrder = {
      accountId: sender.accountId,
      clientOrderId: randomUUID(),
      terms: this.#terms(index),
      ...{ fate: 'sent', isCancelAcknowledged: false, heardBy: 0 },
    };
    log.add(order);
    this.counts.sent += 1;
    this.#track(this.#place(order));
    const resting = this.#resting.get(sender.accountId);
    if (!resting || resting.length <= RESTING_LOTS) return;
    const oldest = resting.shift();
    if (oldest) this.#track(this.#cancel(oldest));
  }

  #track(call: Promise<void>): void {
    this.#underWay.add(call);
    void call.finally(() => this.#underWay.delete(call));
  }

  #terms(index: number): OrderTerms {
    const { goods, random, senders } = this.#parts;
    const { contractCode, priceTicks, tickSize } = goods;
    if (index % TRADES_ONE_OF === 0) {
      const turn = Math.floor(index / TRADES_ONE_OF / senders.length) % 2;
      return { contractCode, side: turn === 0 ? 'BUY' : 'SELL', orderType: 'MARKET', duration: 'IOC', quantity: 1 };
    }
    const limitPrice = ((priceTicks - random.below(PRICES)) * tickSize).toFixed(3);
    const duration = random.chance(0.5) ? 'GTC' : 'IOC';
    return { contractCode, side: 'BUY', orderType: 'LIMIT', duration, quantity: 1 + random.below(2), limitPrice };
  }

  async #place(order: SentOrder): Promise<void> {
    const { counts } = this;
    const { accountId, clientOrderId, terms } = order;
    const isKnown = order.fate === 'acknowledged';
    const sentMs = performance.now();
    const answer = await this.#call(accountId, 'place', { clientOrderId, ...terms });
    if (answer && (answer.status === 201 || answer.status === 200)) {
      this.#noteAcknowledged(order, String(answer.body.order.orderId), sentMs);
      return;
    }
    const code = answer ? String(answer.body?.code ?? answer.status) : 'no answer';
    counts.refusals.set(code, (counts.refusals.get(code) ?? 0) + 1);
    if (isKnown) return;
    if (answer && (answer.status === 422 || NOT_TAKEN.has(code))) {
      // What was taken when it was sent first may still be on its way, unless the order itself is refused.
      if (answer.status === 422 || !this.#lost.has(order)) order.fate = 'refused';
      counts.refused += 1;
    } else {
      counts.unknown += 1;
      this.#lost.add(order);
      if (answer && answer.status >= 500 && !NOBODY_KNOWS.has(answer.status))
        this.#parts.findings.note(`an order was answered ${answer.status} ${code}`);
    }
  }

  /** Orders of which nobody has known yet. */
  unknownOrders(): SentOrder[] {
    return [...this.#lost].filter(({ fate }) => fate === 'sent');
  }

  #noteAcknowledged(order: SentOrder, orderId: string, sentMs: number): void {
    const { findings } = this.#parts;
    if (order.orderId !== undefined && order.orderId !== orderId)
      findings.note(`${order.clientOrderId} is order ${order.orderId} and order ${orderId}`);
    if (sentMs > this.newestAcknowledgedMs) this.newestAcknowledgedMs = sentMs;
    if (order.fate === 'acknowledged') return;
    if (order.fate === 'refused') findings.note(`${order.clientOrderId} was refused, and then it was order ${orderId}`);
    order.fate = 'acknowledged';
    order.orderId = orderId;
    this.#lost.delete(order);
    this.counts.acknowledged += 1;
    if (order.terms.duration !== 'GTC') return;
    const resting = this.#resting.get(order.accountId) ?? [];
    resting.push(order);
    this.#resting.set(order.accountId, resting);
  }

  async #cancel(order: SentOrder): Promise<void> {
    const { accountId, clientOrderId } = order;
    const answer = await this.#call(accountId, 'cancel', { clientOrderId });
    if (answer?.status === 200) {
      order.isCancelAcknowledged = true;
      this.counts.cancelled += 1;
    } else if (answer?.status !== 422 && answer?.status !== 409) this.#resting.get(accountId)?.push(order);
  }

  /** Resolves to undefined if the connection ended before the answer. */
  async #call(accountId: string, act: 'place' | 'cancel', body: object): Promise<Answer | undefined> {
    const { senders, findings } = this.#parts;
    const mine = senders.filter((sender) => sender.accountId === accountId);
    const client = mine[this.counts.sent % mine.length]?.client;
    if (!client) throw new Error(`nobody trades on ${accountId}`);
    const sentMs = performance.now();
    const givenUp = new AbortController();
    const tooLate = sleep(GIVEN_UP_MS, undefined, { signal: givenUp.signal }).catch(() => undefined);
    const answer = await Promise.race([
      client.post(`/api/order/${accountId}/${act}`, body).catch(() => undefined),
      tooLate,
    ]);
    givenUp.abort();
    findings.checkCall(sentMs, `${act}: ${answer?.status ?? 'no answer'}`, answer === undefined);
    return answer;
  }
}

/** A contract to trade, with a price at which a buy rests. */
export async function chooseGoods(client: InvestorClient): Promise<Goods> {
  const { body } = await client.get('/api/market/contracts?commodityCode=XC');
  const { items } = body as { readonly items: readonly Contract[] };
  const corn = items.find(({ bidPrice, sessionsLeft }) => bidPrice && (sessionsLeft?.long ?? 0) > 20);
  if (!corn) throw new Error('no mini corn to order');
  const tickSize = Number(corn.tickSize);
  const priceTicks = Math.floor((Number(corn.bidPrice) * 0.97) / tickSize);
  return { contractCode: corn.code, priceTicks, tickSize };
}
