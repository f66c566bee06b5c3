/** Converts what a step has made of strategies and copies to the rows of its batch. */
import type { Command, CopyRecord, EngineEvent, StrategyRecord } from '@mua/core/engine';
import type { ActRow, BatchRows, CopyRow, StrategyAct, StrategyRow } from '#journal/projections/rows.ts';

type Stamp = Pick<Command, 'seq' | 'timeMs'>;

/** Decisions of a step are numbered, like its postings. */
export function collectCopying(rows: BatchRows, command: Command, events: readonly EngineEvent[]): void {
  const { seq, timeMs } = command;
  let ordinal = 0;
  for (const event of events) {
    switch (event.kind) {
      case 'strategyChanged':
        rows.strategies.set(event.strategy.strategyId, strategyRow(event.strategy, seq));
        if (command.kind === 'reviewStrategy') rows.acts.push(verdictRow(command, event.strategy));
        break;
      case 'copyChanged':
        rows.copies.set(event.copy.copyId, copyRow(event.copy, command));
        break;
      case 'copyDecided': {
        const { copyId, strategyId, order } = event.decision;
        const of = { copy_id: copyId, strategy_id: strategyId, order_id: order?.orderId ?? null };
        rows.copyDecisions.push({ seq, ordinal: ordinal++, ...of, time_ms: timeMs, record: event.decision });
        break;
      }
      case 'copyWeekEnded': {
        const { copyId, strategyId, endMs } = event.report;
        rows.copyWeeks.push({ copy_id: copyId, seq, strategy_id: strategyId, end_ms: endMs, record: event.report });
        break;
      }
      default:
        break;
    }
  }
}

function verdictRow(
  { seq, timeMs, operatorId, verdict, reason }: Extract<Command, { readonly kind: 'reviewStrategy' }>,
  { strategyId, accountId }: StrategyRecord,
): ActRow {
  const record = { subject: strategyId, accountId };
  return { seq, time_ms: timeMs, operator_id: operatorId, act: ACTS[verdict], reason, record };
}

const ACTS = {
  APPROVED: 'approveStrategy',
  REJECTED: 'rejectStrategy',
  STOPPED: 'endStrategy',
} as const satisfies Record<string, StrategyAct>;

function strategyRow(record: StrategyRecord, seq: number): StrategyRow {
  return {
    strategy_id: record.strategyId,
    account_id: record.accountId,
    investor_id: record.investorId,
    is_demo: record.isDemo,
    approval: record.approval,
    running: record.running,
    created_ms: record.createdMs,
    seq,
    record,
  };
}

function copyRow(record: CopyRecord, { seq, timeMs }: Stamp): CopyRow {
  return {
    copy_id: record.copyId,
    strategy_id: record.strategyId,
    account_id: record.accountId,
    state: record.state,
    started_ms: record.startedMs,
    closed_ms: record.state === 'CLOSED' ? timeMs : null,
    seq,
    record,
  };
}
