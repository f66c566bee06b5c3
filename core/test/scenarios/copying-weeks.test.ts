/**
 * Five weeks of a copy, worked out by hand: gains and losses, money in, a withdrawal that is held and given back, money
 * moved out, and a copy fee of a new month (docs/rules/copying.md#weekly-report). A tick of a lot is 326,250 dong, a
 * fill costs 350,000 a lot.
 */
import type { CommandBody, CopyWeekReport, EngineEvent } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { Copier, copies, LEADER, refusals } from '#test/scenarios/copier.ts';

const FOLLOWER = 'mai-1';

function weeks(events: readonly EngineEvent[]): CopyWeekReport[] {
  return events.flatMap((event) => (event.kind === 'copyWeekEnded' ? [event.report] : []));
}

/** The first trade date of another week begins. */
function rollTo(nextTradeDate: string): CommandBody {
  return { kind: 'endTradeDate', nextTradeDate };
}

test('five weeks of gains, losses and moved money are paid as they are by hand', () => {
  const broker = new Copier({ copyFeeVnd: 1_000_000n, feePeriod: 'MONTHLY' });
  broker.open('mai-2', 0n);
  const before = broker.cash(LEADER);
  broker.follow('mai');

  broker.lead('BUY 2 @ 450', 1800);
  broker.fillCopies(1800);
  const leaderFees = broker.cash(LEADER) - before - 1_000_000n;
  broker.mark(1820);
  // 20 ticks of two lots are 13,050,000, less 700,000.
  expect(weeks(broker.do(rollTo('2026-11-23')))).toMatchObject([
    {
      ...{ startEquityVnd: 999_000_000n, endEquityVnd: 1_011_350_000n, fundChangedVnd: 0n, profitVnd: 12_350_000n },
      ...{ highEquityVnd: 999_000_000n, profitToFeeVnd: 12_350_000n, performanceFeeVnd: 3_087_500n },
      ...{ newHighEquityVnd: 1_008_262_500n, nextStartEquityVnd: 1_008_262_500n },
    },
  ]);

  broker.do({ kind: 'deposit', accountId: FOLLOWER, amountVnd: 50_000_000n, reference: 'more' });
  broker.mark(1790);
  // 30 ticks of two lots are lost: the money that came in is no profit, and lifts the mark.
  expect(weeks(broker.do(rollTo('2026-11-30')))).toMatchObject([
    {
      ...{ startEquityVnd: 1_008_262_500n, endEquityVnd: 1_038_687_500n, fundChangedVnd: 50_000_000n },
      ...{ profitVnd: -19_575_000n, profitToFeeVnd: 0n, performanceFeeVnd: 0n },
      ...{ newHighEquityVnd: 1_058_262_500n, nextStartEquityVnd: 1_038_687_500n },
    },
  ]);

  const withdrawal = { accountId: FOLLOWER, withdrawalId: 'w1' };
  broker.do({ kind: 'holdWithdrawal', ...withdrawal, amountVnd: 20_000_000n });
  broker.mark(1805);
  // 15 ticks come back, which is still below the mark; what is held has left.
  expect(weeks(broker.do(rollTo('2026-12-07')))).toMatchObject([
    {
      ...{ startEquityVnd: 1_038_687_500n, endEquityVnd: 1_028_475_000n, fundChangedVnd: -20_000_000n },
      ...{ profitVnd: 9_787_500n, profitToFeeVnd: 0n, performanceFeeVnd: 0n },
      ...{ newHighEquityVnd: 1_038_262_500n, nextStartEquityVnd: 1_028_475_000n },
    },
  ]);

  broker.do({ kind: 'releaseWithdrawal', ...withdrawal, reason: 'Cancelled' });
  broker.lead('SELL 1 @ 457.75', 1831);
  broker.fillCopies(1831);
  broker.mark(1831);
  // 26 ticks of two lots less 350,000; a quarter of what is above the mark with the 20,000,000 back.
  expect(weeks(broker.do(rollTo('2026-12-14')))).toMatchObject([
    {
      ...{ startEquityVnd: 1_028_475_000n, endEquityVnd: 1_065_090_000n, fundChangedVnd: 20_000_000n },
      ...{ profitVnd: 16_615_000n, profitToFeeVnd: 6_827_500n, performanceFeeVnd: 1_706_875n },
      ...{ newHighEquityVnd: 1_063_383_125n, nextStartEquityVnd: 1_063_383_125n },
    },
  ]);

  const move = { copyId: 'copy-mai', otherAccountId: 'mai-2', moveId: 'm1', amountVnd: -10_000_000n };
  broker.do({ kind: 'fundCopy', accountId: FOLLOWER, ...move });
  broker.mark(1841);
  const lastRoll = broker.do(rollTo('2026-12-21'));
  expect(weeks(lastRoll)).toMatchObject([
    {
      ...{ startEquityVnd: 1_063_383_125n, endEquityVnd: 1_056_645_625n, fundChangedVnd: -10_000_000n },
      ...{ profitVnd: 3_262_500n, profitToFeeVnd: 3_262_500n, performanceFeeVnd: 815_625n },
      ...{ newHighEquityVnd: 1_055_830_000n, nextStartEquityVnd: 1_055_830_000n },
    },
  ]);
  // The month of the follow ended on a Sunday: its fee is of the week that begins.
  expect(copies(lastRoll)).toMatchObject([{ paidUntil: '2027-01-19' }]);

  const left = broker.move('leaveCopy', 'mai');
  expect(weeks(left)).toMatchObject([
    {
      ...{ startEquityVnd: 1_055_830_000n, endEquityVnd: 1_054_830_000n, fundChangedVnd: 0n, profitVnd: -1_000_000n },
      ...{ performanceFeeVnd: 0n, newHighEquityVnd: 1_055_830_000n },
    },
  ]);
  // 23,490,000 of ticks, less 1,050,000 of trade fees, 5,610,000 of shares and the second copy fee.
  expect(copies(left)).toMatchObject([
    { state: 'CLOSED', fundsVnd: 999_000_000n + 50_000_000n - 10_000_000n, profitVnd: 15_830_000n },
  ]);
  const soldFee = -350_000n;
  const leaderMade = 31n * 326_250n + soldFee;
  // Two copy fees and three shares of profits.
  expect(broker.cash(LEADER) - before - leaderFees - leaderMade).toBe(7_610_000n);
});

test('a follower who is flat takes everything along but the share that the leader has earned', () => {
  const broker = new Copier();
  broker.open('mai-2', 0n);
  broker.follow('mai');
  broker.lead('BUY 2 @ 450', 1800);
  broker.fillCopies(1800);
  broker.lead('SELL 2 @ 455', 1820);
  broker.fillCopies(1820);
  // 20 ticks of two lots are 13,050,000, less 1,400,000; a quarter of it is the leader's.
  const shareVnd = 2_912_500n;
  const allVnd = 1_011_650_000n;
  const move = { kind: 'fundCopy', accountId: FOLLOWER, copyId: 'copy-mai', otherAccountId: 'mai-2' } as const;
  expect(refusals(broker.do({ ...move, moveId: 'm1', amountVnd: -allVnd }))).toEqual([
    { code: 'WithdrawAmountExceeded', facts: { amount: allVnd, available: allVnd - shareVnd } },
  ]);
  const held = { kind: 'holdWithdrawal', accountId: FOLLOWER, withdrawalId: 'w1' } as const;
  expect(refusals(broker.do({ ...held, amountVnd: allVnd - shareVnd + 1n }))).toMatchObject([
    { code: 'WithdrawAmountExceeded' },
  ]);
  expect(refusals(broker.do({ ...move, moveId: 'm2', amountVnd: shareVnd - allVnd }))).toEqual([]);
  expect(weeks(broker.do(rollTo('2026-11-23')))).toMatchObject([
    { profitVnd: 11_650_000n, profitToFeeVnd: 11_650_000n, performanceFeeVnd: shareVnd, nextStartEquityVnd: 0n },
  ]);
});
