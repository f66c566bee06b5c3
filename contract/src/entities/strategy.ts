/** A leader's strategy (docs/rules/copying.md#strategies). */
import { APPROVALS, FEE_PERIODS, RUNNINGS } from '@mua/core/values';
import { z } from 'zod';
import { count, instant, moneyText, opaqueId, ownWords, percentText } from '#wire.ts';

/** Sums in dong; slippage tolerance in ticks. */
export const strategy = z
  .object({
    strategyId: opaqueId,
    /** The leader's sub-account whose positions are copied. */
    accountId: opaqueId,
    isDemo: z.boolean(),
    name: z.string().max(100),
    description: z.string().max(2000),
    maxFollowers: count,
    /** Charged at the start of each payment period. */
    copyFee: moneyText,
    paymentPeriod: z.enum(FEE_PERIODS),
    performanceFeeRate: percentText,
    minFollowAmount: moneyText,
    slippageTolerance: count,
    approval: z.enum(APPROVALS),
    state: z.enum(RUNNINGS),
    createdDate: instant,
    startedDate: instant.nullable(),
    endedDate: instant.nullable(),
    /** How many copy it now. */
    followers: count,
  })
  .meta({ id: 'Strategy' });
export type Strategy = z.infer<typeof strategy>;

/** As its leader and operators see it: with the reason of the last verdict. */
export const ownStrategy = z
  .object({ ...strategy.shape, reason: z.string().max(200).nullable() })
  .meta({ id: 'OwnStrategy' });
export type OwnStrategy = z.infer<typeof ownStrategy>;

/** Whole dong, zero included. */
const sum = z.string().regex(/^(0|[1-9]\d{0,14})$/);
/** Percent up to 50, with at most two decimals. */
const share = z.string().regex(/^([0-4]?\d(\.\d{1,2})?|50(\.0{1,2})?)$/);

/** What a leader enters. */
export const strategyForm = z
  .strictObject({
    name: ownWords(60).min(3),
    description: ownWords(2_000).min(1),
    maxFollowers: z.int().min(1).max(10_000),
    copyFee: sum,
    paymentPeriod: z.enum(FEE_PERIODS),
    /** Of a week's profit above the high-water mark. */
    performanceFeeRate: share,
    minFollowAmount: sum,
    slippageTolerance: z.int().min(0).max(1_000),
  })
  .meta({ id: 'StrategyForm' });
export type StrategyForm = z.infer<typeof strategyForm>;
