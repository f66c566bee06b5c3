/** Copy trading: a follower's copy of a strategy, its log and its weekly reports (docs/rules/copying.md). */
import { COPY_ENDS, COPY_SKIPS, COPY_STATES } from '@mua/core/values';
import { z } from 'zod';
import { rejection } from '#errors.ts';
import {
  contractCode,
  instant,
  lots,
  moneyText,
  opaqueId,
  percentText,
  priceText,
  side,
  signedLots,
  tradeDate,
} from '#wire.ts';

const copyState = z.enum(COPY_STATES).meta({ id: 'CopyState' });

export const copy = z
  .object({
    copyId: opaqueId,
    strategyId: opaqueId,
    accountId: opaqueId,
    /** Percent of the leader's lots. */
    copyRatio: percentText,
    maxLoss: moneyText,
    state: copyState,
    /** Why it is closing, or closed. */
    endReason: z.enum(COPY_ENDS).nullable(),
    /** Equity at the start, with what was put in and taken out since. */
    funds: moneyText,
    /** The last day that the copy fee is paid for. */
    paidUntil: tradeDate,
    createdAt: instant,
    closedAt: instant.nullable(),
  })
  .meta({ id: 'Copy' });
export type Copy = z.infer<typeof copy>;

/** A follower's own, with the name of what it copies. */
export const ownCopy = z.object({ ...copy.shape, strategyName: z.string().max(60) }).meta({ id: 'OwnCopy' });
export type OwnCopy = z.infer<typeof ownCopy>;

/** What a leader's fill meant for a follower. */
export const copyDecision = z
  .object({
    time: instant,
    contractCode,
    leader: z.object({ side, lots, price: priceText, time: instant }),
    /** What the follower should hold after it. */
    target: signedLots,
    /** A limit of null is an order at market, which only reduces. What was filled of it stands in the orders. */
    order: z.object({ orderId: opaqueId, side, lots, limitPrice: priceText.nullable() }).nullable(),
    /** Why it was not copied, or not wholly; with the refusal, where the broker refused the order. */
    skip: z.object({ code: z.enum(COPY_SKIPS), rejection: rejection.nullable() }).nullable(),
  })
  .meta({ id: 'CopyDecision' });
export type CopyDecision = z.infer<typeof copyDecision>;

/** The fields of the weekly copier report. */
export const copyWeek = z
  .object({
    copyId: opaqueId,
    startTime: instant,
    endTime: instant,
    profitInCycle: moneyText,
    profitToFee: moneyText,
    performanceFee: moneyText,
    startEquity: moneyText,
    endEquity: moneyText,
    fundChanged: moneyText,
    previousHighEquity: moneyText,
    newHighEquity: moneyText,
  })
  .meta({ id: 'CopyWeek' });
export type CopyWeek = z.infer<typeof copyWeek>;
