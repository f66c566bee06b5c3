import { describe, expect, test } from 'vitest';
import { ALWAYS_OPEN } from '#schedule/calendar/trading-hours.ts';
import { type MarketHarness, moveTo, openMarketHarness } from '#test/fixtures/market-harness.ts';

/** An order that works at the exchange, good till cancelled. */
async function bid({ sequencer }: MarketHarness, contractCode: string, lots: number): Promise<string> {
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
  ]);
  return orderId;
}

async function buy(market: MarketHarness, contractCode: string, lots: number): Promise<void> {
  await fill(market, await bid(market, contractCode, lots), lots);
}

async function fill({ sequencer, state }: MarketHarness, orderId: string, lots: number): Promise<void> {
  const contractCode = state.orders.get(orderId)?.contractCode ?? 'ZCEZ26';
  const facts = { execId: 'stage-1-2', orderId, contractCode, tradeId: 't-1', priceTicks: 1_800, lots };
  await sequencer.submit({ kind: 'reportExecution', report: { kind: 'filled', ...facts } });
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

  test('an order that would open is cancelled at the deadline though nobody holds anything, and asked for again', async () => {
    const market = await openMarketHarness('2026-11-16 12:00', { codes: ['ZCE'] });
    const { state, reported, keeper } = market;
    const orderId = await bid(market, 'ZCEZ26', 10);
    await moveTo(market, '2026-11-28 00:04');
    reported();
    await moveTo(market, '2026-11-28 00:05');
    expect(reported()).toEqual(['2026-11-28 00:05 closeOut ZCEZ26 long']);
    expect(state.orders.get(orderId)?.status).toBe('IN_CANCEL');
    const refusal = { execId: 'stage-1-3', orderId, contractCode: 'ZCEZ26', reason: 'busy' } as const;
    await market.sequencer.submit({ kind: 'reportExecution', report: { kind: 'cancelRejected', ...refusal } });
    await moveTo(market, '2026-11-28 00:06');
    expect(reported()).toContain('2026-11-28 00:05 closeOut ZCEZ26 long');
    expect(state.orders.get(orderId)?.status).toBe('IN_CANCEL');
    const answer = { execId: 'stage-1-4', orderId, contractCode: 'ZCEZ26', reason: 'UserRequest' } as const;
    await market.sequencer.submit({ kind: 'reportExecution', report: { kind: 'cancelled', ...answer } });
    reported();
    await moveTo(market, '2026-12-02 12:00');
    expect(reported().filter((line) => line.includes('closeOut') || line.includes('settlePositions'))).toEqual([]);
    keeper.stop();
  });

  test('what is opened after the last session is closed at market, and not settled at a price from before', async () => {
    const market = await openMarketHarness('2026-11-16 12:00', { codes: ['ZCE'] });
    const { state, reported, keeper } = market;
    const orderId = await bid(market, 'ZCEZ26', 10);
    // The link is lost over the deadline: the exchange is not asked, and fills the order in the notice period.
    await market.sequencer.submit({ kind: 'loseVenue' });
    await moveTo(market, '2026-12-01 22:00');
    await market.sequencer.submit({ kind: 'resyncVenue', epoch: 'stage-1', orderIds: [orderId] });
    await fill(market, orderId, 10);
    expect(state.accounts.get('an')?.positions.get('ZCEZ26')?.netLots).toBe(10);
    reported();
    await moveTo(market, '2026-12-01 22:01');
    expect(reported()[0]).toContain('closeOut ZCEZ26 long');
    expect([...state.orders.values()].filter(({ isForceSell }) => isForceSell)).toMatchObject([{ quantityLots: 10 }]);
    await moveTo(market, '2026-12-02 00:00');
    expect(state.accounts.get('an')?.positions.size).toBe(1);
    const closing = [...state.orders.values()].find(({ isForceSell }) => isForceSell)?.orderId ?? '';
    const unfilled = { execId: 'stage-1-5', orderId: closing, contractCode: 'ZCEZ26', reason: 'EmptyBook' } as const;
    await market.sequencer.submit({ kind: 'reportExecution', report: { kind: 'cancelled', ...unfilled } });
    reported();
    // What found no price settles at the next settlement price.
    await moveTo(market, '2026-12-02 12:00');
    const told = reported();
    expect(told[0]).toContain('closeOut ZCEZ26 long');
    const again = [...state.orders.values()].findLast(({ isForceSell }) => isForceSell)?.orderId ?? '';
    const closed = { execId: 'stage-1-6', orderId: again, contractCode: 'ZCEZ26', reason: 'MarketClosed' } as const;
    await market.sequencer.submit({ kind: 'reportExecution', report: { kind: 'rejected', ...closed } });
    await moveTo(market, '2026-12-02 12:01');
    expect(reported()).toContain('2026-12-02 12:00 settlePositions ZCEZ26 long');
    expect(state.accounts.get('an')?.positions.size).toBe(0);
    keeper.stop();
  });
});
