/**
 * The one place where things happen: `execute(state, command) -> events`, synchronous and total. Whatever a person
 * can cause is a refusal event with a code; it throws only on a broken invariant, which is a bug and stops the
 * process (architecture, "Three sentences").
 */
import { assert } from '#values/whole-numbers';
import {
  changeSession,
  defineCommodity,
  deposit,
  endTradeDate,
  listContract,
  markPrices,
  openAccount,
  setConversionRate,
  setTradingRules,
  settleContracts,
} from './administration.ts';
import { cancelOrder, modifyOrder } from './amend-order.ts';
import type { Command } from './commands.ts';
import type { EngineEvent } from './events.ts';
import { reportExecution, restartVenue } from './execution-reports.ts';
import { liquidateContract, placeOrder } from './place-order.ts';
import { type EngineState, refreshTerms } from './state.ts';
import { beginStep, endStep, type Step } from './step.ts';

/**
 * Raised whenever the same command could give other events than before. Every journal batch carries it, so that a
 * newer engine that can't replay an old tail says so instead of guessing.
 */
export const ENGINE_VERSION = 1;

export function execute(state: EngineState, command: Command): EngineEvent[] {
  assert(command.seq === state.seq + 1, `seq ${command.seq} after ${state.seq}`);
  assert(command.timeMs >= state.timeMs, 'engine time never goes back');
  state.seq = command.seq;
  state.timeMs = command.timeMs;
  if (command.timeMs >= state.nextTermsChangeMs) refreshTerms(state);
  const step = beginStep(state, command);
  carryOut(step, command);
  return endStep(step);
}

function carryOut(step: Step, command: Command): void {
  switch (command.kind) {
    case 'placeOrder':
      return placeOrder(step, command);
    case 'modifyOrder':
      return modifyOrder(step, command);
    case 'cancelOrder':
      return cancelOrder(step, command);
    case 'liquidateContract':
      return liquidateContract(step, command);
    case 'reportExecution':
      return reportExecution(step, command.report);
    case 'restartVenue':
      return restartVenue(step, command.epoch);
    case 'markPrices':
      return markPrices(step, command);
    case 'changeSession':
      return changeSession(step, command);
    case 'endTradeDate':
      return endTradeDate(step, command);
    case 'settleContracts':
      return settleContracts(step, command);
    case 'openAccount':
      return openAccount(step, command);
    case 'deposit':
      return deposit(step, command);
    case 'setTradingRules':
      return setTradingRules(step, command);
    case 'setConversionRate':
      return setConversionRate(step, command);
    case 'defineCommodity':
      return defineCommodity(step, command);
    case 'listContract':
      return listContract(step, command);
  }
}
