/**
 * Converts what a step has made of strategies and copies to messages: to the leader what was decided, to followers what
 * happened to their copies without them. What somebody has just done themselves is no news to them.
 */
import type { CopyDecision, CopyRecord, CopyWeekReport, EngineState, StrategyRecord } from '@mua/core/engine';
import type { DurableStep } from '#journal/sequencer.ts';
import { type Notice, notice } from '#notifications/notice.ts';
import { type Grids, rejectionToWire } from '#orders/order-wire.ts';

export function copyNoticesOf({ command, events }: DurableStep, state: EngineState, grids: Grids): Notice[] {
  const notices: (Notice | undefined)[] = [];
  for (const event of events) {
    switch (event.kind) {
      case 'strategyChanged':
        // Those who begin or cease to follow change it too.
        if (command.kind === 'reviewStrategy') notices.push(ofVerdict(event.strategy, command.verdict));
        break;
      case 'copyChanged':
        notices.push(
          ofCopy(event.copy, state, { isOwnAct: command.kind === 'leaveCopy' || command.kind === 'closeCopy' }),
        );
        break;
      case 'copyDecided':
        notices.push(ofSkip(event.decision, state, grids));
        break;
      case 'copyWeekEnded':
        notices.push(ofWeek(event.report, events));
        break;
      default:
        break;
    }
  }
  return notices.filter((each) => each !== undefined);
}

function ofVerdict({ accountId, strategyId, terms, reason }: StrategyRecord, verdict: Verdict): Notice {
  const facts = { strategy: terms.name, strategyId };
  return verdict === 'APPROVED'
    ? notice(accountId, 'StrategyApproved', facts)
    : notice(accountId, WORDS[verdict], { ...facts, reason: reason ?? '' });
}

type Verdict = Extract<DurableStep['command'], { kind: 'reviewStrategy' }>['verdict'];
const WORDS = { REJECTED: 'StrategyRejected', STOPPED: 'StrategyStopped' } as const;

function ofCopy(
  copy: CopyRecord,
  state: EngineState,
  { isOwnAct }: { readonly isOwnAct: boolean },
): Notice | undefined {
  const { copyId, accountId, strategyId, strategyName: strategy, end } = copy;
  const facts = { strategy, strategyId };
  // Closing is reported again by whatever changes the copy meanwhile.
  if (copy.state === 'CLOSING' && end === 'MaxLoss') {
    const lost = { ...facts, maxLoss: String(copy.maxLossVnd) };
    return notice(accountId, 'CopyMaxLoss', lost, { once: `CopyMaxLoss ${copyId}` });
  }
  if (copy.state !== 'CLOSED') return undefined;
  switch (end) {
    case 'StrategyEnded':
      return notice(accountId, 'StrategyEnded', facts);
    case 'FeeNotPaid': {
      const fee = state.copying.strategies.get(strategyId)?.terms.copyFeeVnd ?? '';
      return notice(accountId, 'CopyFeeNotPaid', { ...facts, fee: String(fee) });
    }
    case 'Follower':
      return isOwnAct ? undefined : notice(accountId, 'CopyStopped', facts);
    case 'MaxLoss':
    case null:
      return undefined;
  }
}

/** Of a fill for which nothing was sent: of a leader who trades all day the first one of a contract and trade date. */
function ofSkip(decision: CopyDecision, state: EngineState, grids: Grids): Notice | undefined {
  const { accountId, copyId, strategyId, skip, order, fill } = decision;
  const { contractCode } = fill;
  if (skip === null || order !== null || skip.why === 'Paused') return undefined;
  const terms = state.copying.strategies.get(strategyId)?.terms;
  const facts = { strategy: terms?.name ?? '', strategyId, contract: contractCode, date: state.tradeDate };
  const once = `CopySkipped ${copyId} ${contractCode} ${state.tradeDate}`;
  return notice(accountId, 'CopySkipped', facts, {
    once,
    contractCode,
    reason: reasonOf(skip, terms, contractCode, grids),
  });
}

function reasonOf(
  { why, refusal }: NonNullable<CopyDecision['skip']>,
  terms: StrategyRecord['terms'] | undefined,
  contractCode: string,
  grids: Grids,
): Notice['reason'] {
  if (refusal) return rejectionToWire(refusal, grids(contractCode));
  if (why === 'Refused') return null;
  return { code: why, facts: why === 'SlippageExceeded' && terms ? { ticks: terms.slippageTicks } : {} };
}

/** The copy is reported in the step that ends its week. */
function ofWeek(report: CopyWeekReport, events: DurableStep['events']): Notice | undefined {
  const { copyId, strategyId, profitVnd, performanceFeeVnd } = report;
  const changed = events.find((event) => event.kind === 'copyChanged' && event.copy.copyId === copyId);
  if (changed?.kind !== 'copyChanged') return undefined;
  const { accountId, strategyName: strategy } = changed.copy;
  const facts = { strategy, strategyId, profit: String(profitVnd), fee: String(performanceFeeVnd) };
  return notice(accountId, 'WeeklyReport', facts);
}
