/** A leader's strategy (docs/rules/entities.md#strategy). */
import { z } from 'zod';
import { count, instant, moneyText, opaqueId, percentText } from '#wire.ts';

export const PAYMENT_PERIODS = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] as const;
export const STRATEGY_APPROVALS = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export const STRATEGY_STATES = ['NOT_STARTED', 'ACTIVE', 'ENDED'] as const;

/** Sums in dong; slippage tolerance in ticks. */
export const strategy = z
  .object({
    strategyId: opaqueId,
    /** The leader's sub-account whose positions are copied. */
    accountId: opaqueId,
    name: z.string().max(100),
    description: z.string().max(2000),
    maxFollowers: count,
    /** Charged at the start of each payment period. */
    copyFee: moneyText,
    paymentPeriod: z.enum(PAYMENT_PERIODS),
    performanceFeeRate: percentText,
    minFollowAmount: moneyText,
    slippageTolerance: count,
    approval: z.enum(STRATEGY_APPROVALS),
    state: z.enum(STRATEGY_STATES),
    createdDate: instant,
    startedDate: instant.nullable(),
    endedDate: instant.nullable(),
  })
  .meta({ id: 'Strategy' });
export type Strategy = z.infer<typeof strategy>;
