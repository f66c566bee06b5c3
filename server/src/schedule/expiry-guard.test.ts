import { describe, expect, test } from 'vitest';
import { ALWAYS_OPEN } from '#schedule/calendar/trading-hours.ts';
import { type MarketHarness, moveTo, openMarketHarness } from '#test/fixtures/market-harness.ts';

async function buy({ sequencer }: MarketHarness, contractCode: string, lots: number): Promise<void> {
  const { submit } = sequencer;
  const orderId = `o-${contractCode}`;
  await Promise.all([
    submit({ kind: 'settleContracts', settlements: [{ contractCode, settlementTicks: 1_800 }] }),
    submit({ kind: 'restartVenue', epoch: 'stage-1' }),
    submit({
      kind: 'placeOrder',
      accountId: 'an',
      orderId,
      clientOrderId: `c-${contractCode}`,
      contractCode,
      side: 'BUY',
      orderType: 'LIMIT',
      duration: 'GTC',
      quantityLots: lots,
      limitPrice: '450',
    }),
    submit({
      kind: 'reportExecution',
      report: { execId: 'stage-1-1', orderId, contractCode, kind: 'accepted' },
    }),
    submit({
      kind: 'reportExecution',
      report: {
        execId: 'stage-1-2',
        orderId,
        contractCode,
        kind: 'filled',
        tradeId: 't-1',
        priceTicks: 1_800,
        lots,
      },
    }),
  ]);
}

describe('the expiry guard', () => {
  test('corn: longs close before first notice, with retries, and the rest is settled in the end', async () => {
    // First notice of December corn is 30 November; Thanksgiving's week has no session on the 26th.
    const market = await openMarketHarness('2026-11-16 12:00', { codes: ['ZCE'] });
    const { state, reported, keeper } = market;
    expect(reported().filter((line) => line.includes('ZCEZ26'))).toEqual([
      '2026-11-16 12:00 ZCEZ26 long 8 left, 2026-11-28 00:05',
    ]);
    await buy(market, 'ZCEZ26', 3);
    await moveTo(market, '2026-11-24 12:00');
    reported();
    await moveTo(market, '2026-11-27 23:00');
    expect(reported().filter((line) => line.includes('ZCEZ26'))).toEqual([
      '2026-11-25 02:45 ZCEZ26 long 1 left, 2026-11-28 00:05',
      '2026-11-26 02:45 ZCEZ26 long 0 left, 2026-11-28 00:05',
      '2026-11-26 02:45 ZCEZ26 short 10 left, 2026-12-12 01:20',
    ]);
    await moveTo(market, '2026-11-28 00:05');
    expect(reported()).toEqual(['2026-11-28 00:05 closeOut ZCEZ26 long']);
    const order = [...state.orders.values()].find(({ isForceSell }) => isForceSell);
    // It found no price; the exchange returns it, and it is tried again.
    await market.sequencer.submit({
      kind: 'reportExecution',
      report: {
        execId: 'stage-1-9',
        orderId: order?.orderId ?? '',
        contractCode: 'ZCEZ26',
        kind: 'cancelled',
        reason: 'EmptyBook',
      },
    });
    reported();
    await moveTo(market, '2026-11-28 00:10');
    expect(reported()[0]).toBe('2026-11-28 00:05 closeOut ZCEZ26 long');
    const second = [...state.orders.values()].find(({ isForceSell, status }) => isForceSell && status !== 'CANCELLED');
    await market.sequencer.submit({
      kind: 'reportExecution',
      report: {
        execId: 'stage-1-10',
        orderId: second?.orderId ?? '',
        contractCode: 'ZCEZ26',
        kind: 'rejected',
        reason: 'MarketClosed',
      },
    });
    await moveTo(market, '2026-11-28 02:00');
    expect(state.accounts.get('an')?.positions.size).toBe(1);
    const third = [...state.orders.values()].filter(({ isForceSell }) => isForceSell).at(-1);
    await market.sequencer.submit({
      kind: 'reportExecution',
      report: {
        execId: 'stage-1-11',
        orderId: third?.orderId ?? '',
        contractCode: 'ZCEZ26',
        kind: 'cancelled',
        reason: 'EmptyBook',
      },
    });
    reported();
    await moveTo(market, '2026-11-28 02:50');
    // The short day had ended at 01:05 with an order still in transit: its answer is processed first.
    expect(reported()).toEqual(['2026-11-28 02:00 settlePositions ZCEZ26 long']);
    expect(state.accounts.get('an')?.positions.size).toBe(0);
    keeper.stop();
  });

  test('always open: sessions are weekdays, and a weekend brings no second notice', async () => {
    const market = await openMarketHarness('2026-11-20 12:00', { codes: ['ZCE'], hours: ALWAYS_OPEN });
    const { reported, keeper } = market;
    expect(reported().filter((line) => line.includes('ZCEZ26'))).toEqual([
      '2026-11-20 12:00 ZCEZ26 long 5 left, 2026-11-28 04:00',
    ]);
    await moveTo(market, '2026-11-24 12:00');
    expect(reported().filter((line) => line.includes('ZCEZ26'))).toEqual([
      '2026-11-23 05:00 ZCEZ26 long 4 left, 2026-11-28 04:00',
      '2026-11-24 05:00 ZCEZ26 long 3 left, 2026-11-28 04:00',
    ]);
    keeper.stop();
  });

  test('a first start after the last session of longs lets none open', async () => {
    const market = await openMarketHarness('2026-11-28 12:00', { codes: ['ZCE'] });
    expect(market.reported()).toContain('2026-11-28 12:00 ZCEZ26 long 0 left, 2026-11-28 00:05');
    await buy(market, 'ZCEZ26', 3);
    expect(market.state.accounts.get('an')?.positions.size).toBe(0);
    market.keeper.stop();
  });

  test('a start after the last session settles what is left', async () => {
    const before = await openMarketHarness('2026-11-16 12:00', { codes: ['ZCE'] });
    await buy(before, 'ZCEZ26', 2);
    before.keeper.stop();
    const { state } = before;
    const after = await openMarketHarness('2026-12-02 12:00', { codes: ['ZCE'], state });
    expect(after.reported()).toContain('2026-12-02 12:00 settlePositions ZCEZ26 long');
    expect(state.accounts.get('an')?.positions.size).toBe(0);
    after.keeper.stop();
  });
});
