/**
 * A sub-account at the end of a trade date of the broker (05:00 in Vietnam), and what that date brought. Sums in dong:
 * `equity` is `netDeposits` and all profit booked so far, less all fees, with `estimatedProfit` and `deficit`.
 */
import { z } from 'zod';
import { moneyText, tradeDate } from '#wire.ts';

export const accountDay = z
  .object({
    tradeDate,
    /** The running date: figures of now. The last row, and the only one that changes. */
    isRunning: z.boolean(),
    equity: moneyText,
    cash: moneyText,
    /** Deposits less withdrawals since the sub-account was opened. */
    netDeposits: moneyText,
    /** Booked on this date. */
    actualProfit: moneyText,
    /** Charged on this date, 0 or more. */
    fees: moneyText,
    /** Of the positions open at the end of the date, and how much that is more than a date before. */
    estimatedProfit: moneyText,
    estimatedChange: moneyText,
    /** Owed after losses beyond the money: that much of the cash is not the investor's. */
    deficit: moneyText,
  })
  .meta({ id: 'AccountDay' });
export type AccountDay = z.infer<typeof accountDay>;
