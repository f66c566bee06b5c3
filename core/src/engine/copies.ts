/**
 * What followers do (docs/rules/copying.md#following): follow, pause, move funds, close one position, stop. And what
 * ends a copy without them: its loss limit, in the step of the price, and the strategy's end.
 */

import { type CopyHappening, nextCopyState } from '#copying/copy.ts';
import { pass, payCopyFee, payWeek, tooDearToFollow } from '#engine/copy-money.ts';
import type { Copy, FundMove, Strategy } from '#engine/copy-records.ts';
import { checkHalt, isContractHalted } from '#engine/halts.ts';
import type { CloseCopied, FollowStrategy, FundCopy, MoveCopy } from '#engine/investor-commands.ts';
import { closeByForce, lotsToClose } from '#engine/liquidation.ts';
import { narrowToLoss } from '#engine/margin-watch.ts';
import { closedNow, mirrorHeld, startFromNow } from '#engine/mirror.ts';
import {
  type Account,
  accountEquityVnd,
  type EngineState,
  fundsChanged,
  hasEnded,
  type ListedContract,
} from '#engine/state.ts';
import { accountOf, refuseCommand, type Step } from '#engine/step.ts';
import { forget, leadsOrFollows, report as reportStrategy } from '#engine/strategies.ts';
import { isReachable } from '#engine/venues.ts';
import { withdrawalExcess } from '#engine/withdrawals.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import type { CopyEnd } from '#values/trading-words.ts';
import type { Vnd } from '#values/units.ts';

/** The same copy again reports the one that is there. */
export function followStrategy(step: Step, command: FollowStrategy): void {
  const { state, timeMs } = step;
  const { accountId, strategyId, copyId } = command;
  const known = state.copying.copies.get(copyId);
  if (known) {
    const isSame =
      known.accountId === accountId && known.strategy.strategyId === strategyId && hasTerms(known, command);
    return isSame ? reportCopy(step, known) : refuseCommand(step, refusal('IDEMPOTENCY_MISMATCH', {}));
  }
  const account = state.accounts.get(accountId);
  if (!account) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  const strategy = state.copying.strategies.get(strategyId);
  const refused = checkFollow(state, account, strategy);
  if (refused || !strategy) return refuseCommand(step, refused ?? refusal('StrategyNotFound', {}));
  strategy.lastNumber += 1;
  const copy: Copy = {
    copyId,
    number: strategy.lastNumber,
    strategy,
    accountId,
    ratioBasisPoints: command.ratioBasisPoints,
    maxLossVnd: command.maxLossVnd,
    startedMs: timeMs,
    state: 'ACTIVE',
    end: null,
    baseLots: new Map(),
    fundsVnd: 0n,
    week: { startMs: timeMs, startEquityVnd: 0n, fundChangedVnd: 0n, highEquityVnd: 0n },
    paidSince: state.tradeDate,
    paidUntil: state.tradeDate,
    retryMs: 0,
    fundMoves: [],
  };
  strategy.copies.push(copy);
  state.copying.copies.set(copyId, copy);
  account.copy = copy;
  payCopyFee(step, account, copy);
  const equityVnd = accountEquityVnd(state, account);
  copy.fundsVnd = equityVnd;
  copy.week.startEquityVnd = equityVnd;
  copy.week.highEquityVnd = equityVnd;
  if (!command.copiesOpenPositions) for (const code of strategy.leaderLots.keys()) startFromNow(copy, code);
  reportCopy(step, copy);
  reportStrategy(step, strategy);
  if (command.copiesOpenPositions) mirrorHeld(step, copy);
}

function hasTerms(copy: Copy, { ratioBasisPoints, maxLossVnd }: FollowStrategy): boolean {
  return copy.ratioBasisPoints === ratioBasisPoints && copy.maxLossVnd === maxLossVnd;
}

function checkFollow(state: EngineState, account: Account, strategy: Strategy | undefined): Refusal | undefined {
  if (!account.isActivated) return refusal('InvestorTradingAccountNotAllowed', {});
  if (!strategy) return refusal('StrategyNotFound', {});
  const { status, terms } = strategy;
  if (status.approval !== 'APPROVED') return refusal('StrategyNotApproved', {});
  if (status.running !== 'ACTIVE') return refusal('StrategyNotRunning', {});
  if (strategy.investorId === account.investorId) return refusal('OwnStrategy', {});
  if (strategy.isDemo !== account.isDemo) return refusal('DemoLiveMismatch', {});
  const taken = leadsOrFollows(account);
  if (taken) return taken;
  if (account.holdings.size > 0 || account.conditionals.size > 0) return refusal('SubAccountInUse', {});
  if (strategy.copies.length >= terms.maxFollowers) return refusal('StrategyFull', { max: terms.maxFollowers });
  const equity = accountEquityVnd(state, account);
  if (equity < terms.minFollowVnd) return refusal('FollowAmountTooSmall', { min: terms.minFollowVnd, equity });
  return tooDearToFollow(state, account, terms.copyFeeVnd);
}

/** Pause, resume, and stop with or without closing what was copied. Again is no mistake. */
export function moveCopy(step: Step, command: MoveCopy): void {
  const copy = ownCopy(step.state, command);
  if (!copy) return refuseCommand(step, refusal('NotFound', {}));
  const refused = move(copy, HAPPENING[command.kind]);
  if (refused) return refuseCommand(step, refused);
  if (command.kind === 'leaveCopy') return closeCopy(step, copy, 'Follower');
  if (command.kind === 'closeCopy') beginClosing(step, copy, 'Follower');
  reportCopy(step, copy);
}

const HAPPENING = {
  pauseCopy: 'paused',
  resumeCopy: 'resumed',
  leaveCopy: 'kept',
  closeCopy: 'closing',
} as const satisfies Record<MoveCopy['kind'], CopyHappening>;

function ownCopy(
  { copying }: EngineState,
  { accountId, copyId }: { readonly accountId: string; readonly copyId: string },
): Copy | undefined {
  const copy = copying.copies.get(copyId);
  return copy?.accountId === accountId ? copy : undefined;
}

function move(copy: Copy, happening: CopyHappening): Refusal | undefined {
  const next = nextCopyState(copy.state, happening);
  if (!next) return refusal('CopyMoveNotAllowed', { state: copy.state });
  copy.state = next;
  return undefined;
}

/** Closes one copied position. The lots that the leader holds now are not copied again. */
export function closeCopied(step: Step, command: CloseCopied): void {
  const copy = ownCopy(step.state, command);
  if (!copy) return refuseCommand(step, refusal('NotFound', {}));
  const account = accountOf(step, copy.accountId);
  const holding = account.positions.get(command.contractCode);
  if (!holding) return refuseCommand(step, refusal('OpenPositionNotFound', {}));
  const refused = closedNow(holding.listed) ?? checkHalt(step.state, copy.accountId, command.contractCode);
  if (refused) return refuseCommand(step, refused);
  startFromNow(copy, command.contractCode);
  closeByForce(step, account, holding.listed, { lots: Math.abs(holding.netLots), reason: 'UserRequest' });
  reportCopy(step, copy);
}

/** Moves money between the follower's sub-accounts: into the copy, or below zero out of it. */
export function fundCopy(step: Step, command: FundCopy): void {
  const { state } = step;
  const copy = ownCopy(state, command);
  const other = state.accounts.get(command.otherAccountId);
  if (!copy || !other) return refuseCommand(step, refusal('NotFound', {}));
  const account = accountOf(step, copy.accountId);
  const known = copy.fundMoves.find(({ moveId }) => moveId === command.moveId);
  if (known)
    return isSameMove(known, command)
      ? reportCopy(step, copy)
      : refuseCommand(step, refusal('IDEMPOTENCY_MISMATCH', {}));
  const isOwn = other !== account && other.investorId === account.investorId && other.isDemo === account.isDemo;
  if (!isOwn) return refuseCommand(step, refusal('NotFound', {}));
  const [gives, takes] = command.amountVnd > 0n ? [other, account] : [account, other];
  const amountVnd = command.amountVnd > 0n ? command.amountVnd : -command.amountVnd;
  const excess = withdrawalExcess(state, gives, amountVnd);
  if (excess) return refuseCommand(step, excess);
  const { moveId, otherAccountId } = command;
  copy.fundMoves.push({ moveId, otherAccountId, amountVnd: command.amountVnd });
  if (copy.fundMoves.length > MOVES_REMEMBERED) copy.fundMoves.shift();
  const type = 'transfer' as const;
  const sides = { from: { account: gives, type }, to: { account: takes, type } };
  const leftVnd = pass(step, { ...sides, amountVnd, reference: moveId });
  fundsChanged(gives, -amountVnd);
  fundsChanged(takes, leftVnd);
  reportCopy(step, copy);
}

function isSameMove(known: FundMove, { otherAccountId, amountVnd }: FundCopy): boolean {
  return known.otherAccountId === otherAccountId && known.amountVnd === amountVnd;
}

/** A browser that asks again does so within minutes. */
const MOVES_REMEMBERED = 64;

/** Whether a copy has lost what its follower would lose at most; then it is to be closed in this very step. */
export function hasLostMost({ state }: Step, account: Account): boolean {
  const { copy } = account;
  if (!copy || copy.state === 'CLOSING') return false;
  const cushionVnd = accountEquityVnd(state, account) - copy.fundsVnd + copy.maxLossVnd;
  if (cushionVnd > 0n) narrowToLoss(account, Number(cushionVnd));
  return cushionVnd <= 0n;
}

export function closeForLoss(step: Step, { copy }: Account): void {
  if (!copy) return;
  move(copy, 'closing');
  beginClosing(step, copy, 'MaxLoss');
  reportCopy(step, copy);
}

function beginClosing(step: Step, copy: Copy, end: CopyEnd): void {
  copy.end ??= end;
  copy.retryMs = 0;
  step.state.copying.closing.add(copy);
  step.changes += 1;
}

/** Closes what copies that end still hold, as soon as it can be traded; what is flat has ended. */
export function pursueClosing(step: Step): void {
  for (const copy of step.state.copying.closing) {
    const account = accountOf(step, copy.accountId);
    if (account.holdings.size === 0) {
      move(copy, 'flat');
      closeCopy(step, copy, copy.end ?? 'Follower');
    } else if (step.timeMs >= copy.retryMs) closeOpen(step, copy, account);
  }
}

const RETRY_MS = 1_000;

function closeOpen(step: Step, copy: Copy, account: Account): void {
  for (const { contractCode, listed } of closable(step.state, account)) {
    copy.retryMs = step.timeMs + RETRY_MS;
    const reason = copy.end === 'MaxLoss' ? 'CopyMaxLoss' : 'CopyStopped';
    closeByForce(step, account, listed, { lots: lotsToClose(account, contractCode), reason });
  }
}

/** When a position of a closing copy is tried again; positions that can't be traded now wait for their session. */
export function nextClosingMs(state: EngineState): number {
  let nextMs = Number.POSITIVE_INFINITY;
  for (const { accountId, retryMs } of state.copying.closing) {
    const account = state.accounts.get(accountId);
    if (account && closable(state, account).length > 0) nextMs = Math.min(nextMs, retryMs);
  }
  return nextMs;
}

function closable(state: EngineState, account: Account) {
  return [...account.positions.values()].filter(
    ({ contractCode, listed }) => canClose(state, account, listed) && lotsToClose(account, contractCode) > 0,
  );
}

function canClose(state: EngineState, account: Account, listed: ListedContract): boolean {
  const canTrade = listed.session === 'OPEN' && !isContractHalted(state, listed.contract.code);
  return canTrade && isReachable(state, account) && !hasEnded(state, listed);
}

/**
 * Ends the copy: the last report with its fee, unless its week has just ended; and the sub-account is its owner's again,
 * with what it holds.
 */
export function closeCopy(step: Step, copy: Copy, end: CopyEnd, { isReported = false } = {}): void {
  const { state } = step;
  const { strategy } = copy;
  const account = accountOf(step, copy.accountId);
  if (!isReported) payWeek(step, account, copy);
  copy.state = 'CLOSED';
  copy.end = end;
  account.copy = null;
  state.copying.copies.delete(copy.copyId);
  state.copying.closing.delete(copy);
  const at = strategy.copies.indexOf(copy);
  strategy.copies.splice(at, 1);
  step.changes += 1;
  reportCopy(step, copy);
  reportStrategy(step, strategy);
  forget(state, strategy);
}

/** What a copy has made of its funds so far, fees counted. */
export function copyProfitVnd(state: EngineState, { accountId, fundsVnd }: Pick<Copy, 'accountId' | 'fundsVnd'>): Vnd {
  const account = state.accounts.get(accountId);
  return account ? accountEquityVnd(state, account) - fundsVnd : 0n;
}

export function reportCopy(step: Step, copy: Copy): void {
  const { copyId, strategy, accountId, ratioBasisPoints, maxLossVnd, startedMs, state, end, fundsVnd, paidUntil } =
    copy;
  const profitVnd = state === 'CLOSED' ? copyProfitVnd(step.state, copy) : null;
  step.events.push({
    kind: 'copyChanged',
    copy: {
      ...{
        copyId,
        strategyId: strategy.strategyId,
        strategyName: strategy.terms.name,
        accountId,
        ratioBasisPoints,
        maxLossVnd,
        startedMs,
      },
      ...{ state, end, fundsVnd, profitVnd, paidUntil, week: { ...copy.week } },
    },
  });
}
