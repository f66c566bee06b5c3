/** The simulated leaders at work: their strategies run from the start, and they trade like anybody. */
import { accountEquityVnd, type Order } from '@mua/core/engine';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contractToTrade, type LeaderTrading, openLeaderTrading } from '#demo-leaders/leader-trading.ts';
import {
  isSimulatedLeader,
  LEADER_START_VND,
  SIMULATED_LEADERS,
  seedSimulatedLeaders,
  simulatedLeaderAccounts,
} from '#demo-leaders/simulated-leaders.ts';
import { type StageMarket, stageMarket } from '#test/fixtures/market.ts';
import { Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

/** The corn that still has weeks to trade: of CODE deliveries are announced in ten days. */
const MARCH = 'ZCEH27';
const TREND = '108M000001-01';
const MEAN = '108M000002-01';

let platform: Platform;
let market: StageMarket;
let trading: LeaderTrading;

const open = (): Promise<LeaderTrading> =>
  openLeaderTrading({ ...platform, market, log: pino({ level: process.env.TEST_LOG ?? 'silent' }) });

beforeEach(async () => {
  platform = await startPlatform();
  const { submit, state } = platform.sequencer;
  await seedSimulatedLeaders(platform.database.pool);
  for (const { accountId, investorId, investorKind, isActivated, cashVnd } of simulatedLeaderAccounts()) {
    await submit({ kind: 'openAccount', accountId, investorId, investorKind, isActivated, isDemo: true });
    await submit({ kind: 'deposit', accountId, amountVnd: cashVnd, reference: 'demo' });
  }
  const december = state.contracts.get(CODE)?.contract;
  if (!december) throw new Error('no corn');
  const dates = { firstNotificationDate: '2027-02-26', lastTradeDay: '2027-03-12' };
  const contract = { ...december, ...dates, code: MARCH, expiryYear: 2027, expiryMonth: 3 };
  await submit({ kind: 'listContract', contract, settlementTicks: 1800 });
  market = stageMarket([CODE, MARCH]);
  for (let minute = 40; minute > 0; minute -= 1) {
    const openMs = platform.clock.nowMs() - minute * 60_000;
    const [highTicks, lowTicks] = [1801, 1799];
    market.bars.push({ openMs, openTicks: 1800, highTicks, lowTicks, closeTicks: 1800, volumeLots: 1 });
  }
  trading = await open();
});

afterEach(async () => {
  trading.stop();
  await platform.close();
});

/** The price between the best ones, and one decision of each leader at it. */
async function decideAt(ticks: number): Promise<void> {
  platform.venue.fillAtTicks = ticks;
  market.move(MARCH, { bidTicks: ticks - 1, askTicks: ticks + 1 });
  await pass(15_000);
  platform.venue.fillAtTicks = null;
}

async function pass(ms: number): Promise<void> {
  platform.clock.advanceBy(ms);
  // The first decision reads candles before it sends anything.
  await new Promise((resolve) => setImmediate(resolve));
  await platform.sequencer.settled();
}

function held(accountId: string): number {
  return platform.sequencer.state.accounts.get(accountId)?.positions.get(MARCH)?.netLots ?? 0;
}

async function orders(accountId: string): Promise<Order[]> {
  const { rows } = await platform.database.pool.query<{ record: Order }>(
    'select record from trading_order where account_id = $1 order by received_seq',
    [accountId],
  );
  return rows.map(({ record }) => record);
}

describe('simulated leaders', () => {
  test('lead strategies that run, once, whatever starts again', async () => {
    const strategies = () => [...platform.sequencer.state.copying.strategies.values()];
    const ids = strategies().map(({ strategyId }) => strategyId);
    trading.stop();
    trading = await open();
    expect(strategies().map(({ strategyId }) => strategyId)).toEqual(ids);
    expect(strategies().map(({ investorId, status }) => ({ investorId, ...status }))).toEqual(
      SIMULATED_LEADERS.map(({ investorId }) => ({ investorId, approval: 'APPROVED', running: 'ACTIVE' })),
    );
  });

  test('are known as such, seeded once, and nobody signs in as them', async () => {
    expect([isSimulatedLeader('108M000001'), isSimulatedLeader('108C000001')]).toEqual([true, false]);
    await seedSimulatedLeaders(platform.database.pool);
    await platform.database.pool.query(
      `update credential set password_hash = known.password_hash from credential known
       where credential.investor_id like '108M%' and known.investor_id = '108C000001'`,
    );
    for (const { investorId } of SIMULATED_LEADERS)
      expect((await new Browser(platform).signIn(investorId)).json().code).toBe('LoginAccountIsSupended');
    const an = await signedIn(platform, 'an@mua.demo');
    const { items } = (await an.get('/api/copy-trade/strategies')).json();
    expect(items.map(({ isSimulated }: { isSimulated: boolean }) => isSimulated)).toEqual([true, true, true]);
  });

  test('trade what still has weeks, each by its own temper', async () => {
    await decideAt(1800);
    expect([held(TREND), held(MEAN)]).toEqual([0, 0]);
    await decideAt(1806);
    expect([held(TREND), held(MEAN)]).toEqual([1, -2]);
    // Nobody sends again what is held already.
    await decideAt(1806);
    expect([await orders(TREND), await orders(MEAN)].map(({ length }) => length)).toEqual([1, 1]);
    await decideAt(1799);
    expect([held(TREND), held(MEAN)]).toEqual([-1, 0]);
    const all = await orders(TREND);
    expect(all).toMatchObject([
      { contractCode: MARCH, side: 'BUY', quantityLots: 1, orderType: 'MARKET', status: 'FILLED' },
      { contractCode: MARCH, side: 'SELL', quantityLots: 2, orderType: 'MARKET', status: 'FILLED' },
    ]);
    expect(new Set(all.map(({ clientOrderId }) => clientOrderId)).size).toBe(2);
  });

  test('see nothing without prices, and rest after a refusal', async () => {
    market.move(MARCH, { session: 'CLOSED' });
    await decideAt(1806);
    expect(await orders(TREND)).toEqual([]);
    market.move(MARCH, { session: 'OPEN' });
    const halt = { kind: 'setTradingHalt', scope: { kind: 'account', accountId: TREND }, operatorId: 'lan' } as const;
    await platform.sequencer.submit({ ...halt, reason: 'drill' });
    for (const ticks of [1807, 1808, 1809]) await decideAt(ticks);
    expect(await orders(TREND)).toMatchObject([{ status: 'REJECTED' }]);
    await platform.sequencer.submit({ ...halt, reason: null });
    await pass(10 * 60_000);
    await decideAt(1815);
    expect(held(TREND)).toBe(1);
  });

  test('decide seldom while nobody follows, once their first hour is over', async () => {
    await decideAt(1800);
    await pass(60 * 60_000);
    for (let decision = 0; decision < 8; decision += 1) await decideAt(decision % 2 === 0 ? 1806 : 1794);
    expect(await orders(TREND)).toHaveLength(1);
  });

  test('stop when told', async () => {
    trading.stop();
    await decideAt(1806);
    expect([held(TREND), held(MEAN)]).toEqual([0, 0]);
  });

  test('are given anew what they have lost', async () => {
    const { submit, state } = platform.sequencer;
    const account = state.accounts.get(TREND);
    const lost = { withdrawalId: 'w', accountId: TREND, amountVnd: LEADER_START_VND - 1_000_000n };
    await submit({ kind: 'holdWithdrawal', ...lost });
    expect(account && accountEquityVnd(state, account)).toBe(1_000_000n);
    await pass(15_000);
    expect(account && accountEquityVnd(state, account)).toBe(LEADER_START_VND);
  });
});

test('the month to trade is the nearest with two weeks left', () => {
  const { state } = platform.sequencer;
  expect(contractToTrade(state, 'ZCE')?.code).toBe(MARCH);
  expect(contractToTrade(state, 'LRC')).toBeUndefined();
});
