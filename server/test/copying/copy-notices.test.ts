/** What mailboxes say of copy trading: to leaders what was decided, to followers what happened without them. */
import { randomUUID } from 'node:crypto';
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import type { CommandBody } from '@mua/core/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyAccount, endLead, leadNew } from '#test/fixtures/copying.ts';
import { AN_1, BINH_1, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const AN = '108C000001';

let platform: Platform;
let an: Browser;

beforeAll(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
});

afterAll(() => platform.close());

async function submit(body: CommandBody): Promise<void> {
  await platform.sequencer.submit(body);
  await platform.sequencer.settled();
}

async function mailbox(accountId: string): Promise<MailboxMessage[]> {
  return (await an.get(`/api/notification/${accountId}/mailbox`)).json().items;
}

/** What copying has told, the oldest first; orders and the deposit have messages of their own. */
async function told(accountId: string): Promise<unknown[]> {
  const messages = (await mailbox(accountId)).filter(({ code }) => !/^(Order|DepositCredited)/.test(code));
  return messages.map(({ code, facts, reason }) => ({ code, ...facts, ...(reason && { why: reason.code }) })).reverse();
}

async function lead(accountId: string, side: 'BUY' | 'SELL', quantityLots: number): Promise<void> {
  platform.venue.fillAtTicks = 1800;
  await submit({
    ...{ kind: 'placeOrder', accountId, orderId: randomUUID(), clientOrderId: randomUUID(), contractCode: CODE },
    ...{ side, orderType: 'LIMIT', duration: 'DAY', quantityLots, limitPrice: '450.00' },
  });
  platform.venue.fillAtTicks = null;
}

/** An's follows what stands on Bình's sub-account. */
async function follow(strategyId: string, terms: { ratioBasisPoints?: number; maxLossVnd?: bigint } = {}) {
  const [accountId, copyId] = [await emptyAccount(platform, AN), randomUUID()];
  const all = { ratioBasisPoints: 10_000, maxLossVnd: 100_000_000n, copiesOpenPositions: false, ...terms };
  await submit({ kind: 'followStrategy', accountId, strategyId, copyId, ...all });
  return { accountId, copyId };
}

/** A position that found nobody is tried again a second later. */
async function closeWhatIsOpen(): Promise<void> {
  platform.venue.fillAtTicks = 1800;
  platform.clock.advanceBy(1_000);
  await submit({ kind: 'passTime' });
  platform.venue.fillAtTicks = null;
}

describe('a leader', () => {
  test('is told of approval and of what an operator wrote, not of runs and followers', async () => {
    const strategyId = await leadNew(platform, AN_1);
    const by = { kind: 'reviewStrategy', strategyId, operatorId: 'lan' } as const;
    await submit({ ...by, verdict: 'REJECTED', reason: 'say what it risks' });
    const terms = { ...platform.sequencer.state.copying.strategies.get(strategyId)?.terms } as never;
    await submit({ kind: 'changeStrategy', accountId: AN_1, strategyId, terms });
    await submit({ ...by, verdict: 'APPROVED', reason: 'good' });
    await submit({ kind: 'runStrategy', accountId: AN_1, strategyId });
    const of = { strategy: 'Corn trend', strategyId };
    expect(await told(AN_1)).toEqual([
      { code: 'StrategyRejected', ...of, reason: 'say what it risks' },
      { code: 'StrategyApproved', ...of },
    ]);
    await endLead(platform, AN_1);
    expect(await told(AN_1)).toHaveLength(2);
  });

  test('whose strategy an operator stops is told why', async () => {
    const strategyId = await leadNew(platform, AN_1, 'running');
    const before = (await told(AN_1)).length;
    const verdict = { verdict: 'STOPPED', reason: 'promises a profit', operatorId: 'lan' } as const;
    await submit({ kind: 'reviewStrategy', strategyId, ...verdict });
    expect((await told(AN_1)).slice(before)).toEqual([
      { code: 'StrategyStopped', strategy: 'Corn trend', strategyId, reason: 'promises a profit' },
    ]);
  });
});

describe('a follower', () => {
  test('is told of a week and of the strategy’s end', async () => {
    const strategyId = await leadNew(platform, BINH_1, 'running');
    const { accountId } = await follow(strategyId);
    await endLead(platform, BINH_1);
    const of = { strategy: 'Corn trend', strategyId };
    expect(await told(accountId)).toEqual([
      { code: 'WeeklyReport', ...of, profit: '0', fee: '0' },
      { code: 'StrategyEnded', ...of },
    ]);
  });

  test('who stops hears nothing but the week, and of what is closed for them when it is', async () => {
    const strategyId = await leadNew(platform, BINH_1, 'running');
    const [kept, closed] = [await follow(strategyId), await follow(strategyId)];
    await lead(BINH_1, 'BUY', 1);
    await submit({ kind: 'leaveCopy', accountId: kept.accountId, copyId: kept.copyId });
    await submit({ kind: 'closeCopy', accountId: closed.accountId, copyId: closed.copyId });
    expect(await told(kept.accountId)).toMatchObject([{ code: 'WeeklyReport' }]);
    expect(await told(closed.accountId)).toEqual([]);
    await closeWhatIsOpen();
    expect(await told(closed.accountId)).toMatchObject([{ code: 'WeeklyReport' }, { code: 'CopyStopped' }]);
  });

  test('is told once that the loss limit has closed it, however often it is reported', async () => {
    const strategyId = await leadNew(platform, BINH_1, 'running');
    const { accountId, copyId } = await follow(strategyId, { maxLossVnd: 1_000_000n });
    await lead(BINH_1, 'BUY', 1);
    await submit({
      kind: 'markPrices',
      prices: [{ contractCode: CODE, lastTicks: 1700, highTicks: 1700, lowTicks: 1700 }],
    });
    await submit({ kind: 'closeCopy', accountId, copyId });
    expect(await told(accountId)).toEqual([
      { code: 'CopyMaxLoss', strategy: 'Corn trend', strategyId, maxLoss: '1000000' },
    ]);
  });

  test('is told once a day of what is not copied, with the reason', async () => {
    const strategyId = await leadNew(platform, BINH_1, 'running');
    const { accountId } = await follow(strategyId, { ratioBasisPoints: 100 });
    for (let fill = 0; fill < 3; fill += 1) await lead(BINH_1, 'BUY', 1);
    const skipped = { code: 'CopySkipped', contract: CODE, why: 'RoundedToZero' };
    expect(await told(accountId)).toMatchObject([{ ...skipped, date: '2026-11-20' }]);
    await submit({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    await lead(BINH_1, 'BUY', 1);
    expect(await told(accountId)).toMatchObject([skipped, { ...skipped, date: '2026-11-21' }]);
  });
});
