/**
 * Acts on margin levels: accounts whose equity or required margin may have moved are checked in the same step, and what
 * their level requires happens in it (docs/rules/margin-and-money.md#margin and
 * docs/rules/margin-and-money.md#margin-levels).
 */

import { cancelWorking, mayAskAgain } from '#engine/amend-order.ts';
import type { MarginStateChange } from '#engine/events.ts';
import { isContractHalted } from '#engine/halts.ts';
import { cancelWorkingIn, closeByForce, lotsToClose } from '#engine/liquidation.ts';
import { keepSafe, noteHealth } from '#engine/margin-watch.ts';
import {
  type Account,
  accountEquityVnd,
  cashVnd,
  contractTerms,
  type EngineState,
  type Holding,
  hasEnded,
  type ListedContract,
  nextLookMs,
  noteDue,
  rulesInForce,
  workedHoldings,
} from '#engine/state.ts';
import { emitAccount, type Step, touchFunds } from '#engine/step.ts';
import { isReachable } from '#engine/venues.ts';
import { releaseUnapproved } from '#engine/withdrawals.ts';
import { sideIn } from '#instruments/spread.ts';
import type { MarginLevelRules } from '#instruments/trading-rules.ts';
import { deficitAccount, post, postingOf } from '#ledger/ledger.ts';
import { isCoveredByPosition, isRiskReducing } from '#margin/margin.ts';
import {
  HEALTHY,
  isBelow,
  type LiquidationCandidate,
  liquidationPlan,
  nextMarginState,
  type Solvency,
} from '#margin/margin-level.ts';
import { marginableLots, neverRests, type Order } from '#orders/order.ts';
import type { Vnd } from '#values/units.ts';

/** False for the many accounts that are healthy before and after this step. */
export function mayBeUnhealthy(step: Step, account: Account): boolean {
  if (account.marginState !== HEALTHY) return true;
  const { ladder: rules } = rulesInForce(step.state);
  if (!rules) return false;
  const solvency = solvencyOf(step.state, account);
  if (isBelow(solvency, rules.callPercent)) return true;
  keepSafe(account, solvency, rules.callPercent);
  return false;
}

export function watchMargin(step: Step, account: Account): void {
  const { ladder: rules } = rulesInForce(step.state);
  if (!rules) return;
  const before = account.marginState;
  let solvency = solvencyOf(step.state, account);
  let after = nextMarginState(before, solvency, rules, step.timeMs);
  if (after.isLiquidating && releaseUnapproved(step, account)) {
    solvency = solvencyOf(step.state, account);
    after = nextMarginState(before, solvency, rules, step.timeMs);
    account.isRevalued = false;
  }
  account.marginState = after;
  noteHealth(step.state, account);
  if (after === HEALTHY) keepSafe(account, solvency, rules.callPercent);
  const cancelledOrders = isBelow(solvency, rules.cancelPercent) ? cancelIncreasing(step, account, rules) : 0;
  if (after.isLiquidating) liquidate(step, account, rules);
  noteDue(step.state, account, nextLookMs(account, step.timeMs));
  if (after === before) return;
  emitAccount(step, account);
  const repeated = isRepeatedCall(step.state, account) ? { isRepeated: true as const } : {};
  emitMarginStateChange(step, {
    accountId: account.accountId,
    before,
    after,
    ...solvency,
    cancelledOrders,
    ...repeated,
  });
}

/** Whether the account had a margin call on this trade date before. */
function isRepeatedCall({ tradeDate }: EngineState, account: Account): boolean {
  if (account.marginState.rung !== 'CALL') return false;
  const isRepeated = account.calledOn === tradeDate;
  account.calledOn = tradeDate;
  return isRepeated;
}

function solvencyOf(state: EngineState, account: Account): Solvency {
  return { equityVnd: accountEquityVnd(state, account), requiredVnd: account.requiredVnd };
}

/** Records one change per account and step: its state before the step and after all consequences. */
function emitMarginStateChange(step: Step, move: MarginStateChange): void {
  step.marginStateChanges ??= new Map();
  const known = step.marginStateChanges.get(move.accountId);
  step.marginStateChanges.set(
    move.accountId,
    known ? { ...move, before: known.before, cancelledOrders: known.cancelledOrders + move.cancelledOrders } : move,
  );
}

/** Cancels every order that is not entirely reducing; returns how many. */
function cancelIncreasing(step: Step, account: Account, rules: MarginLevelRules): number {
  let cancelled = 0;
  for (const holding of workedHoldings(account)) {
    for (const order of increasingOrders(holding)) {
      if (order.isForceSell || !mayAskAgain(step, order)) continue;
      cancelWorking(step, order, 'MarginLevel', rules.cancelPercent);
      cancelled += 1;
    }
  }
  return cancelled;
}

/**
 * The orders that increase this position, by the rule of acceptance: per side, in order of receipt, those that with the
 * earlier ones exceed it. One that may only reduce counts as what it shrinks to.
 */
export function increasingOrders({ contractCode, orders, netLots }: Holding): Order[] {
  const sums = { BUY: 0, SELL: 0 };
  const increasing: Order[] = [];
  for (const order of orders) {
    const side = sideIn(contractCode, order);
    const open = Math.max(0, side === 'BUY' ? -netLots : netLots);
    const { isReduceOnly } = order;
    const lots = isReduceOnly ? Math.min(marginableLots(order), open) : marginableLots(order);
    const reduces = isReduceOnly
      ? neverRests(order) || isCoveredByPosition(side, lots, netLots, sums[side])
      : isRiskReducing(side, lots, netLots, sums[side]);
    if (!reduces) increasing.push(order);
    sums[side] += lots;
  }
  return increasing;
}

function liquidate(step: Step, account: Account, rules: MarginLevelRules): void {
  const { state, timeMs } = step;
  if (!isReachable(state, account) || timeMs < account.liquidationRetryMs) return;
  const candidates = candidatesOf(state, account);
  const { equityVnd, requiredVnd } = solvencyOf(state, account);
  // Lots under way count as closed, so that repeating the check does not sell twice.
  const freedVnd = candidates.reduce((sum, candidate) => sum + candidate.underWayVnd, 0n);
  const plan = liquidationPlan(candidates, { equityVnd, requiredVnd: requiredVnd - freedVnd }, rules);
  for (const { contractCode, lots } of plan) {
    const candidate = candidates.find((one) => one.contractCode === contractCode);
    if (!candidate || candidate.heldLots === 0) continue;
    account.liquidationRetryMs = timeMs + rules.retryMs;
    if (lots > 0) closeByForce(step, account, candidate.listed, { lots, reason: 'ForceSell' });
    else cancelWorkingIn(step, account, contractCode, 'ForceSell');
  }
}

interface Candidate extends LiquidationCandidate {
  readonly listed: ListedContract;
  /** Required margin that liquidations under way, and the cancels before them, will free. */
  readonly underWayVnd: Vnd;
}

/**
 * The account's contracts with the lots that nothing is closing yet, without those that can't trade now. Orders under
 * way are at the exchange, whatever the broker has halted since.
 */
function candidatesOf(state: EngineState, account: Account): Candidate[] {
  return [...account.positions.values()].flatMap(({ contractCode, listed, netLots, requiredVnd: nowVnd }) => {
    const canTrade = listed.session === 'OPEN' && !isContractHalted(state, contractCode) && !hasEnded(state, listed);
    const marginPerLotVnd = contractTerms(listed).marginPerLotVnd[account.investorKind];
    const restLots = Math.max(0, lotsToClose(account, contractCode));
    const isUnderWay = restLots < Math.abs(netLots);
    if (!canTrade && !isUnderWay) return [];
    const restVnd = isUnderWay ? BigInt(restLots) * marginPerLotVnd : nowVnd;
    const underWayVnd = nowVnd - restVnd;
    const [heldLots, requiredVnd] = canTrade ? [restLots, restVnd] : [0, 0n];
    return [{ contractCode, listed, heldLots, marginPerLotVnd, requiredVnd, underWayVnd }];
  });
}

/**
 * Moves losses beyond the cash to the account's deficit once nothing is left to close, so that cash is never below zero
 * and the debt is never lost.
 */
export function postDeficit(step: Step, account: Account): void {
  const { state } = step;
  if (!rulesInForce(state).ladder || account.positions.size > 0) return;
  const owedVnd = -cashVnd(state, account);
  if (owedVnd <= 0n) return;
  const { accountId } = account;
  const posting = postingOf({
    type: 'deficit',
    accountId,
    amountVnd: owedVnd,
    reference: `seq ${step.seq}`,
    gives: deficitAccount(accountId),
    takes: account.cash,
  });
  post(state.balances, posting);
  step.events.push({ kind: 'moneyPosted', posting }, { kind: 'deficitPosted', accountId, amountVnd: owedVnd });
  touchFunds(step, account);
}
