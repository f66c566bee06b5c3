/** What operators decide about strategies (docs/rules/copying.md#strategies). */
import { z } from 'zod';
import { ownStrategy } from '#entities/strategy.ts';
import { defineRoute } from '#route.ts';
import { listOf, opaqueId, operatorId, ownWords } from '#wire.ts';

/** Of what a strategy says and takes: another one after every change of it. */
const version = z.string().regex(/^[\w-]{1,16}$/);

const strategyCase = z
  .object({ ...ownStrategy.shape, version, investorId: opaqueId, investorName: z.string().max(200) })
  .meta({ id: 'StrategyCase' });
export type StrategyCase = z.infer<typeof strategyCase>;

export const listAllStrategies = defineRoute({
  method: 'GET',
  path: '/operator/strategies',
  access: 'operator',
  purpose: 'Lists the strategies, those that wait for approval first, then the newest.',
  replies: { 200: listOf(strategyCase) },
  errors: [],
});

const verdict = z.strictObject({ operatorId, reason: ownWords(200).min(1) });

const decision = {
  method: 'POST',
  access: 'operator',
  params: z.strictObject({ strategyId: opaqueId }),
  body: verdict.meta({ id: 'StrategyVerdict' }),
  replies: { 200: strategyCase },
  errors: ['StrategyNotFound', 'StrategyMoveNotAllowed'],
} as const;

export const approveStrategy = defineRoute({
  ...decision,
  path: '/operator/strategies/{strategyId}/approve',
  purpose: 'Approves a strategy in the version that was read: its leader can run it.',
  body: verdict.extend({ version }).meta({ id: 'StrategyApproval' }),
  errors: [...decision.errors, 'StrategyChanged'],
});

export const rejectStrategy = defineRoute({
  ...decision,
  path: '/operator/strategies/{strategyId}/reject',
  purpose: 'Rejects a strategy with a reason, which its leader reads.',
});

export const endStrategy = defineRoute({
  ...decision,
  path: '/operator/strategies/{strategyId}/stop',
  purpose: 'Ends a strategy for good against its leader, who reads why: its followers keep what they hold.',
});
