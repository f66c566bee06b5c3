/**
 * Lets the simulated leaders trade: each decides every fifteen seconds, and sends ordinary orders like any investor.
 * What is refused is left alone for a while. Each trade costs, so whom nobody follows decides seldom, once an hour of
 * trades can be shown.
 */

import { randomUUID } from 'node:crypto';
import { DEMO_POLICY } from '@mua/contract/demo-policies';
import { type Account, accountEquityVnd, type CommandBody, type Contract, type EngineState } from '@mua/core/engine';
import { addDays, type Lots, MINUTE_MS, type Ticks } from '@mua/core/values';
import type { Logger } from 'pino';
import { SeenPrices, SLOW } from '#demo-leaders/seen-prices.ts';
import { LEADER_START_VND, SIMULATED_LEADERS, type SimulatedLeader } from '#demo-leaders/simulated-leaders.ts';
import { LOOK_BACK } from '#demo-leaders/tempers.ts';
import type { Clock } from '#ground/clock.ts';
import type { DurableStep, Sequencer } from '#journal/sequencer.ts';
import type { MarketView } from '#market/market-view.ts';

const DECISION_MS = 15_000;
const FIRST_HOUR_MS = 60 * MINUTE_MS;
/** After a refusal. */
const REST_MS = 10 * MINUTE_MS;
/** Nothing is opened so shortly before deliveries are announced or trading ends. */
const DAYS_LEFT = 14;

export interface LeaderTrading {
  stop(): void;
}

interface Deps {
  readonly sequencer: Sequencer;
  readonly market: Pick<MarketView, 'quote' | 'candles'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'debug'>;
}

/** Publishes what they lead, where it is not led yet, and begins. */
export async function openLeaderTrading(deps: Deps): Promise<LeaderTrading> {
  const traders = SIMULATED_LEADERS.map((leader) => new Trader(leader, deps));
  for (const trader of traders) await trader.lead();
  let turn = 0;
  // One after another, so that they do not trade at the same instant.
  const stop = deps.clock.every(DECISION_MS / traders.length, () => {
    traders[turn % traders.length]?.decide();
    turn += 1;
  });
  return { stop };
}

/** What a leader remembers of a contract. */
interface Watched {
  readonly seen: SeenPrices;
  netLots: Lots;
  /** Decisions since the position has changed. */
  held: number;
  restUntilMs: number;
}

class Trader {
  readonly #leader: SimulatedLeader;
  readonly #deps: Deps;
  readonly #watched = new Map<string, Watched>();

  constructor(leader: SimulatedLeader, deps: Deps) {
    this.#leader = leader;
    this.#deps = deps;
  }

  get #account(): Account | undefined {
    return this.#deps.sequencer.state.accounts.get(this.#leader.accountId);
  }

  /** Brings the strategy from wherever it is to where it runs. */
  async lead(): Promise<void> {
    const { accountId, terms } = this.#leader;
    if (!this.#account?.strategy)
      await this.#submit({ kind: 'publishStrategy', accountId, strategyId: randomUUID(), terms });
    const strategy = this.#account?.strategy;
    if (!strategy) return;
    const { strategyId } = strategy;
    const verdict = { verdict: 'APPROVED', operatorId: DEMO_POLICY, reason: 'demo: a leader of the house' } as const;
    if (strategy.status.approval === 'PENDING') await this.#submit({ kind: 'reviewStrategy', strategyId, ...verdict });
    if (strategy.status.running === 'NOT_STARTED') await this.#submit({ kind: 'runStrategy', accountId, strategyId });
  }

  decide(): void {
    const account = this.#account;
    if (!account) return;
    const { state } = this.#deps.sequencer;
    this.#refill(account, state);
    for (const commodityCode of Object.keys(this.#leader.markets)) {
      const contract = contractToTrade(state, commodityCode);
      this.#leaveOthers(account, commodityCode, contract);
      if (contract) void this.#decideOn(account, contract);
    }
  }

  async #decideOn(account: Account, { code, commodityCode }: Contract): Promise<void> {
    const size = this.#leader.markets[commodityCode];
    const price = this.#priceOf(code);
    if (!size || price === null) return;
    const watched = this.#watched.get(code) ?? (await this.#watch(code));
    watched.seen.take(price);
    const prices = watched.seen.at(this.#pace(account));
    const holding = account.holdings.get(code);
    if (prices === null || this.#isBusy(account, code, watched)) return;
    const { netLots, openNotional } = holding ?? { netLots: 0, openNotional: 0 };
    watched.held = netLots === watched.netLots ? watched.held + 1 : 0;
    watched.netLots = netLots;
    const averageTicks = netLots === 0 ? 0 : openNotional / Math.abs(netLots);
    const wanted = this.#leader.temper({ prices, netLots, averageTicks, held: watched.held }, size);
    if (wanted !== netLots) await this.#trade(code, wanted - netLots, watched);
  }

  /** Begins with the last minutes, so that nobody waits for a first decision. */
  async #watch(contractCode: string): Promise<Watched> {
    const { market, clock } = this.#deps;
    const pricesAMinute = MINUTE_MS / DECISION_MS;
    const limit = (LOOK_BACK * SLOW) / pricesAMinute;
    const bars = await market.candles({ contractCode, interval: '1m', limit, beforeMs: clock.nowMs() });
    const closes = bars.map(({ closeTicks }) => closeTicks);
    const watched = { seen: new SeenPrices(closes, pricesAMinute), netLots: 0, held: 0, restUntilMs: 0 };
    this.#watched.set(contractCode, watched);
    return watched;
  }

  /** Between the best prices; null while nothing can be traded. */
  #priceOf(contractCode: string): Ticks | null {
    const quote = this.#deps.market.quote(contractCode);
    if (quote?.session !== 'OPEN' || quote.bidTicks === null || quote.askTicks === null) return null;
    return (quote.bidTicks + quote.askTicks) / 2;
  }

  #pace({ strategy }: Account): 'slow' | 'fast' {
    if (!strategy || strategy.copies.length > 0) return 'fast';
    return this.#deps.clock.nowMs() < (strategy.startedMs ?? 0) + FIRST_HOUR_MS ? 'fast' : 'slow';
  }

  #isBusy(account: Account, contractCode: string, { restUntilMs }: Watched): boolean {
    const isOnItsWay = (account.holdings.get(contractCode)?.orders.length ?? 0) > 0;
    return isOnItsWay || this.#deps.clock.nowMs() < restUntilMs;
  }

  async #trade(contractCode: string, change: Lots, watched: Watched): Promise<void> {
    const { log, clock } = this.#deps;
    const orderId = randomUUID();
    const step = await this.#submit({
      ...{ kind: 'placeOrder', accountId: this.#leader.accountId, orderId, clientOrderId: randomUUID(), contractCode },
      ...{ side: change > 0 ? 'BUY' : 'SELL', orderType: 'MARKET', duration: 'IOC', quantityLots: Math.abs(change) },
    });
    if (step && !isRefused(step, orderId)) return;
    log.debug({ contractCode, change, leader: this.#leader.investorId }, 'a simulated leader was refused');
    watched.restUntilMs = clock.nowMs() + REST_MS;
  }

  /** What is held in a month that is not traded any more is closed. */
  #leaveOthers(account: Account, commodityCode: string, current: Contract | undefined): void {
    for (const { contractCode, listed, netLots } of account.positions.values()) {
      if (listed.contract.commodityCode !== commodityCode || contractCode === current?.code) continue;
      const watched = this.#watched.get(contractCode) ?? NEVER_SEEN();
      this.#watched.set(contractCode, watched);
      if (this.#priceOf(contractCode) !== null && !this.#isBusy(account, contractCode, watched))
        void this.#trade(contractCode, -netLots, watched);
    }
  }

  /** Who has lost half of what a demo gave is given it anew. */
  #refill(account: Account, state: EngineState): void {
    const equityVnd = accountEquityVnd(state, account);
    if (equityVnd >= LEADER_START_VND / 2n) return;
    const amountVnd = LEADER_START_VND - equityVnd;
    void this.#submit({ kind: 'deposit', accountId: account.accountId, amountVnd, reference: 'demo' });
  }

  /** Undefined where the queue is full or closing: the next decision is another one. */
  #submit(body: CommandBody): Promise<DurableStep | undefined> {
    const { sequencer, log } = this.#deps;
    return sequencer.submit(body).catch((err: unknown) => {
      log.debug({ err, leader: this.#leader.investorId }, 'a simulated leader was not heard');
      return undefined;
    });
  }
}

const NEVER_SEEN = (): Watched => ({ seen: new SeenPrices([], 1), netLots: 0, held: 0, restUntilMs: 0 });

function isRefused({ events }: DurableStep, orderId: string): boolean {
  return events.some(
    (event) =>
      event.kind === 'commandRefused' ||
      (event.kind === 'orderChanged' && event.order.orderId === orderId && event.order.status === 'REJECTED'),
  );
}

/** The nearest month with time left. */
export function contractToTrade({ contracts, tradeDate }: EngineState, commodityCode: string): Contract | undefined {
  const earliest = addDays(tradeDate, DAYS_LEFT);
  return [...contracts.values()]
    .map(({ contract }) => contract)
    .filter((contract) => contract.commodityCode === commodityCode && lastDayOf(contract) >= earliest)
    .sort((one, other) => (lastDayOf(one) < lastDayOf(other) ? -1 : 1))[0];
}

function lastDayOf({ firstNotificationDate, lastTradeDay }: Contract): string {
  return firstNotificationDate !== null && firstNotificationDate < lastTradeDay ? firstNotificationDate : lastTradeDay;
}
