/**
 * What leaders and operators do with strategies (docs/rules/copying.md#strategies): publish, change, approve or reject,
 * run and stop. One sub-account leads one strategy that has not ended.
 */

import { nextStatus, type StrategyHappening } from '#copying/strategy.ts';
import type { Strategy } from '#engine/copy-records.ts';
import type { StrategyRecord } from '#engine/events.ts';
import type { MoveStrategy, PublishStrategy } from '#engine/investor-commands.ts';
import type { Account, EngineState } from '#engine/state.ts';
import { accountOf, refuseCommand, type Step } from '#engine/step.ts';
import type { ReviewStrategy } from '#engine/system-commands.ts';
import { type Refusal, refusal } from '#values/refusals.ts';

/** Publishes a strategy, or changes one that does not run: both ask for approval. */
export function publishStrategy(step: Step, { kind, accountId, strategyId, terms }: PublishStrategy): void {
  const account = step.state.accounts.get(accountId);
  if (!account) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  if (!account.isActivated) return refuseCommand(step, refusal('InvestorTradingAccountNotAllowed', {}));
  const known = step.state.copying.strategies.get(strategyId);
  if (known) return known.accountId === accountId ? change(step, known, terms) : refuseCommand(step, notFound());
  if (kind === 'changeStrategy') return refuseCommand(step, notFound());
  const taken = leadsOrFollows(account);
  if (taken) return refuseCommand(step, taken);
  const strategy: Strategy = {
    strategyId,
    accountId,
    investorId: account.investorId,
    isDemo: account.isDemo,
    terms,
    status: { approval: 'PENDING', running: 'NOT_STARTED' },
    reason: null,
    createdMs: step.timeMs,
    startedMs: null,
    endedMs: null,
    leaderLots: new Map(),
    copies: [],
    lastNumber: 0,
  };
  step.state.copying.strategies.set(strategyId, strategy);
  account.strategy = strategy;
  report(step, strategy);
}

/** A sub-account either leads or follows, and one strategy only. */
export function leadsOrFollows({ strategy, copy }: Account): Refusal | undefined {
  if (strategy) return refusal('SubAccountLeads', { strategy: strategy.terms.name });
  return copy ? refusal('SubAccountFollows', { strategy: copy.strategy.terms.name }) : undefined;
}

function change(step: Step, strategy: Strategy, terms: Strategy['terms']): void {
  const refused = move(strategy, 'changed');
  if (refused) return refuseCommand(step, refused);
  strategy.terms = terms;
  strategy.reason = null;
  report(step, strategy);
}

const VERDICTS = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  STOPPED: 'stopped',
} as const satisfies Record<ReviewStrategy['verdict'], StrategyHappening>;

/** An operator's verdict, or the demo's own. */
export function reviewStrategy(step: Step, { strategyId, verdict, reason }: ReviewStrategy): void {
  const strategy = step.state.copying.strategies.get(strategyId);
  if (!strategy) return refuseCommand(step, notFound());
  const refused = move(strategy, VERDICTS[verdict]);
  if (refused) return refuseCommand(step, refused);
  strategy.reason = reason;
  if (verdict === 'STOPPED') end(step, strategy);
  report(step, strategy);
}

/** The leader's run and stop. */
export function moveStrategy(step: Step, { kind, accountId, strategyId }: MoveStrategy): void {
  const { state, timeMs } = step;
  const account = state.accounts.get(accountId);
  const strategy = account?.strategy;
  if (!account || strategy?.strategyId !== strategyId) return refuseCommand(step, notFound());
  const refused = move(strategy, kind === 'runStrategy' ? 'run' : 'stopped');
  if (refused) return refuseCommand(step, refused);
  if (kind === 'runStrategy') {
    strategy.startedMs = timeMs;
    // What the leader holds by now was opened before anybody could follow.
    for (const { contractCode, netLots } of account.positions.values())
      strategy.leaderLots.set(contractCode, { openedLots: Math.abs(netLots), closedLots: 0, isLong: netLots > 0 });
  } else end(step, strategy);
  report(step, strategy);
}

/** Followers of a strategy that ends keep what they hold. */
function end(step: Step, strategy: Strategy): void {
  const { state, timeMs } = step;
  const { strategyId, accountId, copies, lastNumber } = strategy;
  strategy.endedMs = timeMs;
  accountOf(step, accountId).strategy = null;
  if (copies.length > 0) state.copying.errands.push({ kind: 'end', strategyId, doneNumber: 0, lastNumber });
  else forget(state, strategy);
}

/** A strategy that has ended and has no followers left is history. */
export function forget(state: EngineState, strategy: Strategy): void {
  if (strategy.status.running === 'ENDED' && strategy.copies.length === 0)
    state.copying.strategies.delete(strategy.strategyId);
}

function move(strategy: Strategy, happening: StrategyHappening): Refusal | undefined {
  const next = nextStatus(strategy.status, happening);
  if (!next) return refusal('StrategyMoveNotAllowed', { ...strategy.status });
  strategy.status = next;
  return undefined;
}

function notFound(): Refusal {
  return refusal('StrategyNotFound', {});
}

/** Also when somebody begins or ceases to follow. */
export function report(step: Step, strategy: Strategy): void {
  step.events.push({ kind: 'strategyChanged', strategy: recordOf(strategy) });
}

function recordOf(strategy: Strategy): StrategyRecord {
  const { strategyId, accountId, investorId, isDemo, terms, status, reason } = strategy;
  const { createdMs, startedMs, endedMs, copies } = strategy;
  return {
    ...{ strategyId, accountId, investorId, isDemo, terms, ...status, reason },
    ...{ createdMs, startedMs, endedMs, followers: copies.length },
  };
}
