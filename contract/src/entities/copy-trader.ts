/** A follower of a strategy (docs/rules/entities.md#strategy). */
import { z } from 'zod';
import { count, decimalText, instant, moneyText, opaqueId, percentText } from '#wire.ts';

export const COPY_TRADER_STATES = ['ACTIVE', 'CLOSED'] as const;

/** Sums in dong; win rate in percent, null before the first completed trade. */
export const copyTrader = z
  .object({
    copyTraderId: opaqueId,
    strategyId: opaqueId,
    /** The sub-account that copies. */
    accountId: opaqueId,
    /** `"0.5"`: half of the leader's lots, cut to whole ones. */
    copyRatio: decimalText,
    maxLoss: moneyText,
    completedTrades: count,
    profit: moneyText,
    fees: moneyText,
    winRate: percentText.nullable(),
    state: z.enum(COPY_TRADER_STATES),
    createdDate: instant,
    closedDate: instant.nullable(),
  })
  .meta({ id: 'CopyTrader' });
export type CopyTrader = z.infer<typeof copyTrader>;
