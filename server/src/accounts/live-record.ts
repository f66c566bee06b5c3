/** A sub-account's record kept up to date by the durable steps after it, so that margin needs no query per fill. */
import type { OpenPosition } from '@mua/core/engine';
import type { DurableStep } from '#trading/sequencer';
import type { AccountRecord } from './account-records.ts';

/** The record after the step; the very same one when the step does not concern it. */
export function recordAfter(record: AccountRecord, step: DurableStep): AccountRecord {
  if (step.command.seq <= record.seq) return record;
  let next = record;
  for (const event of step.events) {
    switch (event.kind) {
      case 'accountChanged':
        if (event.figures.accountId === record.accountId) next = { ...next, ...event.figures };
        break;
      case 'positionChanged':
        if (event.accountId === record.accountId) next = { ...next, positions: withPosition(next, event.position) };
        break;
      case 'moneyPosted': {
        const { posting } = event;
        if (posting.accountId !== record.accountId) break;
        if (posting.type === 'fee') next = { ...next, feesVnd: next.feesVnd - posting.amountVnd };
        if (posting.type === 'deficit' || posting.type === 'deficit-repaid')
          next = { ...next, deficitVnd: next.deficitVnd + posting.amountVnd };
        if (posting.type === 'realised-profit') next = { ...next, realisedVnd: next.realisedVnd + posting.amountVnd };
        break;
      }
      case 'tradeDateBegan':
        next = { ...next, feesVnd: 0n };
        break;
      default:
        break;
    }
  }
  if (marksAPosition(record, step)) next = { ...next };
  return next === record ? record : { ...next, seq: step.command.seq };
}

function withPosition(record: AccountRecord, position: OpenPosition): OpenPosition[] {
  const others = record.positions.filter(({ contractCode }) => contractCode !== position.contractCode);
  return position.netLots === 0 ? others : [...others, position];
}

/** New prices change what the positions are worth, so the record's figures are told again. */
function marksAPosition(record: AccountRecord, { command }: DurableStep): boolean {
  if (command.kind === 'markPrices') return command.prices.some(({ contractCode }) => holds(record, contractCode));
  return (
    command.kind === 'settleContracts' && command.settlements.some(({ contractCode }) => holds(record, contractCode))
  );
}

function holds(record: AccountRecord, contractCode: string): boolean {
  return record.positions.some((position) => position.contractCode === contractCode);
}
