/** Copy trading as leaders, followers and operators do it, the wrong and the repeated wishes as well. */
import { type Account, type CommandBody, cashVnd, type StrategyTerms } from '@mua/core/engine';
import { addDays, FEE_PERIODS, type Random } from '@mua/core/values';
import type { Investors, Place } from '#test/simulator/investors.ts';
import { expectRefusal, expectSound, SITUATIONS } from '#test/simulator/outcomes.ts';
import type { Simulation } from '#test/simulator/simulation.ts';

type Follow = Extract<CommandBody, { kind: 'followStrategy' }>;
type Fund = Extract<CommandBody, { kind: 'fundCopy' }>;

/** Rich, and no follower; the last one is no demo account: no exchange trades for it here. */
const LEADERS = ['an-1', 'binh-1', 'chi-1', 'live-1'] as const;
/** `live-2` follows as well. */
const LIVE = ['live-1', 'live-2'] as const;

/** The contracts' last days are after it. */
const LAST_LEAP = '2027-01-25';

export interface Crowd {
  /** So many sub-accounts follow in the end. */
  readonly followers: number;
  /** They come all at once, and most copy a hundredth: what a fill asks of them takes more than one command. */
  readonly isCrowd: boolean;
}

export class CopyActs {
  private readonly simulation: Simulation;
  private readonly investors: Investors;
  private readonly random: Random;
  private readonly crowd: Crowd;
  private lastFollow: Follow | undefined;
  private lastFund: Fund | undefined;

  constructor(simulation: Simulation, investors: Investors, random: Random, crowd: Crowd) {
    this.simulation = simulation;
    this.investors = investors;
    this.random = random;
    this.crowd = crowd;
  }

  // ---- leaders and operators ----

  /** A new strategy, a change of a known one or of one that has ended, or an attempt on somebody else's. */
  publish(): void {
    const { random } = this;
    for (const accountId of LIVE) this.open(accountId, accountId, 2_000_000_000n);
    const known = [...this.strategies];
    const accountId = random.chance(0.95) ? random.pick(LEADERS) : this.investors.accountId();
    const strategyId =
      known.length > 0 && random.chance(0.3) ? random.pick(known).strategyId : this.investors.nextId('strategy');
    const kind = random.chance(0.2) ? 'changeStrategy' : 'publishStrategy';
    this.simulation.run({ kind, accountId, strategyId, terms: this.terms() });
  }

  private terms(): StrategyTerms {
    const { random } = this;
    return {
      name: random.pick(['Mùa vụ', 'Xu hướng']),
      description: '',
      maxFollowers: this.crowd.isCrowd ? 1_000 : random.pick([3, 50]),
      copyFeeVnd: random.pick([0n, 0n, 500_000n, 3_000_000n, 40_000_000n]),
      feePeriod: random.pick(FEE_PERIODS),
      performanceFeeBasisPoints: random.pick([0, 1_000, 2_500, 3_333, 5_000]),
      minFollowVnd: random.pick([0n, 0n, 1_000_000n, 50_000_000n, 200_000_000n]),
      slippageTicks: random.pick([0, 2, 5, 40]),
    };
  }

  review(): void {
    const strategy = this.pickOf(this.strategies);
    const verdict = this.random.chance(0.85) ? 'APPROVED' : this.random.pick(['REJECTED', 'STOPPED'] as const);
    const strategyId = strategy?.strategyId ?? 'unheard-of';
    this.simulation.run({ kind: 'reviewStrategy', strategyId, verdict, reason: 'read', operatorId: 'lan' });
  }

  run(): void {
    const strategy = this.pickOf(this.strategies.filter(({ status }) => status.running === 'NOT_STARTED'));
    if (!strategy) return;
    const { accountId, strategyId } = strategy;
    this.simulation.run({ kind: 'runStrategy', accountId, strategyId });
  }

  stop(): void {
    const strategy = this.pickOf(this.strategies);
    if (!strategy) return;
    const { strategyId } = strategy;
    const accountId = this.random.chance(0.9) ? strategy.accountId : this.investors.accountId();
    this.simulation.run({ kind: 'stopStrategy', accountId, strategyId });
  }

  /** A leader trades at market, and what it causes arrives at once, mostly. */
  lead(): void {
    const { random, simulation } = this;
    const strategy = this.pickOf(this.running);
    if (!strategy?.isDemo) return;
    const { accountId } = strategy;
    const account = simulation.state.accounts.get(accountId);
    const held = [...(account?.positions.values() ?? [])];
    const own = held.length > 0 && random.chance(0.6) ? random.pick(held) : undefined;
    const contractCode = own?.contractCode ?? this.investors.contract().code;
    const isClosing = own !== undefined && random.chance(0.6);
    const side = (isClosing ? own.netLots < 0 : random.chance(0.5)) ? 'BUY' : 'SELL';
    const orderId = this.investors.nextId('lead');
    const { events } = simulation.run({
      ...{ kind: 'placeOrder', accountId, orderId, clientOrderId: orderId, contractCode, side },
      ...{ orderType: 'MARKET', duration: 'IOC' },
      quantityLots: isClosing
        ? Math.min(70, Math.abs(own.netLots) + random.pick([-1, 0, 0, 2]) || 1)
        : random.between(1, 6),
    } as const);
    expectSound(events, [...SITUATIONS, 'MaxLotsPerOrder']);
    if (random.chance(0.1)) return this.carryWhileClosed(contractCode);
    if (random.chance(0.7)) this.carry();
  }

  /** What is on the road arrives, as far as it gets. */
  carry(): void {
    const { random, simulation } = this;
    for (let left = random.between(2, 40); left > 0; left -= 1) {
      if (random.chance(0.5)) simulation.commit();
      simulation.deliverToExchange();
      simulation.deliverToEngine();
      if (simulation.state.copying.errands.length === 0) continue;
      if (random.chance(0.3)) simulation.elapse(0);
      if (random.chance(0.2)) this.interrupt();
    }
  }

  /** What was traded before its market closed is told while it is closed. */
  private carryWhileClosed(contractCode: string): void {
    const { simulation } = this;
    simulation.commit();
    while (simulation.deliverToExchange());
    const state = simulation.state.contracts.get(contractCode)?.session;
    if (state !== 'OPEN') return;
    simulation.setSession(contractCode, 'PAUSED', { opensAtMs: null });
    while (simulation.deliverToEngine());
    simulation.setSession(contractCode, 'OPEN', { opensAtMs: null });
  }

  /** A process that dies, the link, a leader who stops, somebody who comes, while followers still wait for their turn. */
  interrupt(): void {
    const { random, simulation } = this;
    if (simulation.state.copying.errands.length === 0) return;
    const how = random.below(6);
    if (how === 5) return this.stop();
    if (how === 4) return this.followWith(random.pick([...simulation.state.accounts.keys()]));
    if (how === 0) return simulation.loseLink(random);
    if (how === 1) return simulation.elapse(0);
    simulation.commit();
    if (how === 2) simulation.takeSnapshot();
    simulation.crash('after');
  }

  // ---- followers ----

  /** The crowd comes when there is somebody to follow. */
  follow(): void {
    const { crowd, random, simulation } = this;
    if (!this.running.some(({ isDemo }) => isDemo)) return;
    const known = [...simulation.state.accounts.keys()].filter((accountId) => accountId.startsWith('f'));
    const isFull = known.length >= 2 * crowd.followers;
    if (isFull || (known.length > 0 && random.chance(0.4))) return this.followWith(random.pick(known));
    const many = crowd.isCrowd ? crowd.followers : random.between(1, 4);
    for (let n = 0; n < many; n += 1) this.followWith(this.newcomer(known.length / 2 + n + 1));
  }

  /** Poor and rich ones; in a crowd the other sub-account stays empty. */
  private newcomer(number: number): string {
    const { random, crowd } = this;
    const cashVnd = random.pick([60_000_000n, 150_000_000n, 400_000_000n, 2_000_000_000n]);
    if (!crowd.isCrowd || number <= 4) this.open(`f${number}-2`, `f${number}`, 100_000_000n);
    return this.open(`f${number}-1`, `f${number}`, cashVnd);
  }

  private open(accountId: string, who: string, amountVnd: bigint): string {
    const { simulation } = this;
    if (simulation.state.accounts.has(accountId)) return accountId;
    const isDemo = !accountId.startsWith('live');
    simulation.run({
      ...{ kind: 'openAccount', accountId, investorId: who, investorKind: 'individual', isDemo, isActivated: true },
    } as const);
    simulation.run({ kind: 'deposit', accountId, amountVnd, reference: 'opening' });
    return accountId;
  }

  private followWith(accountId: string): void {
    const { random, crowd } = this;
    const isDemo = this.simulation.state.accounts.get(accountId)?.isDemo ?? true;
    const own = this.running.filter((strategy) => strategy.isDemo === isDemo);
    const strategy = this.pickOf(random.chance(0.9) ? own : this.strategies);
    const isSmall = crowd.isCrowd && random.chance(0.9);
    this.lastFollow = {
      kind: 'followStrategy',
      accountId,
      strategyId: strategy?.strategyId ?? 'unheard-of',
      copyId: this.investors.nextId('copy'),
      ratioBasisPoints: isSmall ? 100 : random.pick([2_500, 3_333, 5_000, 10_000, 10_000, 15_000, 20_000]),
      maxLossVnd: random.pick([1_500_000n, 10_000_000n, 40_000_000n, 10_000_000_000n]),
      copiesOpenPositions: random.chance(0.4),
    };
    this.simulation.run(this.lastFollow);
  }

  /** Of somebody who may not: a leader, the leader's other account, who has positions, who is not activated, who is live. */
  followWrongly(): void {
    this.followWith(this.random.chance(0.5) ? 'live-2' : this.investors.accountId());
  }

  /** A client that has no answer asks again; rarely with another account. The id of a copy that has ended is used up. */
  followAgain(): void {
    if (!this.lastFollow || !this.simulation.state.copying.copies.has(this.lastFollow.copyId)) return;
    const accountId = this.random.chance(0.2) ? this.investors.accountId() : this.lastFollow.accountId;
    const more = this.random.chance(0.2) ? 1 : 0;
    this.simulation.run({ ...this.lastFollow, accountId, ratioBasisPoints: this.lastFollow.ratioBasisPoints + more });
  }

  move(): void {
    const { random } = this;
    const copy = this.pickOf(this.copies);
    if (!copy) return;
    const { copyId } = copy;
    const accountId = random.chance(0.95) ? copy.accountId : this.investors.accountId();
    const kind = random.pick(['pauseCopy', 'pauseCopy', 'resumeCopy', 'resumeCopy', 'leaveCopy', 'closeCopy'] as const);
    this.simulation.run({ kind, accountId, copyId });
  }

  closeOne(): void {
    const copy = this.pickOf(this.copies);
    if (!copy) return;
    const { accountId, copyId } = copy;
    const held = [...(this.simulation.state.accounts.get(accountId)?.positions.keys() ?? [])];
    const contractCode = held.length > 0 ? this.random.pick(held) : this.investors.contract().code;
    this.simulation.run({ kind: 'closeCopied', accountId, copyId, contractCode });
  }

  /** Into the copy or out of it: a part, all, or one dong too much. */
  fund(): void {
    const { random, simulation } = this;
    const copy = this.pickOf(this.copies);
    if (!copy) return;
    const { accountId, copyId } = copy;
    const otherAccountId = random.chance(0.9) ? accountId.replace('-1', '-2') : this.investors.accountId();
    const isOut = random.chance(0.5);
    const gives = simulation.state.accounts.get(isOut ? accountId : otherAccountId);
    const amountVnd = gives ? this.amountOf(gives) : 1n;
    const moveId = this.investors.nextId('funds');
    const amount = isOut ? -amountVnd : amountVnd;
    this.lastFund = { kind: 'fundCopy', accountId, copyId, moveId, otherAccountId, amountVnd: amount };
    simulation.run(this.lastFund);
  }

  private amountOf(account: Account): bigint {
    const free = cashVnd(this.simulation.state, account) - account.heldVnd;
    const amount = this.random.pick([free, free + 1n, free / 2n, free / 10n, 1n]);
    return amount > 0n ? amount : 1n;
  }

  fundAgain(): void {
    if (!this.lastFund) return;
    const more = this.random.chance(0.3) ? 1n : 0n;
    this.simulation.run({ ...this.lastFund, amountVnd: this.lastFund.amountVnd + more });
  }

  /** On a sub-account that follows nobody trades by hand. */
  tradeByHand(): void {
    const copy = this.pickOf(this.copies);
    const contract = this.investors.contract();
    if (!copy) return;
    const orderId = this.investors.nextId('by-hand');
    const order: Place = {
      kind: 'placeOrder',
      accountId: copy.accountId,
      orderId,
      clientOrderId: orderId,
      contractCode: contract.code,
      side: 'BUY',
      orderType: 'MARKET',
      duration: 'IOC',
      quantityLots: 1,
    };
    expectRefusal(this.simulation.run(order).events, 'SubAccountFollows');
  }

  /** The broker's date leaps by days or by more than a month. */
  nextWeek(): void {
    const { tradeDate } = this.simulation.state;
    if (tradeDate > LAST_LEAP) return;
    const nextTradeDate = addDays(tradeDate, this.random.pick([1, 3, 4, 7, 7, 31]));
    this.simulation.run({ kind: 'endTradeDate', nextTradeDate });
  }

  private get strategies() {
    return [...this.simulation.state.copying.strategies.values()];
  }

  private get running() {
    return this.strategies.filter(({ status }) => status.running === 'ACTIVE');
  }

  private get copies() {
    return [...this.simulation.state.copying.copies.values()];
  }

  private pickOf<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : this.random.pick(items);
  }
}
