/** Whoever owes pays back out of whatever money comes: deposits, what a copy gives, what a leader earns. */
import { NO_SELF_LIMITS } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';
import { Copier, copies, LEADER } from '#test/scenarios/copier.ts';

describe('money that reaches who owes', () => {
  test('is no loss of the day for what pays the debt', () => {
    const broker = new Broker(403_500_000n, FULL_RULES);
    broker.trade('BUY 10 @ 450', 1800);
    const [sent] = requestsOf(broker.mark(1600));
    broker.fill(sent?.kind === 'submit' ? sent.order.orderId : '', 10, 1600);
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    broker.do({ kind: 'setBrakes', accountId: AN, brakes: { ...NO_SELF_LIMITS, dailyLossVnd: 20_000_000n } });
    broker.do({ kind: 'deposit', accountId: AN, reference: 'more', amountVnd: 356_000_000n });
    expect(broker.account()).toMatchObject({ dayBaseVnd: 100_000_000n });
    expect(requestsOf(broker.place('BUY 1 @ 400').events)).toHaveLength(1);
  });

  test('out of a copy pays the debt first, and only the rest can be used', () => {
    const broker = new Copier();
    broker.open('mai-1', 500_000_000n);
    broker.open('mai-2', 100_000_000n);
    broker.state.balances.set('cash:mai-2', 0n);
    broker.state.balances.set('deficit:mai-2', -30_000_000n);
    broker.follow('mai');
    const move = { kind: 'fundCopy', accountId: 'mai-1', copyId: 'copy-mai', otherAccountId: 'mai-2' } as const;
    broker.do({ ...move, moveId: 'm1', amountVnd: -20_000_000n });
    expect([broker.cash('mai-2'), broker.state.balances.get('deficit:mai-2')]).toEqual([0n, -10_000_000n]);
    const moved = broker.do({ ...move, moveId: 'm2', amountVnd: -20_000_000n });
    expect([broker.cash('mai-2'), broker.state.balances.get('deficit:mai-2')]).toEqual([10_000_000n, 0n]);
    const types = moved.flatMap((event) => (event.kind === 'moneyPosted' ? [event.posting.type] : []));
    expect(types).toEqual(['transfer', 'transfer', 'deficit-repaid']);
    expect(broker.account('mai-2').dayBaseVnd).toBe(100_000_000n + 10_000_000n);
  });

  test('into a copy that owes is money put in only as far as it is left', () => {
    const broker = new Copier();
    broker.open('mai-2', 100_000_000n);
    broker.follow('mai');
    broker.state.balances.set('deficit:mai-1', -30_000_000n);
    const move = { kind: 'fundCopy', accountId: 'mai-1', copyId: 'copy-mai', otherAccountId: 'mai-2' } as const;
    const [moved] = copies(broker.do({ ...move, moveId: 'm1', amountVnd: 40_000_000n }));
    expect(moved).toMatchObject({ fundsVnd: 1_010_000_000n, week: { fundChangedVnd: 10_000_000n } });
  });

  test('as what a leader earns', () => {
    const broker = new Copier({ copyFeeVnd: 10_000_000n });
    broker.state.balances.set(`deficit:${LEADER}`, -4_000_000n);
    const before = broker.account(LEADER).dayBaseVnd;
    broker.follow('mai');
    expect([broker.cash(LEADER), broker.state.balances.get(`deficit:${LEADER}`)]).toEqual([1_006_000_000n, 0n]);
    expect(broker.account(LEADER).dayBaseVnd - before).toBe(6_000_000n);
  });
});
