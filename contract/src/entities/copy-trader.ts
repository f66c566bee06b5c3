/** A follower's copy of a strategy, on a sub-account of its own (docs/rules/copying.md#following). */
import { COPY_ENDS, COPY_STATES } from '@mua/core/values';
import { z } from 'zod';
import { count, decimalText, instant, moneyText, opaqueId, percentText, tradeDate } from '#wire.ts';

/** Sums in dong; win rate in percent, null before the first completed trade. */
export const copyTrader = z
  .object({
    copyTraderId: opaqueId,
    strategyId: opaqueId,
    /** The sub-account that copies. */
    accountId: opaqueId,
    /** `"0.5"`: half of the leader's lots, cut to whole ones. */
    copyRatio: decimalText,
    maxLoss: moneyText,
    completedTrades: count,
    profit: moneyText,
    fees: moneyText,
    winRate: percentText.nullable(),
    state: z.enum(COPY_STATES),
    /** Why it is closing, or closed. */
    endReason: z.enum(COPY_ENDS).nullable(),
    /** Equity at the start, with what was put in and taken out since. */
    funds: moneyText,
    /** The last day that the copy fee is paid for. */
    paidUntil: tradeDate,
    createdDate: instant,
    closedDate: instant.nullable(),
  })
  .meta({ id: 'CopyTrader' });
export type CopyTrader = z.infer<typeof copyTrader>;

/** A follower's own, with the name of what it copies. */
export const ownCopy = z
  .object({
    ...copyTrader.shape,
    strategyName: z.string().max(60),
    /** Paid when it began, before `funds` were counted: profit is equity less both. */
    firstFee: moneyText,
  })
  .meta({ id: 'OwnCopy' });
export type OwnCopy = z.infer<typeof ownCopy>;
