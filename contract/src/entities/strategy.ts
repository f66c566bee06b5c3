/** Copy trading: what a leader publishes (docs/rules/copying.md). Sums are dong, rates percent. */
import { APPROVALS, FEE_PERIODS, RUNNINGS } from '@mua/core/values';
import { z } from 'zod';
import { count, instant, moneyText, opaqueId, ownWords, percentText } from '#wire.ts';

export const feePeriod = z.enum(FEE_PERIODS).meta({ id: 'FeePeriod' });

/** Whole dong, zero included. */
const sum = z.string().regex(/^(0|[1-9]\d{0,14})$/);
/** Up to 50, with at most two decimals. */
const share = z.string().regex(/^([0-4]?\d(\.\d{1,2})?|50(\.0{1,2})?)$/);

/** What a leader enters. */
export const strategyForm = z
  .strictObject({
    name: ownWords(60).min(3),
    description: ownWords(2_000).min(1),
    maxFollowers: z.int().min(1).max(10_000),
    copyFee: sum,
    paymentPeriod: feePeriod,
    /** Percent of a week's profit above the high-water mark. */
    performanceFee: share,
    minFollowAmount: sum,
    /** Ticks. */
    slippageTolerance: z.int().min(0).max(1_000),
  })
  .meta({ id: 'StrategyForm' });
export type StrategyForm = z.infer<typeof strategyForm>;

export const strategy = z
  .object({
    strategyId: opaqueId,
    isDemo: z.boolean(),
    name: z.string().max(60),
    description: z.string().max(2_000),
    maxFollowers: count,
    copyFee: moneyText,
    paymentPeriod: feePeriod,
    performanceFee: percentText,
    minFollowAmount: moneyText,
    slippageTolerance: count,
    approval: z.enum(APPROVALS),
    running: z.enum(RUNNINGS),
    createdAt: instant,
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
    /** How many copy it now. */
    followers: count,
  })
  .meta({ id: 'Strategy' });
export type Strategy = z.infer<typeof strategy>;

/** As its leader and operators see it. */
export const ownStrategy = z
  .object({ ...strategy.shape, accountId: opaqueId, /** Of the last verdict. */ reason: z.string().nullable() })
  .meta({ id: 'OwnStrategy' });
export type OwnStrategy = z.infer<typeof ownStrategy>;
