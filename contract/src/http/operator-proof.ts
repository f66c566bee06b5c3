/** How the signing of days stands, for operators (docs/rules/proof.md#day). */
import { z } from 'zod';
import { proofKind } from '#entities/proof.ts';
import { defineRoute } from '#route.ts';
import { instant, listOf, moneyText, tradeDate } from '#wire.ts';

/** A day whose sums are not equal, with both sides: liabilities less deficits plus the house, and estimated profits. */
const refusedDay = z.object({
  date: tradeDate,
  time: instant,
  facts: z.object({ liabilities: moneyText, deficits: moneyText, house: moneyText, estimated: moneyText }),
});

const signingState = z
  .object({
    kind: proofKind,
    lastSigned: tradeDate.nullable(),
    /** Days that have ended and are neither signed nor refused; more than a moment after a close that is an alarm. */
    waiting: z.array(tradeDate),
    /** Newest first; never signed, now or later. */
    refused: z.array(refusedDay),
  })
  .meta({ id: 'SigningState' });
export type SigningState = z.infer<typeof signingState>;

export const readSigningState = defineRoute({
  method: 'GET',
  path: '/operator/proof',
  access: 'operator',
  purpose: 'Tells of each kind of accounts which day was signed last, which days wait and which do not add up.',
  replies: { 200: listOf(signingState) },
  errors: [],
});
