/**
 * What a sub-account earned in a range of trade dates, for one commodity, one date or all: sums over its settled
 * positions, and over the fills of the same range.
 */
import { z } from 'zod';
import { count, currencyCode, currencyText, lots, moneyText } from '#wire.ts';

export const profitSums = z
  .object({
    /** In dong: the sum of the settled rows' own dong, each rounded once at its closing. */
    actualProfit: moneyText,
    /** The contracts' currency where it is one for all rows; null where there is none or more than one. */
    currency: currencyCode.nullable(),
    /** In that currency, exact. */
    currencyProfit: currencyText.nullable(),
    /** In dong, 0 or more. */
    fees: moneyText,
    /** Bought and sold, lots that opened a position and lots that closed one. */
    tradedLots: lots,
    settledLots: lots,
    /** Settled rows, and how many of them brought a profit or a loss in dong; the rest came out even. */
    settledCount: count,
    wonCount: count,
    lostCount: count,
  })
  .meta({ id: 'ProfitSums' });
export type ProfitSums = z.infer<typeof profitSums>;
