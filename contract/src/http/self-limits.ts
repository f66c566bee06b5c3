/** An investor's own limits on a sub-account: tighter ones apply at once, looser ones from the next trade date. */
import { z } from 'zod';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import { instant, lots, moneyText } from '#wire.ts';

/** `HH:mm` in Vietnam. */
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** Null: no such limit. None of them prevents reducing risk. */
export const selfLimits = z
  .strictObject({
    maxLotsPerOrder: lots.min(1).nullable(),
    /** Loss in dong since the trade date began, realised and estimated, from which orders that add risk are refused. */
    dailyLoss: moneyText.refine((text) => !text.startsWith('-') && text !== '0').nullable(),
    /** May cross midnight. */
    noTradeHours: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable(),
    coolOffUntil: instant.nullable(),
  })
  .meta({ id: 'Brakes' });
export type SelfLimits = z.infer<typeof selfLimits>;

const selfLimitsReply = z
  .object({
    inForce: selfLimits,
    /** In force from the next trade date; null if nothing was loosened. */
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
