/** Money, margin, positions and the margin ladder of the accounts that a step touched. */
import { accountEquityVnd, type EngineState, exposureOf, type LadderStanding } from '@mua/core/engine';
import { judgeMargin } from '@mua/core/preview';
import type { Audit } from './audit.ts';
import type { AccountModel, Model } from './model.ts';
import { covered, equityOf, isReducing, isUnder, liveOrders, requiredBy, rungByRule } from './sums.ts';
import { hold, Violation } from './violation.ts';

export function checkAccount({ model, state }: Pick<Audit, 'model' | 'state'>, accountId: string): void {
  const account = state.accounts.get(accountId);
  if (!account) throw new Violation('an account that changed exists', accountId);
  const known = model.account(accountId);
  checkDeficit(model, known);
  for (const name of [`cash:${accountId}`, `deficit:${accountId}`]) {
    const balance = state.balances.get(name) ?? 0n;
    hold(balance === model.balance(name), 'balance is the sum of its postings', () => `${name} ${balance}`);
  }
  const { total } = requiredBy(model, known);
  hold(
    account.requiredVnd === total,
    'required margin equals the rule',
    () => `${accountId} ${account.requiredVnd} ${total}`,
  );
  hold(
    account.positions.size === [...known.positions.keys()].length,
    'position is the sum of its fills',
    () => `${accountId} holds ${account.positions.size} contracts`,
  );
  for (const [code, { netLots, notional, lots }] of known.positions) {
    const position = account.positions.get(code);
    const sound =
      position?.netLots === netLots &&
      position.openNotional === notional &&
      position.openLots.length === lots.length &&
      position.openLots.every((lot, at) => lot.lots === lots[at]?.lots && lot.priceTicks === lots[at]?.priceTicks);
    hold(sound, 'position is the sum of its fills', () => `${accountId} ${code} ${position?.netLots} ${netLots}`);
  }
  checkLimitsKept(model, state, accountId);
}

/** A loss beyond the money is never clamped: with nothing open, cash is not below zero and the debt has its account. */
function checkDeficit(model: Model, { accountId, positions }: AccountModel): void {
  const cash = model.balance(`cash:${accountId}`);
  const deficit = model.balance(`deficit:${accountId}`);
  hold(deficit <= 0n, 'a deficit is a debt', () => `${accountId} ${deficit}`);
  hold(
    positions.size > 0 || cash >= 0n,
    'a loss beyond the money is posted as a deficit',
    () => `${accountId} ${cash}`,
  );
}

/** Own limits and what today's loss is counted from. */
function checkLimitsKept(model: Model, state: EngineState, accountId: string): void {
  const account = state.accounts.get(accountId);
  const known = model.brakes.get(accountId);
  const text = (value: unknown): string =>
    JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? `${part}` : part));
  const sound = text(account?.brakes) === text(known?.now) && text(account?.nextBrakes) === text(known?.next);
  hold(sound, 'own limits loosen on the next trade date only', () => `${accountId} ${text(account?.brakes)}`);
  const base = model.dayBases.get(accountId);
  hold(account?.dayBaseVnd === base, "today's loss counts from the day's start", () => `${accountId} ${base}`);
}

// ---- the ladder ----

export function checkLadder(audit: Audit, accountId: string): void {
  const { model, state, step } = audit;
  const account = state.accounts.get(accountId);
  const rules = model.rulesNow.ladder;
  if (!account || !rules) throw new Violation('an account that changed exists', accountId);
  const known = model.account(accountId);
  const equity = equityOf(model, known);
  const required = requiredBy(model, known).total;
  const figures = (): string => `${accountId} ${account.ladder.rung} at ${equity} of ${required}`;
  const told = accountEquityVnd(state, account);
  hold(told === equity, 'equity is cash and estimated profit', () => `${accountId} ${told} ${equity}`);
  const rung = rungByRule(equity, required, rules);
  hold(account.ladder.rung === rung, 'the rung is the rule of the same seq', figures);
  checkCountdown(model, { accountId, ladder: account.ladder, timeMs: step.command.timeMs, equity, required });
  checkLiquidating(audit, account.ladder, { accountId, equity, required });
  if (isUnder(equity, required, rules.cancelPercent)) checkCancelled(audit, known, figures);
  const before = model.standing(accountId);
  const after = account.ladder;
  const hasMoved =
    before.rung !== after.rung ||
    before.deadlineMs !== after.deadlineMs ||
    before.isLiquidating !== after.isLiquidating;
  const isTold = step.events.some((event) => event.kind === 'ladderMoved' && event.move.accountId === accountId);
  hold(!hasMoved || isTold, 'a move on the ladder is told', () => `${accountId} ${before.rung} -> ${after.rung}`);
  if (hasMoved) model.ladders.set(accountId, after);
}

interface Look {
  readonly accountId: string;
  readonly equity: bigint;
  readonly required: bigint;
}

/** From the first fall below 40 % until lifted at 70 %, whatever the price does. */
function checkCountdown(
  model: Model,
  { accountId, ladder, timeMs, equity, required }: Look & { ladder: LadderStanding; timeMs: number },
): void {
  const rules = model.rulesNow.ladder;
  if (!rules) return;
  const before = model.standing(accountId).deadlineMs;
  const { deadlineMs } = ladder;
  const seen = (): string => `${accountId} ${before} -> ${deadlineMs} at ${timeMs}, ${equity} of ${required}`;
  const isBelow = isUnder(equity, required, rules.countdownPercent);
  const isLifted = !isUnder(equity, required, rules.liftPercent);
  hold(!isBelow || deadlineMs !== null, 'a countdown starts below its level', seen);
  hold(!isLifted || deadlineMs === null, 'a countdown is lifted at its level', seen);
  if (deadlineMs === null) hold(before === null || isLifted, 'a countdown runs on until lifted', seen);
  else if (before === null) hold(deadlineMs === timeMs + rules.countdownMs, 'a countdown takes its time', seen);
  else hold(deadlineMs === before, 'a countdown runs on until lifted', seen);
}

function checkLiquidating({ model, step }: Audit, ladder: LadderStanding, { accountId, equity, required }: Look): void {
  const rules = model.rulesNow.ladder;
  if (!rules) return;
  const seen = (): string => `${accountId} ${ladder.isLiquidating} at ${equity} of ${required}`;
  const { timeMs } = step.command;
  const hasRunOut =
    ladder.deadlineMs !== null && timeMs >= ladder.deadlineMs && isUnder(equity, required, rules.countdownPercent);
  const must = hasRunOut || isUnder(equity, required, rules.liquidationPercent);
  hold(!must || ladder.isLiquidating, 'below its level, or when the time is over, liquidation begins', seen);
  const may = isUnder(equity, required, rules.targetPercent);
  hold(may || !ladder.isLiquidating, 'liquidation ends at its target', seen);
  const hasBegun = ladder.isLiquidating && !model.standing(accountId).isLiquidating;
  const cancelledInPlace = step.events.some(
    (event) =>
      event.kind === 'orderChanged' && event.order.reason === 'MarginLevel' && event.order.status === 'CANCELLED',
  );
  hold(!hasBegun || must || cancelledInPlace, 'liquidation does not begin early', seen);
}

const CANCELLABLE: ReadonlySet<string> = new Set([
  'NOT_SENT',
  'PENDING',
  'ACTIVEAT',
  'SUSPENDED',
  'WORKING',
  'PARTIALLY_FILLED',
  'IN_MODIFY',
]);
const WITH_US: ReadonlySet<string> = new Set(['NOT_SENT', 'PENDING', 'ACTIVEAT']);

/** Below 70 % nothing works that increases risk, save what can't be cancelled now. */
function checkCancelled({ model }: Audit, account: AccountModel, figures: () => string): void {
  const earlier = new Map<string, number>();
  for (const order of liveOrders(account)) {
    const { contractCode, side, status } = order;
    const key = `${contractCode} ${side}`;
    const before = earlier.get(key) ?? 0;
    const lots = covered(order);
    earlier.set(key, before + lots);
    const isOutOfReach = model.isLinkLost && !order.isHeldByUs && !WITH_US.has(status);
    if (order.isForceSell || !CANCELLABLE.has(status) || isOutOfReach) continue;
    const reduces = isReducing(side, lots, model.netLots(account, contractCode), before);
    hold(reduces, 'at 70 % what increases risk is cancelled', () => `${figures()}: ${order.orderId} ${status}`);
  }
}

/** Liquidating accounts get on: an order is under way, a retry is due, or nothing of theirs can be traded now. */
export function checkLiveness({ model, state, step }: Audit): void {
  for (const [accountId, ladder] of model.ladders) {
    if (!ladder.isLiquidating) continue;
    const account = model.account(accountId);
    const retryMs = state.accounts.get(accountId)?.liquidationRetryMs ?? 0;
    if (retryMs > step.command.timeMs || model.isLinkLost) continue;
    const isUnderWay = [...account.live.values()].some((order) => order.isForceSell);
    const canTrade = [...account.positions.keys()].some((code) => model.isTradable(code) && !model.hasEnded(code));
    hold(isUnderWay || !canTrade, 'a liquidation never stalls', () => `${accountId} at seq ${step.command.seq}`);
  }
}

/** What is refused at n lots is refused at n + 1, unless the smaller one reduces risk. */
export function checkMonotone(state: EngineState): void {
  for (const account of state.accounts.values()) {
    for (const [code, listed] of state.contracts) {
      const terms = state.terms.get(listed.commodity.code);
      if (!terms) continue;
      const exposure = exposureOf(account, code);
      for (const side of ['BUY', 'SELL'] as const) {
        const situation = {
          equityVnd: accountEquityVnd(state, account),
          requiredVnd: account.requiredVnd,
          exposure,
          marginPerLotVnd: terms.marginPerLotVnd[account.investorKind],
          feeVnd: terms.feeVnd,
          earlierLots: side === 'BUY' ? exposure.workingBuyLots : exposure.workingSellLots,
        };
        const verdicts = [1, 2, 3, 5, 8, 12].map((lots) => judgeMargin(situation, side, lots).accepted);
        const isMonotone = verdicts.every((accepted, at) => !accepted || verdicts.slice(0, at).every(Boolean));
        hold(isMonotone, 'acceptance is monotone in lots', () => `${account.accountId} ${code} ${side}`);
      }
    }
  }
}
