/**
 * Trading halts by operators, for everything, a contract or an account, until lifted, restarts included. A halted scope
 * takes no new order; cancels still work (docs/rules/margin-and-money.md#invariants).
 */

import type { CommandBody } from '#engine/commands.ts';
import type { EngineState } from '#engine/state.ts';
import { reviseMarginState, type Step } from '#engine/step.ts';
import type { NoteVenueAct } from '#engine/system-commands.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import { assert } from '#values/whole-numbers.ts';

type SetTradingHalt = Extract<CommandBody, { kind: 'setTradingHalt' }>;

export function setTradingHalt(step: Step, { scope, reason, liftReason, operatorId }: SetTradingHalt): void {
  const { halts, accounts, contracts } = step.state;
  switch (scope.kind) {
    case 'all':
      halts.all = reason;
      break;
    case 'contract':
      assert(contracts.has(scope.contractCode), `a halt of an unlisted contract ${scope.contractCode}`);
      setOrLift(halts.contracts, scope.contractCode, reason);
      break;
    case 'account':
      assert(accounts.has(scope.accountId), `a halt of an unknown account ${scope.accountId}`);
      setOrLift(halts.accounts, scope.accountId, reason);
      break;
  }
  if (reason === null) reviseMarginState(step);
  step.events.push({ kind: 'tradingHaltChanged', scope, reason, operatorId, ...(liftReason ? { liftReason } : {}) });
}

/** Records an operator's act at the exchange; its effects arrive as reports. */
export function noteVenueAct(step: Step, { act, operator, contractCode, subject }: NoteVenueAct): void {
  const where = contractCode === undefined ? {} : { contractCode };
  step.events.push({ kind: 'venueActNoted', act, operator, ...where, subject });
}

function setOrLift(reasons: Map<string, string>, key: string, reason: string | null): void {
  if (reason === null) reasons.delete(key);
  else reasons.set(key, reason);
}

/** Whether the contract trades nowhere, so that liquidations wait too. */
export function isContractHalted(state: EngineState, contractCode: string): boolean {
  return state.halts.all !== null || state.halts.contracts.has(contractCode);
}

/** The widest halt that applies to an order. */
export function checkHalt(state: EngineState, accountId: string, contractCode: string): Refusal | undefined {
  const { all, contracts, accounts } = state.halts;
  if (all !== null) return refusal('TRADING_HALTED', { scope: 'ALL', reason: all });
  const ofContract = contracts.get(contractCode);
  if (ofContract !== undefined) return refusal('TRADING_HALTED', { scope: contractCode, reason: ofContract });
  const ofAccount = accounts.get(accountId);
  return ofAccount === undefined ? undefined : refusal('TRADING_HALTED', { scope: accountId, reason: ofAccount });
}
