/** An investor's own limits on a sub-account: tightening acts at once, loosening on the next trade date. */
import { z } from 'zod';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import { instant, lots, moneyText } from '#wire.ts';

/** `HH:mm` in Vietnam. */
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** Null: no such limit. None of them ever stands in the way of reducing risk. */
export const selfLimits = z
  .strictObject({
    maxLotsPerOrder: lots.min(1).nullable(),
    /** Dong lost since the trade date began, realised and estimated, from which on no risk is taken. */
    dailyLoss: moneyText.refine((text) => !text.startsWith('-') && text !== '0').nullable(),
    /** May pass midnight. */
    noTradeHours: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable(),
    coolOffUntil: instant.nullable(),
  })
  .meta({ id: 'Brakes' });
export type SelfLimits = z.infer<typeof selfLimits>;

const selfLimitsReply = z
  .object({
    inForce: selfLimits,
    /** What holds from the next trade date on; null when nothing was loosened. */
    next: selfLimits.nullable(),
  })
  .meta({ id: 'BrakesReply' });
export type SelfLimitsReply = z.infer<typeof selfLimitsReply>;

export const readSelfLimits = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/brakes',
  access: 'account',
  purpose: 'Reads the limits that the investor has set for a sub-account.',
  params: accountParams,
  replies: { 200: selfLimitsReply },
  errors: [],
});

export const setSelfLimits = defineRoute({
  method: 'POST',
  path: '/investor/accounts/{accountId}/brakes',
  access: 'account',
  purpose: 'Sets them: what is tighter holds at once, what is looser from the next trade date on.',
  params: accountParams,
  body: selfLimits,
  replies: { 200: selfLimitsReply },
  errors: ['InvestorTradingAccountNotFound', 'JOURNAL_UNAVAILABLE'],
});
