/** Service packages (docs/rules/margin-and-money.md#service-packages): their owner's calls, and the operators' list. */
import { z } from 'zod';
import { servicePackage, subscription } from '#entities/service-package.ts';
import { defineRoute } from '#route.ts';
import { listOf, opaqueId, uuid } from '#wire.ts';

const params = z.strictObject({ packageName: opaqueId });

export const listServicePackages = defineRoute({
  method: 'GET',
  path: '/investor/service-packages',
  access: 'investor',
  purpose: 'Lists the service packages, the free one first, with which of the investor’s sub-accounts have them.',
  replies: { 200: listOf(servicePackage) },
  errors: [],
});

export const readServicePackage = defineRoute({
  method: 'GET',
  path: '/investor/service-packages/{packageName}',
  access: 'investor',
  purpose: 'Reads one service package with which of the investor’s sub-accounts have it.',
  params,
  replies: { 200: servicePackage },
  errors: [],
});

export const subscribeServicePackage = defineRoute({
  method: 'POST',
  path: '/investor/service-packages/{packageName}/subscribe',
  access: 'investor',
  purpose:
    'Begins a package now and pays its first month, or goes on with the one that was to end; again is no mistake.',
  params,
  body: z
    .strictObject({
      accountId: opaqueId,
      /** The same one again begins nothing again; without it a package that the sub-account has is not paid again. */
      clientRequestId: uuid.optional(),
    })
    .meta({ id: 'SubscribePackageForm' }),
  replies: { 200: servicePackage },
  errors: ['InvestorTradingAccountNotAllowed', 'IDEMPOTENCY_MISMATCH', 'ServicePackageTooDear', 'JOURNAL_UNAVAILABLE'],
});

export const endServicePackage = defineRoute({
  method: 'DELETE',
  path: '/investor/service-packages/{packageName}/subscription',
  access: 'investor',
  purpose: 'Ends a package with its paid month; again is no mistake.',
  params,
  query: z.strictObject({ accountId: opaqueId }),
  replies: { 200: servicePackage },
  errors: ['JOURNAL_UNAVAILABLE'],
});

const subscriptionCase = z
  .object({ accountId: opaqueId, investorId: opaqueId, investorName: z.string().max(200), ...subscription.shape })
  .meta({ id: 'SubscriptionCase' });
export type SubscriptionCase = z.infer<typeof subscriptionCase>;

export const listSubscriptions = defineRoute({
  method: 'GET',
  path: '/operator/packages',
  access: 'operator',
  purpose: 'Lists which sub-account has which service package since when and until when.',
  replies: { 200: listOf(subscriptionCase) },
  errors: [],
});
