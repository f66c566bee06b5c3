/**
 * A sub-account's figures at the end of a trade date of the broker (05:00 in Vietnam), and that date's results. Sums in
 * dong: `equity` is `netDeposits` plus all profit booked so far, less all fees, with `estimatedProfit` and `deficit`.
 */
import { z } from 'zod';
import { moneyText, tradeDate } from '#wire.ts';

export const accountDay = z
  .object({
    tradeDate,
    /** The current date with present figures: the last row, and the only one that changes. */
    isRunning: z.boolean(),
    equity: moneyText,
    cash: moneyText,
    /** Deposits less withdrawals since the sub-account was opened. */
    netDeposits: moneyText,
    /** Booked on this date. */
    actualProfit: moneyText,
    /** Charged on this date, 0 or more. */
    fees: moneyText,
    /** Of the positions open at the end of the date, and its change from the date before. */
    estimatedProfit: moneyText,
    estimatedChange: moneyText,
    /** Debt after losses beyond the money: that much of the cash is not the investor's. */
    deficit: moneyText,
  })
  .meta({ id: 'AccountDay' });
export type AccountDay = z.infer<typeof accountDay>;
