/** Keeps a sub-account's record current with durable steps, so that margin needs no query per fill. */
import type { OpenPosition } from '@mua/core/engine';
import type { AccountRecord } from '#accounts/account-records.ts';
import type { DurableStep } from '#journal/sequencer.ts';

/** The record after the step; the same object if the step does not concern it. */
export function recordAfter(record: AccountRecord, step: DurableStep): AccountRecord {
  if (step.command.seq <= record.seq) return record;
  let next = record;
  for (const event of step.events) {
    switch (event.kind) {
      case 'accountChanged':
        if (event.figures.accountId === record.accountId) {
          const { subscription = null, ...figures } = event.figures;
          next = { ...next, ...figures, subscription };
        }
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

/** Whether new prices change the value of a position, so that the figures must be published again. */
function marksAPosition(record: AccountRecord, { command }: DurableStep): boolean {
  return pricedContracts(command).some((code) => record.positions.some(({ contractCode }) => contractCode === code));
}

function pricedContracts(command: DurableStep['command']): readonly string[] {
  if (command.kind === 'markPrices') return command.prices.map(({ contractCode }) => contractCode);
  if (command.kind === 'settleContracts') return command.settlements.map(({ contractCode }) => contractCode);
  return [];
}

/** The accounts whose records a step can change, so that only these are checked. */
export interface Reach {
  readonly accountIds: ReadonlySet<string>;
  /** And every holder of these contracts. */
  readonly heldCodes: readonly string[];
  readonly isEverybody: boolean;
}

/** Must cover every change that `recordAfter` makes. */
export function reachOf({ command, events }: DurableStep): Reach {
  const accountIds = new Set<string>();
  let isEverybody = false;
  for (const event of events) {
    if (event.kind === 'accountChanged') accountIds.add(event.figures.accountId);
    else if (event.kind === 'positionChanged') accountIds.add(event.accountId);
    else if (event.kind === 'moneyPosted') accountIds.add(event.posting.accountId);
    else if (event.kind === 'tradeDateBegan') isEverybody = true;
  }
  return { accountIds, heldCodes: pricedContracts(command), isEverybody };
}
