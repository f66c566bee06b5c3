/** Checks money, margin, positions and margin levels of the accounts that a step touched. */
import { accountEquityVnd, accountFeeVnd, type EngineState, exposureOf, type MarginState } from '@mua/core/engine';
import { judgeMargin } from '@mua/core/preview';
import type { Audit } from '#test/simulator/audit.ts';
import { tradedBy } from '#test/simulator/legs.ts';
import { type AccountModel, isCancelHeldUp, type Model } from '#test/simulator/model.ts';
import { equityOf, isUnder, liveOrders, marginLevelByRule, requiredBy, standing } from '#test/simulator/sums.ts';
import { hold, Violation } from '#test/simulator/violation.ts';
import { checkHeld } from '#test/simulator/withdrawal-checks.ts';

export function checkAccount({ model, state }: Pick<Audit, 'model' | 'state'>, accountId: string): void {
  const account = state.accounts.get(accountId);
  if (!account) throw new Violation('an account that changed exists', accountId);
  const known = model.account(accountId);
  checkDeficit(model, known);
  for (const name of [`cash:${accountId}`, `deficit:${accountId}`]) {
    const balance = state.balances.get(name) ?? 0n;
    hold(balance === model.balance(name), 'balance is the sum of its postings', () => `${name} ${balance}`);
  }
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
      [...position.openLots].every((lot, at) => lot.lots === lots[at]?.lots && lot.priceTicks === lots[at]?.priceTicks);
    hold(sound, 'position is the sum of its fills', () => `${accountId} ${code} ${position?.netLots} ${netLots}`);
  }
  checkLimitsKept(model, state, accountId);
  checkHeld({ model, state }, accountId);
}

/** Of every account after every step: position and working orders at their worst, counted from nothing. */
export function checkRequired({ model, state }: Pick<Audit, 'model' | 'state'>, accountId: string): bigint {
  const { total } = requiredBy(model, model.account(accountId));
  const reported = state.accounts.get(accountId)?.requiredVnd;
  hold(reported === total, 'required margin equals the rule', () => `${accountId} ${reported} ${total}`);
  return total;
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
  const known = model.selfLimits.get(accountId);
  const text = (value: unknown): string =>
    JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? `${part}` : part));
  const sound = text(account?.brakes) === text(known?.now) && text(account?.nextBrakes) === text(known?.next);
  hold(sound, 'own limits loosen on the next trade date only', () => `${accountId} ${text(account?.brakes)}`);
  const base = model.dayBases.get(accountId);
  hold(account?.dayBaseVnd === base, "today's loss counts from the day's start", () => `${accountId} ${base}`);
}

/** A deposit pays back what is owed before anything else. */
export function checkDebt({ model, step: { command } }: Audit): void {
  if (command.kind !== 'deposit') return;
  const [left, due] = [model.balance(`deficit:${command.accountId}`), model.debts.get(command.accountId)];
  hold(left === due, 'a deposit pays a debt first', () => `${command.accountId} ${left}, not ${due}`);
}

// ---- margin state ----

/** A call that comes and goes is reported as a new one once a trade date. */
export function checkCalls({ model, step }: Audit): void {
  for (const event of step.events) {
    if (event.kind !== 'ladderMoved') continue;
    const { accountId, isRepeated = false } = event.move;
    const today = model.tradeDates.get('broker') ?? '';
    const known = model.calls.get(accountId);
    // A copy that closes in a step may take its account through a call to a lower level.
    const isThrough = event.move.after.rung === 'CANCEL' && model.copying.copyOf(accountId)?.end === 'MaxLoss';
    if (isThrough && known !== today) model.calls.set(accountId, `${today} perhaps`);
    if (event.move.after.rung !== 'CALL') continue;
    const isRight = known === `${today} perhaps` || isRepeated === (known === today);
    hold(isRight, 'a margin call is new once a trade date', () => `${accountId} ${isRepeated}`);
    model.calls.set(accountId, today);
  }
}

export function checkMarginState(audit: Audit, accountId: string, required: bigint): void {
  const { model, state, step } = audit;
  const account = state.accounts.get(accountId);
  const rules = model.rulesNow.ladder;
  if (!account || !rules) throw new Violation('an account that changed exists', accountId);
  const known = model.account(accountId);
  const equity = equityOf(model, known);
  const reported = accountEquityVnd(state, account);
  hold(
    reported === equity,
    'equity is cash less holds and estimated profit',
    () => `${accountId} ${reported} ${equity}`,
  );
  const level = marginLevelByRule(equity, required, rules);
  const before = model.marginStateOf(accountId);
  // By far the most accounts, most of the time.
  if (level === 'NONE' && isOff(before) && isOff(account.marginState)) return;
  const look = { accountId, equity, required };
  hold(account.marginState.rung === level, 'the level is the rule of the same seq', () =>
    seen(look, account.marginState),
  );
  checkCountdown(model, { ...look, marginState: account.marginState, timeMs: step.command.timeMs });
  checkLiquidating(audit, account.marginState, look);
  if (isUnder(equity, required, rules.cancelPercent)) checkCancelled(audit, known, look);
  const after = account.marginState;
  const hasMoved =
    before.rung !== after.rung ||
    before.deadlineMs !== after.deadlineMs ||
    before.isLiquidating !== after.isLiquidating;
  const isReported = step.events.some((event) => event.kind === 'ladderMoved' && event.move.accountId === accountId);
  hold(
    !hasMoved || isReported,
    'a change of the margin state is reported',
    () => `${accountId} ${before.rung} -> ${after.rung}`,
  );
  if (hasMoved) model.marginStates.set(accountId, after);
}

function isOff({ rung, deadlineMs, isLiquidating }: MarginState): boolean {
  return rung === 'NONE' && deadlineMs === null && !isLiquidating;
}

interface Look {
  readonly accountId: string;
  readonly equity: bigint;
  readonly required: bigint;
}

function seen({ accountId, equity, required }: Look, { rung, deadlineMs, isLiquidating }: MarginState): string {
  return `${accountId} ${rung} until ${deadlineMs}, liquidating: ${isLiquidating}, at ${equity} of ${required}`;
}

/** From the first fall below 40 % until lifted at 70 %, whatever the price does. */
function checkCountdown(
  model: Model,
  look: Look & { readonly marginState: MarginState; readonly timeMs: number },
): void {
  const { accountId, marginState, timeMs, equity, required } = look;
  const rules = model.rulesNow.ladder;
  if (!rules) return;
  const before = model.marginStateOf(accountId).deadlineMs;
  const { deadlineMs } = marginState;
  const isBelow = isUnder(equity, required, rules.countdownPercent);
  const isLifted = !isUnder(equity, required, rules.liftPercent);
  hold(
    !isBelow || deadlineMs !== null,
    'a countdown starts below its level',
    () => `${before} -> ${seen(look, marginState)} at ${timeMs}`,
  );
  hold(
    !isLifted || deadlineMs === null,
    'a countdown is lifted at its level',
    () => `${before} -> ${seen(look, marginState)} at ${timeMs}`,
  );
  if (deadlineMs === null)
    hold(
      before === null || isLifted,
      'a countdown runs on until lifted',
      () => `${before} -> ${seen(look, marginState)} at ${timeMs}`,
    );
  else if (before === null)
    hold(
      deadlineMs === timeMs + rules.countdownMs,
      'a countdown takes its time',
      () => `${before} -> ${seen(look, marginState)} at ${timeMs}`,
    );
  else
    hold(
      deadlineMs === before,
      'a countdown runs on until lifted',
      () => `${before} -> ${seen(look, marginState)} at ${timeMs}`,
    );
}

function checkLiquidating({ model, step }: Audit, marginState: MarginState, look: Look): void {
  const { accountId, equity, required } = look;
  const rules = model.rulesNow.ladder;
  if (!rules) return;
  const { timeMs } = step.command;
  const hasRunOut =
    marginState.deadlineMs !== null &&
    timeMs >= marginState.deadlineMs &&
    isUnder(equity, required, rules.countdownPercent);
  const must = hasRunOut || isUnder(equity, required, rules.liquidationPercent);
  hold(!must || marginState.isLiquidating, 'below its level, or when the time is over, liquidation begins', () =>
    seen(look, marginState),
  );
  const may = isUnder(equity, required, rules.targetPercent);
  hold(may || !marginState.isLiquidating, 'liquidation ends at its target', () => seen(look, marginState));
  const hasBegun = marginState.isLiquidating && !model.marginStateOf(accountId).isLiquidating;
  const cancelledInPlace = step.events.some(
    (event) =>
      event.kind === 'orderChanged' && event.order.reason === 'MarginLevel' && event.order.status === 'CANCELLED',
  );
  hold(!hasBegun || must || cancelledInPlace, 'liquidation does not begin early', () => seen(look, marginState));
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
function checkCancelled({ model }: Audit, account: AccountModel, { equity, required }: Look): void {
  const earlier = new Map<string, number>();
  for (const order of liveOrders(account)) {
    const { status } = order;
    const addsInEach = tradedBy(order).map(({ contractCode, side }) => {
      const key = `${contractCode} ${side}`;
      const before = earlier.get(key) ?? 0;
      const { lots, adds } = standing(order, side, model.netLots(account, contractCode), before);
      earlier.set(key, before + lots);
      return adds;
    });
    const isOutOfReach = model.isLinkLost && !order.isHeldByUs && !WITH_US.has(status);
    if (order.isForceSell || !CANCELLABLE.has(status) || isOutOfReach || isCancelHeldUp(order)) continue;
    hold(
      !addsInEach.some(Boolean),
      'at 70 % what increases risk is cancelled',
      () => `${order.orderId} ${status} at ${equity} of ${required}`,
    );
  }
}

/** Liquidating accounts get on: an order is under way, a retry is due, or nothing of theirs can be traded now. */
export function checkLiveness({ model, state, step }: Audit): void {
  for (const [accountId, marginState] of model.marginStates) {
    if (!marginState.isLiquidating) continue;
    const account = model.account(accountId);
    const retryMs = state.accounts.get(accountId)?.liquidationRetryMs ?? 0;
    if (retryMs > step.command.timeMs || model.isLinkLost) continue;
    const isUnderWay = [...account.live.values()].some((order) => order.isForceSell);
    const canTrade = [...account.positions.keys()].some((code) => model.isTradable(code) && !model.hasEnded(code));
    hold(isUnderWay || !canTrade, 'a liquidation never stalls', () => `${accountId} at seq ${step.command.seq}`);
  }
}

/** What is refused at n lots is refused at n + 1, unless the smaller one reduces risk. */
export function checkMonotone(state: EngineState, model: Model): void {
  for (const account of state.accounts.values()) {
    for (const [code, listed] of state.contracts) {
      const terms = state.terms.get(listed.commodity.code);
      if (!terms || model.hasEnded(code)) continue;
      const exposure = exposureOf(account, code);
      for (const side of ['BUY', 'SELL'] as const) {
        const situation = {
          equityVnd: accountEquityVnd(state, account),
          requiredVnd: account.requiredVnd,
          exposure,
          marginPerLotVnd: terms.marginPerLotVnd[account.investorKind],
          feeVnd: accountFeeVnd(account, listed),
          earlierLots: side === 'BUY' ? exposure.workingBuyLots : exposure.workingSellLots,
        };
        const verdicts = [1, 2, 3, 5, 8, 12].map((lots) => judgeMargin(situation, side, lots).accepted);
        const isMonotone = verdicts.every((accepted, at) => !accepted || verdicts.slice(0, at).every(Boolean));
        hold(isMonotone, 'acceptance is monotone in lots', () => `${account.accountId} ${code} ${side}`);
      }
    }
  }
}
