/** A sub-account with its overview figures (docs/rules/entities.md#account-overview). */
import { z } from 'zod';
import { moneyText, opaqueId, productType, seq } from '#wire.ts';

/** Sums in dong. */
export const accountOverview = z
  .object({
    accountId: opaqueId,
    /** `108C000001-01` */
    subAccountCode: z.string().max(32),
    subAccountName: z.string().max(200),
    /** Only an activated sub-account can trade. */
    isActivated: z.boolean(),
    isDemo: z.boolean(),
    productTypes: z.array(productType),
    /** Cash - held + estimated profit of this sub-account; sums over sub-accounts never mix demo and live. */
    totalEquity: moneyText,
    availableMargin: moneyText,
    estimatedProfitLoss: moneyText,
    /** Booked since the sub-account was opened. */
    realizedProfitLoss: moneyText,
    /** The strategy that it leads, or that it is dedicated to and takes no other orders for; null: neither. */
    copying: z
      .object({ role: z.enum(['LEADS', 'FOLLOWS']), strategyId: opaqueId, strategyName: z.string().max(60) })
      .nullable(),
    seq,
  })
  .meta({ id: 'AccountOverview' });
export type AccountOverview = z.infer<typeof accountOverview>;
