/** A withdrawal from the hold to the bank's reference, and everything that can come between. */
import { type EngineEvent, restoreState, snapshotState, stateHash } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CORN_MARGIN_VND, FULL_RULES } from '#test/scenarios/broker.ts';

const FEE_VND = 350_000n;
/** One tick of one lot: 12.50 USD x 26,100. */
const TICK_VND = 326_250n;

function changes(events: readonly EngineEvent[]): object[] {
  return events.flatMap((event) => (event.kind === 'withdrawalChanged' ? [event.change] : []));
}

function refusals(events: readonly EngineEvent[]): object[] {
  return events.flatMap((event) => (event.kind === 'commandRefused' ? [event.refusal] : []));
}

class Cashier extends Broker {
  hold(amountVnd: bigint, withdrawalId = 'w1'): EngineEvent[] {
    return this.do({ kind: 'holdWithdrawal', accountId: AN, withdrawalId, amountVnd });
  }

  approve(withdrawalId = 'w1'): EngineEvent[] {
    return this.do({ kind: 'approveWithdrawal', accountId: AN, withdrawalId });
  }

  release(reason: 'Cancelled' | 'Refused', withdrawalId = 'w1'): EngineEvent[] {
    return this.do({ kind: 'releaseWithdrawal', accountId: AN, withdrawalId, reason });
  }

  pay(reference = 'FT26328-1', withdrawalId = 'w1'): EngineEvent[] {
    return this.do({ kind: 'payWithdrawal', accountId: AN, withdrawalId, reference });
  }

  cash(): bigint {
    return this.state.balances.get(`cash:${AN}`) ?? 0n;
  }
}

describe('on its way', () => {
  test('held it stays in the cash and counts for nothing; paid it is one posting under the bank’s reference', () => {
    const broker = new Cashier(100_000_000n, FULL_RULES);
    expect(changes(broker.hold(30_000_000n))).toEqual([
      { accountId: AN, withdrawalId: 'w1', amountVnd: 30_000_000n, status: 'HELD' },
    ]);
    expect(broker.cash()).toBe(100_000_000n);
    expect(broker.account().heldVnd).toBe(30_000_000n);
    expect(changes(broker.approve())).toMatchObject([{ status: 'APPROVED' }]);
    const paid = broker.pay();
    expect(changes(paid)).toMatchObject([{ status: 'PAID', reference: 'FT26328-1' }]);
    expect(paid.filter(({ kind }) => kind === 'moneyPosted')).toMatchObject([
      { posting: { type: 'withdrawal', accountId: AN, amountVnd: -30_000_000n, reference: 'FT26328-1' } },
    ]);
    expect(broker.cash()).toBe(70_000_000n);
    expect(broker.account().heldVnd).toBe(0n);
    expect(broker.state.balances.get('house:withdrawals-paid:demo')).toBe(30_000_000n);
  });

  test('it is paid once, and an unknown one never', () => {
    const broker = new Cashier(100_000_000n, FULL_RULES);
    broker.hold(30_000_000n);
    broker.approve();
    broker.pay();
    for (const events of [broker.pay(), broker.approve(), broker.release('Refused'), broker.pay('FT2', 'w2')])
      expect(refusals(events)).toEqual([{ code: 'NotFound', facts: {} }]);
    expect(broker.cash()).toBe(70_000_000n);
  });

  test('nothing is paid that was not approved', () => {
    const broker = new Cashier(100_000_000n, FULL_RULES);
    broker.hold(30_000_000n);
    expect(refusals(broker.pay())).toMatchObject([{ code: 'AmountExceededRemainingMargin' }]);
    expect(broker.account().heldVnd).toBe(30_000_000n);
  });

  test('its owner takes it back until it is approved, an operator until it is paid', () => {
    const broker = new Cashier(100_000_000n, FULL_RULES);
    broker.hold(30_000_000n);
    expect(changes(broker.release('Cancelled'))).toMatchObject([{ status: 'RELEASED', reason: 'Cancelled' }]);
    broker.hold(40_000_000n, 'w2');
    broker.approve('w2');
    expect(refusals(broker.release('Cancelled', 'w2'))).toEqual([{ code: 'WithdrawMarginApproved', facts: {} }]);
    expect(changes(broker.release('Refused', 'w2'))).toMatchObject([{ status: 'RELEASED', reason: 'Refused' }]);
    expect(broker.account().heldVnd).toBe(0n);
    expect(broker.cash()).toBe(100_000_000n);
  });

  test('asked again it is the same one, and for another amount it is a mistake', () => {
    const broker = new Cashier(100_000_000n, FULL_RULES);
    broker.hold(30_000_000n);
    expect(changes(broker.hold(30_000_000n))).toMatchObject([{ status: 'HELD' }]);
    expect(refusals(broker.hold(31_000_000n))).toEqual([{ code: 'IDEMPOTENCY_MISMATCH', facts: {} }]);
    expect(broker.account().heldVnd).toBe(30_000_000n);
  });

  test('of fifty at once no more is held than there is', () => {
    const broker = new Cashier(100_000_000n, FULL_RULES);
    for (let count = 0; count < 50; count += 1) broker.hold(7_000_000n, `w${count}`);
    expect(broker.account().withdrawals.size).toBe(14);
    expect(broker.account().heldVnd).toBe(98_000_000n);
  });
});

describe('what may be withdrawn', () => {
  /** Two lots of corn at the mark, so much cash left beside what margin needs. */
  function invested(freeVnd: bigint): Cashier {
    const broker = new Cashier(2n * (CORN_MARGIN_VND + FEE_VND) + freeVnd, FULL_RULES);
    // Twice the fee is asked of a new order.
    broker.do({ kind: 'deposit', accountId: AN, amountVnd: 2n * FEE_VND, reference: 'fees' });
    broker.trade('BUY 2 @ 450', 1800);
    broker.hold(2n * FEE_VND, 'fees');
    broker.approve('fees');
    broker.pay('FT0', 'fees');
    return broker;
  }

  test.each([
    ['nothing is left beside the margin', 0n, 1n, 0, { code: 'NotWithdrawMargin', facts: {} }],
    [
      'margin needs the rest',
      5_000_000n,
      5_000_001n,
      0,
      { code: 'AmountExceededRemainingMargin', facts: { withdrawable: 5_000_000n, amount: 5_000_001n } },
    ],
    [
      'there is not so much',
      5_000_000n,
      500_000_000n,
      0,
      { code: 'WithdrawAmountExceeded', facts: { amount: 500_000_000n, available: 5_000_000n } },
    ],
    // A hundred ticks up: the profit is available margin and no cash.
    [
      'profit that is not realised can not leave',
      5_000_000n,
      2n * CORN_MARGIN_VND + 5_000_001n,
      500,
      {
        code: 'WithdrawAmountExceeded',
        facts: { amount: 2n * CORN_MARGIN_VND + 5_000_001n, available: 2n * CORN_MARGIN_VND + 5_000_000n },
      },
    ],
  ])('%s', (_name, freeVnd, amountVnd, ticksUp, expected) => {
    const broker = invested(freeVnd);
    if (ticksUp > 0) broker.mark(1800 + ticksUp);
    expect(refusals(broker.hold(amountVnd))).toEqual([expected]);
    if (freeVnd > 0n) expect(changes(broker.hold(amountVnd - 1n > freeVnd ? freeVnd : amountVnd - 1n))).toHaveLength(1);
  });

  test('what is held carries no order', () => {
    const broker = new Cashier(CORN_MARGIN_VND + 2n * FEE_VND, FULL_RULES);
    broker.hold(1n);
    const { events } = broker.place('BUY 1 @ 450');
    const refused = events.find((event) => event.kind === 'orderChanged');
    expect(refused).toMatchObject({ order: { status: 'REJECTED', refusal: { code: 'InsufficientMargin' } } });
  });

  test('a hold is no loss of the day', () => {
    const broker = invested(50_000_000n);
    broker.do({
      kind: 'setBrakes',
      accountId: AN,
      brakes: { maxLotsPerOrder: null, dailyLossVnd: 10_000_000n, noTradeHours: null, coolOffUntilMs: null },
    });
    broker.hold(12_000_000n);
    const { events } = broker.place('BUY 1 @ 450');
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'orderChanged', order: expect.objectContaining({ refusal: null }) }),
    );
  });
});

describe('against a falling price', () => {
  const HELD_VND = 50_000_000n;

  /** Ten lots, exactly covered, and all that is left is being withdrawn. */
  function withdrawing(isApproved: boolean): Cashier {
    const broker = new Cashier(10n * (CORN_MARGIN_VND + FEE_VND) + HELD_VND, FULL_RULES);
    broker.trade('BUY 10 @ 450', 1800);
    broker.hold(HELD_VND);
    if (isApproved) broker.approve();
    return broker;
  }

  /** The mark at which so many percent of the margin are left, what is held not counted. */
  const markAt = (percent: bigint): number =>
    1800 - Number(((100n - percent) * 10n * CORN_MARGIN_VND) / 100n / (10n * TICK_VND));

  test('margin levels count without what is held', () => {
    const broker = withdrawing(false);
    broker.mark(markAt(90n));
    expect(broker.account().marginState.rung).toBe('CALL');
    expect(broker.account().heldVnd).toBe(HELD_VND);
  });

  test('an approval is refused while margin needs the money', () => {
    const broker = withdrawing(false);
    broker.mark(markAt(90n));
    expect(refusals(broker.approve())).toMatchObject([{ code: 'AmountExceededRemainingMargin' }]);
    broker.mark(1800);
    expect(changes(broker.approve())).toMatchObject([{ status: 'APPROVED' }]);
  });

  test('what waits for approval covers margin before a position is closed, in the same step', () => {
    const broker = withdrawing(false);
    const events = broker.mark(markAt(19n));
    expect(changes(events)).toMatchObject([{ status: 'RELEASED', reason: 'MarginNeeded' }]);
    expect(broker.account().marginState).toMatchObject({ rung: 'COUNTDOWN', isLiquidating: false });
    expect(events.filter(({ kind }) => kind === 'venueRequested')).toEqual([]);
  });

  test('what is approved is on its way: the position is closed', () => {
    const broker = withdrawing(true);
    const events = broker.mark(markAt(19n));
    expect(changes(events)).toEqual([]);
    expect(broker.account().marginState.isLiquidating).toBe(true);
    expect(broker.account().heldVnd).toBe(HELD_VND);
  });
});

test('a snapshot keeps what is held', () => {
  const broker = new Cashier(100_000_000n, FULL_RULES);
  broker.hold(30_000_000n);
  broker.hold(20_000_000n, 'w2');
  broker.approve('w2');
  const copy = restoreState(snapshotState(broker.state));
  expect(stateHash(copy)).toBe(stateHash(broker.state));
  expect([...(copy.accounts.get(AN)?.withdrawals.values() ?? [])]).toEqual([
    { withdrawalId: 'w1', amountVnd: 30_000_000n, isApproved: false },
    { withdrawalId: 'w2', amountVnd: 20_000_000n, isApproved: true },
  ]);
});
