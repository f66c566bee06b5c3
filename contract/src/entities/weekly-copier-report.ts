/** A follower's week with a strategy (docs/rules/copying.md#weekly-report). */
import { z } from 'zod';
import { instant, moneyText, opaqueId } from '#wire.ts';

/** Sums in dong. */
export const weeklyCopierReport = z
  .object({
    copyTraderId: opaqueId,
    startTime: instant,
    endTime: instant,
    /** endEquity - startEquity - fundChanged. */
    profitInCycle: moneyText,
    /** max(0, endEquity - fundChanged - previousHighEquity). */
    profitToFee: moneyText,
    performanceFee: moneyText,
    startEquity: moneyText,
    /** Before this cycle's performance fee and after copy fees. */
    endEquity: moneyText,
    /** Deposits less withdrawals, never fees. */
    fundChanged: moneyText,
    previousHighEquity: moneyText,
    newHighEquity: moneyText,
  })
  .meta({ id: 'WeeklyCopierReport' });
export type WeeklyCopierReport = z.infer<typeof weeklyCopierReport>;
