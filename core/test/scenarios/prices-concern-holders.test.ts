/** A price, whatever its source, concerns every holder of the contract; and a commodity without margin. */
import { restoreState, snapshotState, stateHash } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, CODE, CORN, CORN_MARGIN_VND, requestsOf } from '#test/scenarios/broker.ts';
import { full } from '#test/scenarios/foreign-exchange.ts';

describe('a price concerns everybody who holds the contract, in the same step', () => {
  test('a fill of somebody else takes the account below every level of its margin', () => {
    const broker = full(80_000_000n);
    broker.trade('BUY 2 @ 450', 1800);
    const { orderId } = broker.place('SELL 1 @ 425', { accountId: 'binh-1' });
    broker.accept(orderId);
    broker.fill(orderId, 1, 1700);
    expect(broker.account().marginState).toMatchObject({ rung: 'LIQUIDATION', isLiquidating: true });
  });

  test('so does a settlement that is known only with the close-out', () => {
    const broker = full(80_000_000n);
    const { orderId } = broker.place('BUY 2 @ 450');
    broker.accept(orderId);
    broker.fill(orderId, 2, 1800);
    broker.do({ kind: 'settleContracts', settlements: [{ contractCode: CODE, settlementTicks: 1700 }] });
    broker.mark(1700);
    expect(broker.account().marginState.rung).toBe('LIQUIDATION');
  });

  test('a fill that the exchange reports before its link is back does not: its price is past', () => {
    const broker = full(80_000_000n);
    broker.trade('BUY 2 @ 450', 1800);
    const { orderId } = broker.place('SELL 1 @ 425', { accountId: 'binh-1' });
    broker.accept(orderId);
    broker.do({ kind: 'loseVenue' });
    broker.mark(1800);
    broker.fill(orderId, 1, 1700);
    expect(broker.account('binh-1').positions.get(CODE)?.netLots).toBe(-1);
    const back = broker.do({ kind: 'resyncVenue', epoch: 'e1', orderIds: [] });
    expect(requestsOf(back)).toEqual([]);
    expect(broker.account().marginState).toMatchObject({ rung: 'NONE', isLiquidating: false });
  });

  test('unless there is no other price', () => {
    const broker = full();
    const listed = broker.state.contracts.get(CODE);
    if (!listed) throw new Error('not listed');
    listed.settlementTicks = null;
    const { orderId } = broker.place('BUY 2 @ 450');
    broker.accept(orderId);
    broker.do({ kind: 'loseVenue' });
    broker.fill(orderId, 1, 1790);
    expect(listed.lastTicks).toBe(1790);
    broker.fill(orderId, 1, 1780);
    expect(listed.lastTicks).toBe(1790);
  });
});

describe('a commodity without margin', () => {
  const FREE = { ...CORN, initialMarginMinor: [{ fromMs: 0, value: 0n }] };

  test('gets one: what is required is known at once, and equal after a restore', () => {
    const broker = full();
    broker.do({ kind: 'defineCommodity', commodity: FREE });
    broker.trade('BUY 3 @ 450', 1800);
    expect(broker.account().requiredVnd).toBe(0n);
    broker.do({ kind: 'defineCommodity', commodity: CORN });
    expect(broker.account().requiredVnd).toBe(3n * CORN_MARGIN_VND);
    const copy = restoreState(snapshotState(broker.state));
    expect(copy.accounts.get(AN)?.requiredVnd).toBe(3n * CORN_MARGIN_VND);
    expect(stateHash(copy)).toBe(stateHash(broker.state));
  });

  test('a digest sees derived sums that are wrong', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const before = stateHash(broker.state);
    broker.account().requiredVnd += 1n;
    expect(stateHash(broker.state)).not.toBe(before);
  });

  test('is never closed by force, for that frees nothing', () => {
    const broker = full(80_000_000n);
    broker.do({ kind: 'defineCommodity', commodity: FREE });
    broker.trade('BUY 2 @ 450', 1800);
    expect(requestsOf(broker.mark(1600))).toEqual([]);
    expect(broker.account().marginState.rung).toBe('NONE');
  });
});
