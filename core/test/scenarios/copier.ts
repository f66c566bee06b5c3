/** A leader with a strategy that runs, and followers of it. */
import type { CommandBody, CopyDecision, CopyRecord, EngineEvent, StrategyTerms, TradingRules } from '@mua/core/engine';
import { Broker, CODE, FULL_RULES } from '#test/scenarios/broker.ts';

export const LEADER = 'lan-1';
export const STRATEGY = 's1';

export const TERMS: StrategyTerms = {
  name: 'Corn trend',
  description: 'Follows the trend of corn.',
  maxFollowers: 3,
  copyFeeVnd: 0n,
  feePeriod: 'WEEKLY',
  performanceFeeBasisPoints: 2_500,
  minFollowVnd: 50_000_000n,
  slippageTicks: 4,
};

type Follow = Partial<Omit<Extract<CommandBody, { kind: 'followStrategy' }>, 'kind'>>;

export class Copier extends Broker {
  constructor(terms: Partial<StrategyTerms> = {}, rules: TradingRules = FULL_RULES) {
    super(1_000_000_000n, rules);
    this.open(LEADER, 1_000_000_000n);
    this.publish(terms);
    this.review('APPROVED');
    this.run();
  }

  publish(terms: Partial<StrategyTerms> = {}, strategyId = STRATEGY, accountId = LEADER): EngineEvent[] {
    return this.do({ kind: 'publishStrategy', accountId, strategyId, terms: { ...TERMS, ...terms } });
  }

  review(verdict: 'APPROVED' | 'REJECTED' | 'STOPPED', strategyId = STRATEGY): EngineEvent[] {
    return this.do({ kind: 'reviewStrategy', strategyId, verdict, reason: 'read', operatorId: 'op' });
  }

  run(strategyId = STRATEGY, accountId = LEADER): EngineEvent[] {
    return this.do({ kind: 'runStrategy', accountId, strategyId });
  }

  stop(strategyId = STRATEGY, accountId = LEADER): EngineEvent[] {
    return this.do({ kind: 'stopStrategy', accountId, strategyId });
  }

  /** A new sub-account of a new investor, which follows. */
  follow(who: string, asked: Follow = {}, cashVnd = 1_000_000_000n): EngineEvent[] {
    const accountId = asked.accountId ?? `${who}-1`;
    if (!this.state.accounts.has(accountId)) this.open(accountId, cashVnd);
    return this.do({
      kind: 'followStrategy',
      strategyId: STRATEGY,
      copyId: `copy-${who}`,
      ratioBasisPoints: 10_000,
      maxLossVnd: 500_000_000n,
      copiesOpenPositions: false,
      ...asked,
      accountId,
    });
  }

  move(kind: 'pauseCopy' | 'resumeCopy' | 'leaveCopy' | 'closeCopy', who: string): EngineEvent[] {
    return this.do({ kind, accountId: `${who}-1`, copyId: `copy-${who}` });
  }

  /** The leader's order, filled: what the last fill caused. */
  lead(text: string, priceTicks: number, parts: readonly number[] = [Number(text.split(' ')[1])]): EngineEvent[] {
    const { orderId } = this.place(text, { accountId: LEADER });
    this.accept(orderId);
    return parts.flatMap((lots) => this.fill(orderId, lots, priceTicks));
  }

  /** Fills every open copy order at a price. */
  fillCopies(priceTicks: number): void {
    for (const order of [...this.state.orders.values()]) {
      const isOpen = order.orderId.startsWith('copy-') && order.closedMs === null;
      if (!isOpen) continue;
      this.accept(order.orderId);
      this.fill(order.orderId, order.quantityLots, priceTicks);
    }
  }

  net(who: string): number {
    return this.account(`${who}-1`).positions.get(CODE)?.netLots ?? 0;
  }

  cash(accountId: string): bigint {
    return this.state.balances.get(`cash:${accountId}`) ?? 0n;
  }
}

export function decisions(events: readonly EngineEvent[]): CopyDecision[] {
  return events.flatMap((event) => (event.kind === 'copyDecided' ? [event.decision] : []));
}

/** Of each decision: its order as text, or why there is none. */
export function told(events: readonly EngineEvent[]): string[] {
  return decisions(events).map(({ copyId, order, skip }) => {
    const at = order?.limitTicks ?? null;
    const sent = order ? `${order.side} ${order.lots} ${at === null ? 'market' : `@ ${at}`}` : '';
    const why = skip ? `${skip.why}${skip.refusal ? ` ${skip.refusal.code}` : ''}` : '';
    return `${copyId.slice(5)}: ${[sent, why].filter(Boolean).join(', ')}`;
  });
}

export function copies(events: readonly EngineEvent[]): CopyRecord[] {
  return events.flatMap((event) => (event.kind === 'copyChanged' ? [event.copy] : []));
}

export function refusals(events: readonly EngineEvent[]): object[] {
  return events.flatMap((event) => (event.kind === 'commandRefused' ? [event.refusal] : []));
}
