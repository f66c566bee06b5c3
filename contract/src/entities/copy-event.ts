/** What happened to a follower over all copies, and what came of them (docs/rules/copying.md#figures). */
import { COPY_ENDS } from '@mua/core/values';
import { z } from 'zod';
import { copyDecision } from '#entities/copy-decision.ts';
import { ownCopy } from '#entities/copy-trader.ts';
import { weeklyCopierReport } from '#entities/weekly-copier-report.ts';
import { instant, moneyText, opaqueId, percentText, tradeDate } from '#wire.ts';

const of = { copyTraderId: opaqueId, strategyId: opaqueId, strategyName: z.string().max(60), time: instant };

export const copyEvent = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('FOLLOWED'), ...of }),
    z.object({ kind: z.literal('CLOSED'), ...of, endReason: z.enum(COPY_ENDS).nullable() }),
    z.object({ kind: z.literal('DECIDED'), ...of, decision: copyDecision }),
    z.object({ kind: z.enum(['COPY_FEE', 'PERFORMANCE_FEE', 'FUNDS']), ...of, amount: moneyText }),
    z.object({ kind: z.literal('WEEK_ENDED'), ...of, report: weeklyCopierReport }),
  ])
  .meta({ id: 'CopyEvent' });
export type CopyEvent = z.infer<typeof copyEvent>;

/** Sums in dong. Profit is after fees. */
export const copyProfit = z
  .object({
    /** Of copies, running and closed, the newest first. */
    copies: z.array(z.object({ ...ownCopy.shape, returnPercent: percentText })).max(200),
    profit: moneyText,
    fees: moneyText,
    /** Of all copies together, at the end of each trade date; counted from the first follow. */
    days: z.array(z.object({ tradeDate, isRunning: z.boolean(), profit: moneyText })),
  })
  .meta({ id: 'CopyProfit' });
export type CopyProfit = z.infer<typeof copyProfit>;
