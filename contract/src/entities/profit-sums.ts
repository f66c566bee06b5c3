/**
 * Profit and fees of a sub-account in a range of trade dates, by commodity, by date or in total: sums over its settled
 * rows, over the fills of the same range, and over what its service packages cost then.
 */
import { z } from 'zod';
import { count, currencyCode, currencyText, lots, moneyText } from '#wire.ts';

export const profitSums = z
  .object({
    /** In dong: the sum of the rows' amounts, each rounded once at closing. */
    actualProfit: moneyText,
    /** The contracts' currency if all rows have the same; otherwise null. */
    currency: currencyCode.nullable(),
    /** In that currency, exact. */
    currencyProfit: currencyText.nullable(),
    /** In dong: those of orders, service packages and copying, less what a leader earned. */
    fees: moneyText,
    /** Of these all but those of orders, which belong to no commodity; below zero where a leader earned more. */
    accountFees: moneyText,
    /** Lots bought and sold, both opening and closing. */
    tradedLots: lots,
    settledLots: lots,
    /** Settled rows, and how many of them had a profit or a loss in dong; the rest came out even. */
    settledCount: count,
    wonCount: count,
    lostCount: count,
  })
  .meta({ id: 'ProfitSums' });
export type ProfitSums = z.infer<typeof profitSums>;
