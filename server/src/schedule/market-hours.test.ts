/** Checks what the clock triggers, day by day. */
import { REFERENCE_COMMODITIES, tradeDateOf } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { ALWAYS_OPEN } from '#schedule/calendar/trading-hours.ts';
import { keepMarketHours } from '#schedule/market-hours.ts';
import { isRoutine, moveTo, openMarketHarness, real, vietnam } from '#test/fixtures/market-harness.ts';

describe('real hours', () => {
  test('a day of three exchanges: breaks, closes, settlements, dates', async () => {
    const market = await openMarketHarness('2026-11-24 07:00');
    const { keeper, reported, state } = market;
    expect(reported().filter(isRoutine)).toEqual([
      '2026-11-24 07:00 CLOSED ZCE',
      '2026-11-24 07:00 CLOSED MPO',
      '2026-11-24 07:00 CBOT begins 2026-11-24',
      '2026-11-24 07:00 BMDX begins 2026-11-24',
      '2026-11-24 07:00 NYMEX begins 2026-11-24',
      '2026-11-24 07:00 broker begins 2026-11-24',
    ]);
    for (const [contractCode] of state.contracts)
      void market.sequencer.submit({ kind: 'settleContracts', settlements: [{ contractCode, settlementTicks: 100 }] });
    await market.sequencer.settled();
    reported();
    await moveTo(market, '2026-11-25 08:00');
    expect(reported().filter(isRoutine)).toEqual([
      '2026-11-24 08:00 OPEN ZCE',
      '2026-11-24 09:30 OPEN MPO',
      '2026-11-24 11:30 PAUSED MPO',
      '2026-11-24 13:30 OPEN MPO',
      '2026-11-24 17:00 CLOSED MPO',
      '2026-11-24 17:00 settled MPO',
      '2026-11-24 17:00 BMDX begins 2026-11-25',
      '2026-11-24 20:00 OPEN MPO',
      '2026-11-24 20:45 PAUSED ZCE',
      '2026-11-24 21:30 OPEN ZCE',
      '2026-11-24 22:30 CLOSED MPO',
      '2026-11-25 02:20 CLOSED ZCE',
      '2026-11-25 02:45 settled ZCE',
      '2026-11-25 02:45 CBOT begins 2026-11-25',
      '2026-11-25 05:00 CLOSED CLE',
      '2026-11-25 05:00 settled CLE',
      '2026-11-25 05:00 NYMEX begins 2026-11-25',
      '2026-11-25 05:00 broker begins 2026-11-25',
      '2026-11-25 06:00 OPEN CLE',
      '2026-11-25 08:00 OPEN ZCE',
    ]);
    keeper.lookAnew();
    await market.sequencer.settled();
    expect(reported()).toEqual([]);
    keeper.stop();
  });

  test('a start after several days catches up at once, and a second start enters nothing', async () => {
    const before = await openMarketHarness('2026-11-24 12:00');
    before.keeper.stop();
    const { state } = before;
    const after = await openMarketHarness('2026-11-30 12:00', { state });
    expect(
      after
        .reported()
        .filter(isRoutine)
        .filter((line) => !line.includes('settled')),
    ).toEqual([
      '2026-11-30 12:00 PAUSED MPO',
      '2026-11-30 12:00 CBOT begins 2026-11-30',
      '2026-11-30 12:00 BMDX begins 2026-11-30',
      '2026-11-30 12:00 NYMEX begins 2026-11-30',
      '2026-11-30 12:00 broker begins 2026-11-30',
    ]);
    after.keeper.stop();
    const again = await openMarketHarness('2026-11-30 12:00', { state });
    expect(again.reported()).toEqual([]);
    again.keeper.stop();
  });

  test('an order that arrives before the clock’s tick meets the current session', async () => {
    const market = await openMarketHarness('2026-11-24 20:44');
    let nowMs = vietnam('2026-11-24 20:44');
    const keeper = keepMarketHours({
      sequencer: market.sequencer,
      // A clock whose timers never fire.
      clock: { nowMs: () => nowMs, aheadMs: 0, every: () => () => {}, at: () => () => {} },
      hours: real,
      marketTimeMs: () => nowMs,
      isListing: true,
      lastPriceOf: () => null,
      onFatal: (error) => {
        throw error;
      },
    });
    nowMs = vietnam('2026-11-24 20:50');
    void keeper.sequencer.submit({ kind: 'passTime' });
    expect(market.state.contracts.get('ZCEZ26')?.session).toBe('PAUSED');
    keeper.stop();
    market.keeper.stop();
  });

  test('behind a long queue nothing is entered twice', async () => {
    const market = await openMarketHarness('2026-11-25 04:59');
    const { sequencer, reported, state } = market;
    reported();
    for (let i = 0; i < 2_500; i += 1) void sequencer.submit({ kind: 'passTime' });
    await moveTo(market, '2026-11-25 05:01');
    while (state.tradeDate < '2026-11-25') await sequencer.submit({ kind: 'passTime' });
    await sequencer.settled();
    const lines = reported().filter(
      (line) => !line.endsWith('passTime') && !line.includes(' settled ') && isRoutine(line),
    );
    expect(lines).toEqual([
      '2026-11-25 05:01 CLOSED CLE',
      '2026-11-25 05:01 NYMEX begins 2026-11-25',
      '2026-11-25 05:01 broker begins 2026-11-25',
    ]);
    market.keeper.stop();
  });

  test('a contract halted by the exchange stays halted until the exchange resumes it', async () => {
    const market = await openMarketHarness('2026-11-24 12:00');
    const { sequencer, state, keeper } = market;
    const codes = [...state.contracts.keys()].filter((code) => code.startsWith('ZCE'));
    await sequencer.submit({
      kind: 'changeSession',
      contractCodes: codes,
      state: 'PAUSED',
      opensAtMs: null,
      isHalt: true,
    });
    await moveTo(market, '2026-11-24 22:00');
    expect(state.contracts.get('ZCEZ26')).toMatchObject({ session: 'PAUSED', isHalted: true });
    await sequencer.submit({ kind: 'changeSession', contractCodes: codes, state: 'PAUSED', opensAtMs: null });
    keeper.lookAnew();
    expect(state.contracts.get('ZCEZ26')).toMatchObject({ session: 'OPEN', isHalted: false });
    keeper.stop();
  });

  test('a new delivery month is listed on the date after the old one’s last, and the old one closes for good', async () => {
    const market = await openMarketHarness('2026-11-20 12:00', { codes: ['CLE'] });
    const { state, reported, keeper } = market;
    reported();
    expect(state.contracts.has('CLEK27')).toBe(false);
    await moveTo(market, '2026-11-23 06:00');
    const lines = reported().filter(isRoutine);
    expect(lines).toContain('2026-11-21 05:00 NYMEX begins 2026-11-23');
    expect(lines.filter((line) => line.includes('lists'))).toEqual(['2026-11-21 05:00 lists CLEK27']);
    const [old, fresh] = [state.contracts.get('CLEZ26'), state.contracts.get('CLEK27')];
    expect(old).toMatchObject({ session: 'CLOSED', opensAtMs: null });
    expect(fresh).toMatchObject({ session: 'OPEN', tradeDate: '2026-11-23' });
    keeper.stop();
  });

  test('a jump of thirty days: dates and sessions are those of the last day', async () => {
    const market = await openMarketHarness('2026-11-24 12:00');
    market.reported();
    await moveTo(market, '2026-12-24 12:00');
    const corn = market.state.contracts.get('ZCEH27');
    expect(corn && tradeDateOf(market.state, corn)).toBe('2026-12-24');
    expect(corn?.session).toBe('OPEN');
    const dates = market.reported().flatMap((line) => /CBOT begins (.*)/.exec(line)?.[1] ?? []);
    // Twenty-two weekdays, one of them Thanksgiving.
    expect(new Set(dates).size).toBe(21);
    market.keeper.stop();
  });
});

describe('a switch of MARKET_HOURS', () => {
  test('from real to always on a weekend opens everything; dates wait until the broker catches up', async () => {
    const before = await openMarketHarness('2026-11-28 12:00');
    before.keeper.stop();
    const { state } = before;
    expect(state.contracts.get('ZCEZ26')).toMatchObject({ session: 'CLOSED', tradeDate: '2026-11-30' });
    const after = await openMarketHarness('2026-11-28 13:00', { state, hours: ALWAYS_OPEN });
    expect(state.contracts.get('ZCEH27')).toMatchObject({ session: 'OPEN', tradeDate: '2026-11-30' });
    await moveTo(after, '2026-12-01 12:00');
    expect(state.contracts.get('ZCEH27')).toMatchObject({ tradeDate: '2026-12-01' });
    expect(state.tradeDate).toBe('2026-12-01');
    after.keeper.stop();
  });

  test('from always to real while the broker is a date ahead: the exchange’s date follows', async () => {
    // Brent trades until 06:00 in Vietnam in winter; the broker rolled at 05:00.
    const before = await openMarketHarness('2026-11-25 05:30', { codes: ['QO'], hours: ALWAYS_OPEN });
    before.keeper.stop();
    const { state } = before;
    const after = await openMarketHarness('2026-11-25 05:31', { codes: ['QO'], state });
    expect(state.contracts.get('QOF27')).toMatchObject({ session: 'OPEN', tradeDate: null });
    await moveTo(after, '2026-11-25 06:00');
    expect(state.contracts.get('QOF27')).toMatchObject({ session: 'CLOSED', tradeDate: '2026-11-25' });
    after.keeper.stop();
  });
});

test('nothing is due for long stretches', async () => {
  const market = await openMarketHarness('2026-11-28 12:00', {
    codes: REFERENCE_COMMODITIES.map(({ commodity }) => commodity.code),
  });
  market.reported();
  await moveTo(market, '2026-11-29 04:59');
  expect(market.reported()).toEqual([]);
  market.keeper.stop();
});
