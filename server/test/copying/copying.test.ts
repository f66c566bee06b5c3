/** Copy trading through the front door: a leader publishes and runs, a follower follows, both see what is copied. */
import { randomUUID } from 'node:crypto';
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import type { OwnStrategy } from '@mua/contract/entities/strategy';
import { withdrawalExcess } from '@mua/core/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebuildReadTables } from '#journal/rebuild-read-tables.ts';
import { copying, leadNew } from '#test/fixtures/copying.ts';
import { asOwner } from '#test/fixtures/database.ts';
import {
  AN_1,
  AN_2,
  BINH_1,
  type Browser,
  CODE,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

const CHI_1 = '108C000003-01';
const STRATEGIES = '/api/copy-trade/strategies';
const FORM = {
  name: 'Ngô theo xu hướng',
  description: 'Mua khi giá phá đỉnh 20 ngày, bán khi thủng đáy 10 ngày.',
  maxFollowers: 10,
  copyFee: '200000',
  paymentPeriod: 'MONTHLY',
  performanceFeeRate: '12.5',
  minFollowAmount: '50000000',
  slippageTolerance: 4,
};

let platform: Platform;
let leader: Browser;
let follower: Browser;
let strategyId: string;
let copyId: string;

beforeAll(async () => {
  platform = await startPlatform();
  leader = await signedIn(platform, 'an@mua.demo');
  follower = await signedIn(platform, 'binh@mua.demo');
});

afterAll(() => platform.close());

const operator = (method: 'GET' | 'POST', path: string, payload?: object) =>
  platform.app.inject({
    ...{ method, url: `/api/operator/strategies${path}` },
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    ...(payload ? { payload } : {}),
  });

async function lead(side: 'BUY' | 'SELL', quantity: number): Promise<void> {
  platform.venue.fillAtTicks = 1800;
  const order = { clientOrderId: randomUUID(), contractCode: CODE, side, orderType: 'LIMIT', duration: 'DAY' };
  await leader.post(`/api/order/${AN_1}/place`, { ...order, quantity, limitPrice: '450.00' });
  await platform.sequencer.settled();
  platform.venue.fillAtTicks = null;
}

const readMine = async (): Promise<OwnStrategy[]> => (await leader.get(`${STRATEGIES}/mine`)).json().items;

describe('a strategy', () => {
  test('is published once, whatever is sent again, and waits for approval', async () => {
    const body = { accountId: AN_1, ...FORM, clientRequestId: randomUUID() };
    const first = await leader.post(`${STRATEGIES}/mine`, body);
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({
      ...FORM,
      performanceFeeRate: '12.50',
      approval: 'PENDING',
      state: 'NOT_STARTED',
    });
    expect((await leader.post(`${STRATEGIES}/mine`, body)).json()).toEqual(first.json());
    expect(await readMine()).toHaveLength(1);
    const other = await leader.post(`${STRATEGIES}/mine`, { ...body, name: 'Another name' });
    expect([other.statusCode, other.json().code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
    strategyId = first.json().strategyId;
    const second = await leader.post(`${STRATEGIES}/mine`, { accountId: AN_1, ...FORM });
    expect(second.json()).toMatchObject({ code: 'SubAccountLeads', facts: { strategy: FORM.name } });
  });

  test.each([
    [{ name: 'ab' }, 'name'],
    [{ name: '\u3164\u3164\u3164' }, 'name'],
    [{ name: 'a\u202ebcd' }, 'name'],
    [{ description: '\u200b' }, 'description'],
    [{ performanceFeeRate: '50.01' }, 'performanceFeeRate'],
    [{ performanceFeeRate: '12.345' }, 'performanceFeeRate'],
    [{ maxFollowers: 0 }, 'maxFollowers'],
    [{ copyFee: '-1' }, 'copyFee'],
    [{ slippageTolerance: 1.5 }, 'slippageTolerance'],
  ])('with %o is refused by its field', async (wrong, field) => {
    const refused = await leader.post(`${STRATEGIES}/mine`, { accountId: AN_2, ...FORM, ...wrong });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().facts.field).toBe(field);
  });

  test('is nobody else’s business before it runs', async () => {
    expect((await follower.get(`${STRATEGIES}/${strategyId}`)).json().code).toBe('StrategyNotFound');
    expect((await leader.get(`${STRATEGIES}/${strategyId}`)).statusCode).toBe(200);
    for (const act of ['run', 'stop']) {
      const asked = await follower.post(`${STRATEGIES}/${strategyId}/${act}`, {});
      expect([asked.statusCode, asked.json().code]).toEqual([404, 'StrategyNotFound']);
    }
    expect((await leader.post(`${STRATEGIES}/mine`, { accountId: BINH_1, ...FORM })).statusCode).toBe(404);
  });

  test('does not run before it is approved, is rejected with a reason, changed and approved', async () => {
    const early = await leader.post(`${STRATEGIES}/${strategyId}/run`, {});
    expect(early.json()).toMatchObject({ code: 'StrategyMoveNotAllowed', facts: { approval: 'PENDING' } });
    const by = { operatorId: 'op-1', reason: 'mô tả chưa nói rõ rủi ro' };
    expect((await operator('POST', `/${strategyId}/reject`, by)).json()).toMatchObject({ approval: 'REJECTED' });
    expect(await readMine()).toMatchObject([{ approval: 'REJECTED', reason: by.reason }]);
    await leader.post(`${STRATEGIES}/${strategyId}`, { ...FORM, description: 'Nói rõ rủi ro.' });
    const [read] = (await operator('GET', '')).json().items;
    expect(read).toMatchObject({ approval: 'PENDING', reason: null });
    await leader.post(`${STRATEGIES}/${strategyId}`, { ...FORM, description: 'Lãi chắc chắn.' });
    const approval = { operatorId: 'op-1', reason: 'được' };
    const unread = await operator('POST', `/${strategyId}/approve`, { ...approval, version: read.version });
    expect([unread.statusCode, unread.json().code]).toEqual([409, 'StrategyChanged']);
    const [{ version }] = (await operator('GET', '')).json().items;
    expect(await readMine()).toMatchObject([{ approval: 'PENDING' }]);
    await operator('POST', `/${strategyId}/approve`, { ...approval, version });
    const run = await leader.post(`${STRATEGIES}/${strategyId}/run`, {});
    expect(run.json()).toMatchObject({ approval: 'APPROVED', state: 'ACTIVE' });
    const changed = await leader.post(`${STRATEGIES}/${strategyId}`, FORM);
    expect(changed.json()).toMatchObject({ code: 'StrategyMoveNotAllowed', facts: { running: 'ACTIVE' } });
    expect((await operator('POST', '/nowhere/approve', { ...by, version })).statusCode).toBe(404);
    const acts = await platform.app.inject({
      url: '/api/operator/acts',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    });
    expect(acts.json().items).toMatchObject([
      { act: 'approveStrategy', operatorId: 'op-1', subject: strategyId, accountId: AN_1 },
      { act: 'rejectStrategy', reason: by.reason },
    ]);
  });
});

describe('a follower', () => {
  const follow = (more: object = {}) =>
    follower.post(`${STRATEGIES}/${strategyId}/follow`, {
      ...{ accountId: BINH_1, copyRatio: '0.5', maxLoss: '20000000', copiesOpenPositions: false },
      ...more,
    });

  test('follows once, and the sub-account is dedicated to it', async () => {
    const clientRequestId = randomUUID();
    const first = await follow({ clientRequestId });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({ strategyName: FORM.name, copyRatio: '0.5000', state: 'ACTIVE' });
    expect((await follow({ clientRequestId })).json()).toEqual(first.json());
    for (const other of [{ copyRatio: '0.6' }, { maxLoss: '20000001' }])
      expect((await follow({ clientRequestId, ...other })).json().code).toBe('IDEMPOTENCY_MISMATCH');
    copyId = first.json().copyTraderId;
    expect((await follow()).json().code).toBe('SubAccountFollows');
    expect((await follow({ accountId: AN_1 })).statusCode).toBe(404);
    expect((await follow({ copyRatio: '0' })).json().facts.field).toBe('copyRatio');
    const order = {
      clientOrderId: randomUUID(),
      contractCode: CODE,
      side: 'BUY',
      orderType: 'MARKET',
      duration: 'IOC',
    };
    const refused = await follower.post(`/api/order/${BINH_1}/place`, { ...order, quantity: 1 });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'SubAccountFollows']);
  });

  test('copies what the leader trades; both see it', async () => {
    await lead('BUY', 3);
    const { items } = (await follower.get(`/api/copy-trade/copies/${copyId}/log`)).json();
    expect(items).toMatchObject([
      {
        leader: { side: 'BUY', lots: 3, price: '450.00' },
        target: 1,
        order: { side: 'BUY', lots: 1, limitPrice: '451.00' },
        skip: null,
      },
    ]);
    const [decided] = items;
    const orders = (await follower.get(`/api/order/${BINH_1}/query`)).json().items;
    expect(orders.map(({ orderId }: { orderId: string }) => orderId)).toContain(decided.order.orderId);
    const copiers = (await leader.get(`${STRATEGIES}/${strategyId}/copiers`)).json();
    expect(copiers).toMatchObject({
      total: 1,
      items: [{ copyTraderId: copyId, state: 'ACTIVE', copyRatio: '0.5000' }],
    });
    expect((await follower.get(`${STRATEGIES}/${strategyId}/copiers`)).statusCode).toBe(404);
  });

  test('may withdraw what the figures say: all but the leader’s share of the week', async () => {
    const { sequencer } = platform;
    const markAt = (ticks: number) =>
      sequencer.submit({
        kind: 'markPrices',
        prices: [{ contractCode: CODE, lastTicks: ticks, highTicks: ticks, lowTicks: ticks }],
      });
    const status = async () => (await follower.get(`/api/investor/margin-status/${BINH_1}`)).json();
    const before = await status();
    expect(before.leaderShare).toMatchObject({ rate: '12.50' });
    await markAt(1_900);
    const { withdrawable, equity, leaderShare, cash } = await status();
    const share = ((BigInt(equity) - BigInt(leaderShare.above)) * 125n) / 1_000n;
    expect(share).toBeGreaterThan(0n);
    expect(BigInt(withdrawable)).toBeLessThanOrEqual(BigInt(cash) - share);
    const account = sequencer.state.accounts.get(BINH_1);
    if (!account) throw new Error('nobody follows');
    const refusal = (amountVnd: bigint) => withdrawalExcess(sequencer.state, account, amountVnd)?.code;
    expect(refusal(BigInt(withdrawable))).toBeUndefined();
    expect(refusal(BigInt(withdrawable) + 1n)).toBeDefined();
    await markAt(1_800);
    expect(await status()).toMatchObject({ withdrawable: before.withdrawable });
    expect((await leader.get(`/api/investor/margin-status/${AN_1}`)).json().leaderShare).toBeNull();
  });

  test('pauses, resumes, moves funds, closes one, stops; again is no mistake', async () => {
    const copy = `/api/copy-trade/copies/${copyId}`;
    expect((await follower.post(`${copy}/pause`, {})).json().state).toBe('PAUSED');
    expect((await follower.post(`${copy}/pause`, {})).json().state).toBe('PAUSED');
    await lead('BUY', 2);
    const [last] = (await follower.get(`${copy}/log`)).json().items;
    expect(last).toMatchObject({ order: null, skip: { code: 'Paused' } });
    expect((await follower.post(`${copy}/resume`, {})).json().state).toBe('ACTIVE');
    const { profit, funds: before } = (await follower.get(copy)).json();
    await platform.sequencer.submit({ kind: 'deposit', accountId: BINH_1, amountVnd: 7_000_000n, reference: 'r' });
    expect((await follower.get(copy)).json()).toMatchObject({ profit, funds: String(BigInt(before) + 7_000_000n) });
    const funds = { otherAccountId: BINH_1, amount: '1000000', clientRequestId: randomUUID() };
    expect((await follower.post(`${copy}/funds`, funds)).statusCode).toBe(404);
    const stopped = await follower.post(`${copy}/stop`, { closesPositions: false });
    expect(stopped.json()).toMatchObject({ state: 'CLOSED', endReason: 'Follower' });
    expect((await follower.post(`${copy}/stop`, { closesPositions: false })).json()).toEqual(stopped.json());
    expect((await follower.post(`${copy}/pause`, {})).json().code).toBe('CopyMoveNotAllowed');
    expect((await leader.get(copy)).statusCode).toBe(404);
  });

  test('whose copy has closed keeps it, whoever names its id', async () => {
    const before = (await follower.get(`/api/copy-trade/copies/${copyId}`)).json();
    // The leader has read it in the list of copiers, and follows somebody else's strategy with it.
    const strategyOfAnother = await leadNew(platform, CHI_1, 'running');
    const asked = { accountId: AN_2, copyRatio: '1', maxLoss: '1000000', copiesOpenPositions: false };
    const refused = await leader.post(`${STRATEGIES}/${strategyOfAnother}/follow`, {
      ...asked,
      clientRequestId: copyId,
    });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
    expect((await follower.get(`/api/copy-trade/copies/${copyId}`)).json()).toEqual(before);
  });

  test('reads weeks and fees of a copy that has closed', async () => {
    const { items } = (await follower.get(`/api/copy-trade/copies/${copyId}/weekly-reports`)).json();
    expect(items).toMatchObject([{ copyTraderId: copyId, fundChanged: '7000000' }]);
    const paid = (await follower.get(`/api/investor/accounts/${BINH_1}/transactions`)).json().items;
    expect(paid.map(({ type, amount }: { type: string; amount: string }) => [type, amount])).toContainEqual([
      'COPY_FEE',
      '-200000',
    ]);
    const [copy] = (await follower.get('/api/copy-trade/copies')).json().items as OwnCopy[];
    // One lot bought: its fee and the copy fee are what it lost.
    expect(copy).toMatchObject({ fees: String(350_000 + 200_000), completedTrades: 0, profit: '-550000' });
    const earned = (await leader.get(`/api/investor/accounts/${AN_1}/transactions?type=COPY_EARNINGS`)).json().items;
    expect(earned).toMatchObject([{ amount: '200000' }]);
    expect((await leader.get(`${STRATEGIES}/${strategyId}/weekly-reports`)).json().items).toHaveLength(1);
  });
});

test('an id moves funds once, for ever: after many others, and when the copy has closed', async () => {
  const strategyOfAnother = await leadNew(platform, CHI_1, 'running');
  const asked = { accountId: AN_2, copyRatio: '1', maxLoss: '1000000', copiesOpenPositions: false };
  const followed = await leader.post(`${STRATEGIES}/${strategyOfAnother}/follow`, asked);
  const { copyTraderId } = followed.json();
  const copy = `/api/copy-trade/copies/${copyTraderId}`;
  const funds = { otherAccountId: AN_1, amount: '1000000', clientRequestId: randomUUID() };
  const { funds: moved } = (await leader.post(`${copy}/funds`, funds)).json();
  for (let n = 0; n < 65; n += 1)
    await platform.sequencer.submit({
      ...{ kind: 'fundCopy', accountId: AN_2, copyId: copyTraderId, otherAccountId: AN_1 },
      ...{ moveId: `other-${n}`, amountVnd: n % 2 === 0 ? 1_000n : -1_000n },
    });
  await platform.sequencer.settled();
  const again = await leader.post(`${copy}/funds`, funds);
  expect([again.statusCode, again.json().funds]).toEqual([200, String(BigInt(moved) + 1_000n)]);
  await leader.post(`${copy}/stop`, { closesPositions: false });
  const late = await leader.post(`${copy}/funds`, funds);
  expect([late.statusCode, late.json().state]).toEqual([200, 'CLOSED']);
  for (const other of [{ amount: '1000001' }, { amount: '-1000000' }]) {
    const refused = await leader.post(`${copy}/funds`, { ...funds, ...other });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
  }
  const another = await leader.post(`${copy}/funds`, { ...funds, clientRequestId: randomUUID() });
  expect([another.statusCode, another.json().code]).toEqual([409, 'CopyMoveNotAllowed']);
});

test('a copy that is stopped twice at once is stopped, and what comes with it is told so', async () => {
  const own = await copying(platform, '108C000002');
  const copy = `/api/copy-trade/copies/${own}`;
  const funds = { otherAccountId: BINH_1, amount: '-1000000', clientRequestId: randomUUID() };
  const [first, second, moved] = await Promise.all([
    follower.post(`${copy}/stop`, { closesPositions: false }),
    follower.post(`${copy}/stop`, { closesPositions: false }),
    follower.post(`${copy}/funds`, funds),
  ]);
  expect([first, second].map((reply) => [reply?.statusCode, reply?.json().state])).toEqual([
    [200, 'CLOSED'],
    [200, 'CLOSED'],
  ]);
  expect([undefined, 'CopyMoveNotAllowed']).toContain(moved?.json().code);
});

describe('what has ended', () => {
  test('stays as it was, whoever asks and whatever is sent', async () => {
    const ended = await leadNew(platform, CHI_1, 'running');
    const chi = await signedIn(platform, 'chi@mua.demo');
    await chi.post(`${STRATEGIES}/${ended}/stop`, {});
    const before = (await chi.get(`${STRATEGIES}/${ended}`)).json();
    const refused = await chi.post(`${STRATEGIES}/${ended}`, { ...FORM, name: 'Viết lại' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'StrategyMoveNotAllowed']);
    expect((await chi.get(`${STRATEGIES}/${ended}`)).json()).toEqual(before);
  });

  test('can’t begin anew by a change that is sent together with its stop', async () => {
    const ended = await leadNew(platform, CHI_1, 'approved');
    const chi = await signedIn(platform, 'chi@mua.demo');
    const [, changed] = await Promise.all([
      chi.post(`${STRATEGIES}/${ended}/stop`, {}),
      chi.post(`${STRATEGIES}/${ended}`, FORM),
    ]);
    expect([200, 404, 409]).toContain(changed?.statusCode);
    expect((await chi.get(`${STRATEGIES}/${ended}`)).json()).toMatchObject({ state: 'ENDED' });
  });

  test('by an operator is told with the reason, and is done once', async () => {
    const stopped = await leadNew(platform, CHI_1, 'running');
    const by = { operatorId: 'op-1', reason: 'hứa lãi chắc chắn' };
    expect((await operator('POST', `/${stopped}/stop`, { operatorId: 'op-1' })).statusCode).toBe(400);
    const done = await operator('POST', `/${stopped}/stop`, by);
    expect(done.json()).toMatchObject({ state: 'ENDED', reason: by.reason });
    const again = await operator('POST', `/${stopped}/stop`, by);
    expect([again.statusCode, again.json().code]).toEqual([409, 'StrategyMoveNotAllowed']);
    const acts = await platform.app.inject({
      url: '/api/operator/acts',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    });
    expect(acts.json().items[0]).toMatchObject({ act: 'endStrategy', operatorId: 'op-1', subject: stopped });
  });
});

test('days and profit count what copying cost and gave in the same sums', async () => {
  const leads = [leader, AN_1, -200_000n] as const;
  for (const [who, accountId, beside] of [leads, [follower, BINH_1, 200_000n] as const]) {
    const [day] = (await who.get(`/api/investor/accounts/${accountId}/days`)).json().items;
    const { total } = (await who.get(`/api/investor/accounts/${accountId}/profit?by=commodity`)).json();
    expect(total).toMatchObject({ fees: day.fees, accountFees: String(beside) });
    expect(BigInt(day.equity)).toBe(
      BigInt(day.netDeposits) + BigInt(day.actualProfit) - BigInt(day.fees) + BigInt(day.estimatedProfit),
    );
  }
});

test('lists are the same after the read tables were rebuilt from the journal', async () => {
  const urls = [`${STRATEGIES}/mine`, `${STRATEGIES}/${strategyId}/copiers`, `${STRATEGIES}`];
  const own = ['/api/copy-trade/copies', `/api/copy-trade/copies/${copyId}/log`];
  const all = async () => [
    ...(await Promise.all(urls.map(async (url) => (await leader.get(url)).json()))),
    ...(await Promise.all(own.map(async (url) => (await follower.get(url)).json()))),
  ];
  const before = await all();
  await asOwner(platform.database, 'truncate strategy, copy, copy_decision, copy_week');
  await rebuildReadTables(platform.database);
  expect(await all()).toEqual(before);
  const copy = (before[3].items as OwnCopy[]).find(({ copyTraderId }) => copyTraderId === copyId);
  expect(copy?.strategyName).toBe(FORM.name);
});
