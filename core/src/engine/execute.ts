/**
 * The one place where things happen: `execute(state, command) -> events`, synchronous and total. Whatever a user can
 * cause is a refusal event with a code; it throws only on a broken invariant, which is a bug and stops the process
 * (ARCHITECTURE.md, "Three sentences").
 */

import {
  activateAccount,
  changeSession,
  defineCommodity,
  deposit,
  endTradeDate,
  listContract,
  listSpread,
  markPrices,
  openAccount,
  setConversionRate,
  setSelfLimits,
  setTradingRules,
  settleContracts,
  termsChanged,
} from '#engine/administration.ts';
import { cancelOrder, modifyOrder } from '#engine/amend-order.ts';
import { noteAuditEnd } from '#engine/audit-end.ts';
import { setCancelAfter, waitAnewIfDeaf } from '#engine/cancel-after.ts';
import { closeOut, nearCloseOut, settlePositions } from '#engine/close-out.ts';
import type { Command } from '#engine/commands.ts';
import { cancelConditional, modifyConditional } from '#engine/conditional-orders.ts';
import { followThrough } from '#engine/consequences.ts';
import { closeCopied, followStrategy, fundCopy, moveCopy } from '#engine/copies.ts';
import { isErrandTime } from '#engine/copy-errands.ts';
import type { EngineEvent } from '#engine/events.ts';
import { reportExecution } from '#engine/execution-reports.ts';
import { fireWhatIsDue } from '#engine/fire-triggers.ts';
import { noteVenueAct, setTradingHalt } from '#engine/halts.ts';
import type {
  CloseCopied,
  EndPackage,
  FollowStrategy,
  FundCopy,
  HoldWithdrawal,
  MoveCopy,
  MoveStrategy,
  PublishStrategy,
  ReleaseWithdrawal,
  SubscribePackage,
} from '#engine/investor-commands.ts';
import { cancelOrders, liquidateContract } from '#engine/liquidation.ts';
import { placeOrder, reversePosition } from '#engine/order-entry.ts';
import { placeGroup } from '#engine/order-groups.ts';
import { noteAlert } from '#engine/price-alerts.ts';
import { endPackage, subscribePackage } from '#engine/service-packages.ts';
import type { EngineState } from '#engine/state.ts';
import { beginStep, endStep, type Step } from '#engine/step.ts';
import { moveStrategy, publishStrategy, reviewStrategy } from '#engine/strategies.ts';
import type { ApproveWithdrawal, PayWithdrawal, ReviewStrategy } from '#engine/system-commands.ts';
import { reconcileVenue, venueDisconnected, venueReset } from '#engine/venue-link.ts';
import { holdWithdrawal, moveWithdrawal } from '#engine/withdrawals.ts';
import { assert } from '#values/whole-numbers.ts';

/**
 * Raised whenever the same command could give other events than before, or the state has something new that an older
 * engine would leave out: an older one does not write behind a later one (record 170). Every journal batch carries it, so
 * that a newer engine reports an old tail that it can't replay.
 * 2: more fields in orders, accounts and steps (conditional orders, margin levels); old commands give the same state.
 * 3: a fill's price revalues all holders of the contract; a halt outlasts answers received in it; orders in transit can
 * be cancelled; requests have ids and answers are due; no report is lost (record 112).
 * 4: late reports undo nothing, a cancel wish outlasts a doubt, lots being closed count as closed during a halt too
 * (record 113, "What the simulator found").
 * 5: what concerns all followers of a strategy goes on with the clock alone, and a fill waits for a lost link.
 * 6: a copy or a move of funds that is asked for again with other terms is refused.
 * 7: exits that keep a distance from their entry (record 171); old commands give the same state.
 * 8: rolls into another month (record 177); old commands give the same state.
 * 9: an ended order leaves memory when ten thousand others have ended since (record 191); calendar spreads (record 189).
 * 10: orders in groups, of which one may cancel the other (records 194, 195); stops that come with an entry and trail; old commands give the same state.
 * 11: exits and the price of their entry are judged against each other until something is filled.
 * 12: what may only reduce is free of margin, own limits and sizes; what could not be sent in ten seconds is not sent late;
 * a roll whose close is cancelled opens nothing (record 203). The expiry guard cancels what would open until a contract
 * ends, and settles no lots younger than the price; copies that are closing outlive their strategy; a refused reversal
 * reduces; whatever money reaches who owes repays first; a performance fee leaves the margin (record 204).
 * 13: a trigger is fired by no price from before it was set (record 207); trails follow while nothing can fire, and what is
 * due then fires when that is over; equal triggers fire in the order of their names. What was cancelled while the exchange
 * had forgotten it is not sent again; only a refused shrink cancels what protects; a fill from behind a lost link is no mark.
 * While nobody can be heard, nobody's silence counts, and each sender is waited for alone (record 154).
 */
export const ENGINE_VERSION = 13;

export function execute(state: EngineState, command: Command): EngineEvent[] {
  assert(command.seq === state.seq + 1, 'seq', command.seq, 'after', state.seq);
  assert(command.timeMs >= state.timeMs, 'engine time never goes back');
  state.seq = command.seq;
  const silentMs = command.timeMs - state.timeMs;
  state.timeMs = command.timeMs;
  waitAnewIfDeaf(state, command, silentMs);
  const step = beginStep(state, command);
  const carriesOn = isErrandTime(state, command);
  if (command.timeMs >= state.nextTermsChangeMs) {
    termsChanged(step);
  }
  carryOut(step, command);
  if (mayFireAgain(command)) fireWhatIsDue(step);
  followThrough(step, carriesOn);
  return endStep(step);
}

/** A link that is back, or a halt that is lifted: while it lasted nothing could fire. */
function mayFireAgain(command: Command): boolean {
  if (command.kind === 'setTradingHalt') return command.reason === null;
  return command.kind === 'restartVenue' || command.kind === 'resyncVenue';
}

function carryOut(step: Step, command: Command): void {
  switch (command.kind) {
    case 'placeOrder':
      return placeOrder(step, command);
    case 'placeGroup':
      return placeGroup(step, command);
    case 'modifyOrder':
      return modifyOrder(step, command);
    case 'cancelOrder':
      return cancelOrder(step, command);
    case 'cancelOrders':
      return cancelOrders(step, command);
    case 'setCancelAfter':
      return setCancelAfter(step, command);
    case 'modifyConditional':
      return modifyConditional(step, command);
    case 'cancelConditional':
      return cancelConditional(step, command);
    case 'liquidateContract':
      return liquidateContract(step, command);
    case 'reversePosition':
      return reversePosition(step, command);
    case 'setBrakes':
      return setSelfLimits(step, command);
    case 'reportExecution':
      return reportExecution(step, command);
    case 'restartVenue':
      return venueReset(step, command);
    case 'loseVenue':
      return venueDisconnected(step, command);
    case 'resyncVenue':
      return reconcileVenue(step, command);
    case 'markPrices':
      return markPrices(step, command);
    case 'passTime':
      return;
    case 'changeSession':
      return changeSession(step, command);
    case 'endTradeDate':
      return endTradeDate(step, command);
    case 'settleContracts':
      return settleContracts(step, command);
    case 'setTradingHalt':
      return setTradingHalt(step, command);
    case 'noteVenueAct':
      return noteVenueAct(step, command);
    case 'noteAlert':
      return noteAlert(step, command);
    case 'noteAuditEnd':
      return noteAuditEnd(step, command);
    case 'nearCloseOut':
      return nearCloseOut(step, command);
    case 'closeOut':
      return closeOut(step, command);
    case 'settlePositions':
      return settlePositions(step, command);
    case 'openAccount':
      return openAccount(step, command);
    case 'activateAccount':
      return activateAccount(step, command);
    case 'deposit':
      return deposit(step, command);
    case 'setTradingRules':
    case 'setConversionRate':
    case 'defineCommodity':
    case 'listContract':
    case 'listSpread':
      return enterReferenceData(step, command);
    default:
      return serveAccount(step, command);
  }
}

type Service =
  | HoldWithdrawal
  | ApproveWithdrawal
  | ReleaseWithdrawal
  | PayWithdrawal
  | SubscribePackage
  | EndPackage
  | CopyTrading;

/** What stands beside trading: withdrawals, packages, copying. */
function serveAccount(step: Step, command: Extract<Command, { kind: Service['kind'] }>): void {
  switch (command.kind) {
    case 'holdWithdrawal':
      return holdWithdrawal(step, command);
    case 'approveWithdrawal':
    case 'releaseWithdrawal':
    case 'payWithdrawal':
      return moveWithdrawal(step, command);
    case 'subscribePackage':
      return subscribePackage(step, command);
    case 'endPackage':
      return endPackage(step, command);
    default:
      return copyTrading(step, command);
  }
}

type CopyTrading = PublishStrategy | MoveStrategy | ReviewStrategy | FollowStrategy | MoveCopy | CloseCopied | FundCopy;

function copyTrading(step: Step, command: CopyTrading): void {
  switch (command.kind) {
    case 'publishStrategy':
    case 'changeStrategy':
      return publishStrategy(step, command);
    case 'runStrategy':
    case 'stopStrategy':
      return moveStrategy(step, command);
    case 'reviewStrategy':
      return reviewStrategy(step, command);
    case 'followStrategy':
      return followStrategy(step, command);
    case 'closeCopied':
      return closeCopied(step, command);
    case 'fundCopy':
      return fundCopy(step, command);
    default:
      return moveCopy(step, command);
  }
}

type ReferenceData = 'setTradingRules' | 'setConversionRate' | 'defineCommodity' | 'listContract' | 'listSpread';

function enterReferenceData(step: Step, command: Extract<Command, { kind: ReferenceData }>): void {
  switch (command.kind) {
    case 'setTradingRules':
      return setTradingRules(step, command);
    case 'setConversionRate':
      return setConversionRate(step, command);
    case 'defineCommodity':
      return defineCommodity(step, command);
    case 'listContract':
      return listContract(step, command);
    case 'listSpread':
      return listSpread(step, command);
  }
}
