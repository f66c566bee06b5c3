/** Service packages: what the broker offers for a price a month, and what a sub-account has of it. */
import { FEE_CLASSES } from '@mua/core/values';
import { z } from 'zod';
import { lots, moneyText, opaqueId, tradeDate } from '#wire.ts';

export const feeClass = z.enum(FEE_CLASSES);

export const servicePackageTerms = z
  .object({
    /** As it stands in addresses. */
    name: opaqueId,
    /** A proper name, the same in every language. */
    title: z.string().max(64),
    /** Dong for one month; 0 for the terms that everybody has. */
    price: moneyText,
    /** Dong for one lot and side. */
    feePerLot: z.object({ standard: moneyText, mini: moneyText, micro: moneyText, nano: moneyText, lme: moneyText }),
    maxLotsPerOrder: lots,
  })
  .meta({ id: 'ServicePackageTerms' });
export type ServicePackageTerms = z.infer<typeof servicePackageTerms>;

/** The terms as they were paid for, and the paid month. Dates are the broker's trade dates. */
export const subscription = z
  .object({
    terms: servicePackageTerms,
    since: tradeDate,
    from: tradeDate,
    /** Its last day. */
    until: tradeDate,
    /** Its owner wants no other month. */
    isEnding: z.boolean(),
  })
  .meta({ id: 'Subscription' });
export type WireSubscription = z.infer<typeof subscription>;

export const servicePackage = z
  .object({
    ...servicePackageTerms.shape,
    /** The month that would be paid for by a subscription now. */
    from: tradeDate,
    until: tradeDate,
    /** Of the acting investor's sub-accounts. */
    subscriptions: z.array(z.object({ accountId: opaqueId, ...subscription.shape })),
  })
  .meta({ id: 'ServicePackage' });
export type ServicePackage = z.infer<typeof servicePackage>;
