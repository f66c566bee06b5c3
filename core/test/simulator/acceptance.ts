/** Checks a newly accepted or raised order against every rule of acceptance, from the model. */
import { type ConditionalOrder, dailyLimits, type Order } from '@mua/core/engine';
import type { Audit } from '#test/simulator/audit.ts';
import { availableThen } from '#test/simulator/copy-money-checks.ts';
import { inHours } from '#test/simulator/learn-command.ts';
import { isSpread, sideIn, type Traded, tradedBy } from '#test/simulator/legs.ts';
import type { AccountModel } from '#test/simulator/model.ts';
import { feeOf, orderLotsOf } from '#test/simulator/package-checks.ts';
import {
  closedAtOnce,
  covered,
  equityOf,
  isGoneSoon,
  isReducing,
  isTwiceCovered,
  liveOrders,
  requiredBy,
} from '#test/simulator/sums.ts';
import { hold } from '#test/simulator/violation.ts';

export function checkAcceptances(audit: Audit): void {
  const { seq, kind } = audit.step.command;
  for (const event of audit.step.events) {
    if (event.kind === 'orderChanged') {
      const { order } = event;
      const isNew = order.receivedSeq === seq && order.refusal === null;
      if (isNew) checkTaken(audit, order);
      else if (kind === 'modifyOrder') checkModified(audit, order);
    } else if (event.kind === 'conditionalChanged') {
      const { conditional } = event;
      const isNew = conditional.receivedSeq === seq && conditional.refusal === null;
      if (isNew && conditional.parentOrderId === null) checkConditional(audit, conditional);
      checkNewExits(audit, conditional);
    }
  }
}

function checkTaken(audit: Audit, order: Order): void {
  const { model } = audit;
  const { orderId, contractCode, side, orderType, duration } = order;
  const account = model.account(order.accountId);
  hold(account.isActivated, 'only activated sub-accounts trade', () => order.accountId);
  checkScope(audit, order, order.isForceSell);
  hold(!model.hasEnded(contractCode), 'nothing is traded after the last day', () => orderId);
  const isOpen = model.session(contractCode) === 'OPEN';
  hold(isOpen || orderType !== 'MARKET', 'a market order needs an open market', () => orderId);
  const durations = model.rulesNow.durationsByType[orderType] ?? [];
  hold(durations.includes(duration), 'a time in force is one of its type', () => `${orderId} ${duration}`);
  checkPrices(audit, order, order);
  const lots = order.quantityLots;
  if (order.isReduceOnly)
    hold(
      lots <= model.openLots(account, contractCode, side),
      'a reduce-only order is never larger than the position',
      () => `${orderId} ${lots}`,
    );
  if (order.conditionalOrderId !== null && order.isReduceOnly) checkExit(audit, account, order);
  else if (order.isReduceOnly && isGoneSoon(order)) {
    const open = model.openLots(account, contractCode, side) - closedAtOnce(account, order, true);
    hold(lots <= open, 'what reduces at once closes what nobody closes yet', () => `${orderId} ${lots} of ${open}`);
  }
  if (order.isForceSell) return;
  const isAllowed = lots >= 1 && (order.isReduceOnly || lots <= orderLotsOf(model, order.accountId));
  hold(isAllowed, 'no order is larger than allowed', () => orderId);
  checkRisk(audit, account, order, lots);
}

/** What other orders on their way close already, an exit does not close once more. */
function checkExit({ model, step }: Audit, account: AccountModel, exit: Order): void {
  let open = model.openLots(account, exit.contractCode, exit.side);
  for (const order of liveOrders(account)) {
    if (order.orderId === exit.orderId) break;
    // What fires with it may have its turn after it.
    const isFiredNow = order.triggeredMs === step.command.timeMs;
    if (sideIn(order, exit.contractCode) === exit.side && isGoneSoon(order) && !isFiredNow)
      open -= order.quantityLots - order.filledLots;
  }
  const { orderId, quantityLots } = exit;
  hold(quantityLots <= open, 'an exit closes what nobody closes yet', () => `${orderId} ${quantityLots} of ${open}`);
}

/** A modify may ask for new terms (pending) or have changed them in place; only raising and repricing is checked. */
function checkModified(audit: Audit, order: Order): void {
  const before = audit.ordersBefore.get(order.orderId);
  if (!before || order.isForceSell) return;
  const terms = order.pendingTerms ?? order;
  const isRaised = terms.quantityLots > before.quantityLots;
  const isRepriced = terms.limitPriceTicks !== before.limitPriceTicks || terms.stopPriceTicks !== before.stopPriceTicks;
  if (isRaised || isRepriced) checkScope(audit, order, false);
  if (isRepriced) checkPrices(audit, order, terms);
  if (isRepriced) checkExitsStand(audit, order, { before, terms });
  if (!isRaised) return;
  const { model } = audit;
  const lots = terms.quantityLots - order.filledLots;
  const account = model.account(order.accountId);
  hold(
    order.isReduceOnly || terms.quantityLots <= orderLotsOf(model, order.accountId),
    'no order is larger than allowed',
    () => order.orderId,
  );
  if (order.isReduceOnly)
    hold(
      lots <= model.openLots(account, order.contractCode, order.side),
      'a reduce-only order is never larger than the position',
      () => `${order.orderId} ${lots}`,
    );
  checkRisk(audit, account, order, lots);
}

const ON_THEIR_SIDES = 'exits stand on their sides of where their entry should fill';

/** A new price of an entry that has armed nothing yet: its exits at prices of their own are not passed. */
function checkExitsStand(
  { model }: Audit,
  { exitOrderId }: Order,
  { before, terms }: { readonly before: Prices; readonly terms: Prices },
): void {
  const exits = exitOrderId === null ? undefined : model.conditionals.get(exitOrderId);
  const entry = priceOf(terms);
  if (exits?.status !== 'PENDING_ACTIVATION' || exits.armedLots > 0 || entry === priceOf(before)) return;
  const { takeProfitTicks, stopLossTicks, exitDistances } = exits;
  if (exitDistances?.takeProfitTicks == null) checkSide(exits, takeProfitTicks, entry, 1);
  if (exitDistances?.stopLossTicks == null) checkSide(exits, stopLossTicks, entry, -1);
}

/** Prices that the owner has just given to exits of an entry that has armed nothing yet. */
function checkNewExits({ model, step: { command } }: Audit, exits: ConditionalOrder): void {
  if (command.kind !== 'modifyConditional' || exits.status !== 'PENDING_ACTIVATION' || exits.armedLots > 0) return;
  const entry = exits.parentOrderId === null ? undefined : model.orders.get(exits.parentOrderId);
  for (const terms of [entry, entry?.pendingTerms]) {
    if (!terms) continue;
    if (command.takeProfit !== undefined) checkSide(exits, exits.takeProfitTicks, priceOf(terms), 1);
    if (command.stopLoss !== undefined) checkSide(exits, exits.stopLossTicks, priceOf(terms), -1);
  }
}

function priceOf({ limitPriceTicks, stopPriceTicks }: Prices): number | null {
  return limitPriceTicks ?? stopPriceTicks;
}

/** `gains`: 1 of a take profit, -1 of a stop loss. */
function checkSide(
  { conditionalOrderId: id, side }: ConditionalOrder,
  ticks: number | null,
  entry: number | null,
  gains: number,
): void {
  if (ticks === null || entry === null) return;
  const away = (side === 'SELL' ? ticks - entry : entry - ticks) * gains;
  hold(away > 0, ON_THEIR_SIDES, () => `${id} ${ticks} of ${entry}`);
}

function checkConditional(audit: Audit, conditional: ConditionalOrder): void {
  const { model } = audit;
  const { conditionalOrderId, accountId, contractCode, lots, side } = conditional;
  const account = model.account(accountId);
  hold(account.isActivated, 'only activated sub-accounts trade', () => accountId);
  checkScope(audit, { orderId: conditionalOrderId, accountId, contractCode }, false);
  hold(!model.hasEnded(contractCode), 'nothing is traded after the last day', () => conditionalOrderId);
  if (conditional.isReduceOnly)
    hold(
      lots <= model.openLots(account, contractCode, side),
      'a reduce-only order is never larger than the position',
      () => `${conditionalOrderId} ${lots}`,
    );
}

/** Somebody of the broker may close a halted account's position; nobody trades a halted contract. */
function checkScope(
  { model, step }: Audit,
  { orderId, accountId, contractCode }: { orderId: string; accountId: string; contractCode: string },
  isForced: boolean,
): void {
  hold(!model.isHalted(contractCode), 'a halted scope takes no new order', () => orderId);
  const { command } = step;
  const isByItsInvestor = command.kind === 'liquidateContract' && command.operator === undefined;
  if (isForced && !isByItsInvestor) return;
  hold(!model.halts.has(`account ${accountId}`), 'a halted scope takes no new order', () => orderId);
}

interface Prices {
  readonly limitPriceTicks: number | null;
  readonly stopPriceTicks: number | null;
}

function checkPrices({ model, step }: Audit, order: Order, terms: Prices): void {
  const { orderId, contractCode, side, triggeredMs } = order;
  // What a spread may cost the naive exchange knows.
  if (isSpread(contractCode)) return;
  const limit = terms.limitPriceTicks;
  const stop = triggeredMs === null ? terms.stopPriceTicks : null;
  const settlement = model.settlements.get(contractCode) ?? null;
  const limits = dailyLimits(model.commodity(contractCode), settlement, step.command.timeMs);
  for (const price of [limit, stop]) {
    const isInside = price === null || !limits || (price >= limits.lowestTicks && price <= limits.highestTicks);
    hold(isInside, 'no price outside the daily limits', () => `${orderId} ${price}`);
  }
  const reference = stop ?? model.mark(contractCode);
  if (limit === null || reference === null) return;
  const from = stop ?? settlement ?? reference;
  const distance = Math.max(20, Math.floor(Math.abs(from) * 0.07 + 1e-9));
  const isInside = side === 'BUY' ? limit <= from + distance : limit >= from - distance;
  hold(isInside, 'no price outside the band', () => `${orderId} ${limit} around ${from}`);
}

/** What takes on risk: margin, most lots, the expiry window, the investor's own limits. */
function checkRisk(audit: Audit, account: AccountModel, order: Order, lots: number): void {
  const { model } = audit;
  const { orderId, contractCode, side } = order;
  if (isSpread(contractCode)) return checkSpreadRisk(audit, account, order, lots);
  const netLots = model.netLots(account, contractCode);
  const earlier = earlierLots(account, order, order.receivedSeq === audit.step.command.seq);
  if (isReducing(side, lots, netLots, earlier)) return;
  if (order.isReduceOnly) {
    const isFree = isGoneSoon(order) || isTwiceCovered(side, lots, netLots, earlier);
    return isFree ? undefined : checkMargin(audit, account, order, lots);
  }
  const worst = (side === 'BUY' ? netLots : -netLots) + earlier + lots;
  const { maxLotsPerContract, expiry } = model.rulesNow;
  hold(worst <= maxLotsPerContract, 'no contract holds more lots than allowed', () => `${orderId} ${worst}`);
  const window = model.closeOutWindows.get(`${contractCode} ${side === 'BUY' ? 'long' : 'short'}`);
  const isInWindow = expiry !== undefined && window !== undefined && window.sessionsLeft <= expiry.reduceOnlySessions;
  hold(!isInWindow, 'no new position in the expiry window', () => `${orderId} ${window?.sessionsLeft}`);
  checkMargin(audit, account, order, lots);
  const equity = equityOf(model, account, marksSeen(audit, contractCode));
  checkOwnLimits(audit, account, orderId, lots, (model.dayBases.get(account.accountId) ?? 0n) - equity);
}

function checkMargin(audit: Audit, account: AccountModel, order: Order, lots: number): void {
  const { model } = audit;
  const { orderId, contractCode } = order;
  const equity = equityOf(model, account, marksSeen(audit, contractCode));
  const fees = 2n * BigInt(lots) * feeOf(model, account.accountId, contractCode);
  const left = availableThen(model, audit.step, order) ?? equity - requiredBy(model, account).total;
  const available = left - fees;
  hold(available >= 0n, 'no accepted order leaves available below zero', () => `${orderId} ${available}`);
}

/** Each leg by the rules of its contract, the money of both together. */
function checkSpreadRisk(audit: Audit, account: AccountModel, order: Order, lots: number): void {
  const { model } = audit;
  const { orderId, contractCode } = order;
  const { maxLotsPerContract, expiry } = model.rulesNow;
  const isNew = order.receivedSeq === audit.step.command.seq;
  let fees = 0n;
  let isEachReduced = true;
  for (const leg of tradedBy(order)) {
    const netLots = model.netLots(account, leg.contractCode);
    const earlier = earlierLots(account, order, isNew, leg);
    fees += 2n * BigInt(lots) * feeOf(model, account.accountId, leg.contractCode);
    if (isReducing(leg.side, lots, netLots, earlier)) continue;
    isEachReduced = false;
    const worst = (leg.side === 'BUY' ? netLots : -netLots) + earlier + lots;
    hold(worst <= maxLotsPerContract, 'no contract holds more lots than allowed', () => `${orderId} ${worst}`);
    const window = model.closeOutWindows.get(`${leg.contractCode} ${leg.side === 'BUY' ? 'long' : 'short'}`);
    const isInWindow = expiry !== undefined && window !== undefined && window.sessionsLeft <= expiry.reduceOnlySessions;
    hold(!isInWindow, 'no new position in the expiry window', () => `${orderId} ${window?.sessionsLeft}`);
  }
  if (isEachReduced) return;
  const equity = equityOf(model, account, marksSeen(audit, contractCode));
  const available = equity - requiredBy(model, account).total - fees;
  hold(available >= 0n, 'no accepted order leaves available below zero', () => `${orderId} ${available}`);
  checkOwnLimits(audit, account, orderId, lots, (model.dayBases.get(account.accountId) ?? 0n) - equity);
}

/** Lots of its side that come before it: of a new order all that were there, of a raised one all others. */
function earlierLots(
  account: AccountModel,
  order: Order,
  isNew: boolean,
  { contractCode, side }: Traded = order,
): number {
  let lots = 0;
  for (const other of liveOrders(account)) {
    if (other.orderId === order.orderId) {
      if (isNew) break;
      continue;
    }
    if (sideIn(other, contractCode) === side) lots += covered(other);
  }
  return lots;
}

function checkOwnLimits(
  { model, step }: Audit,
  { accountId }: AccountModel,
  orderId: string,
  lots: number,
  loss: bigint,
): void {
  const limits = model.selfLimits.get(accountId)?.now;
  if (!limits) return;
  const { timeMs } = step.command;
  const minute = Math.floor((timeMs / 60_000 + 7 * 60) % 1440);
  const isSelfLimited =
    (limits.coolOffUntilMs !== null && timeMs < limits.coolOffUntilMs) ||
    (limits.maxLotsPerOrder !== null && lots > limits.maxLotsPerOrder) ||
    (limits.dailyLossVnd !== null && loss >= limits.dailyLossVnd) ||
    (limits.noTradeHours !== null && inHours(limits.noTradeHours, minute));
  hold(!isSelfLimited, "an investor's own limits hold for every way in", () => `${accountId} ${orderId}`);
}

/** A price command tells contract after contract: what fires in one has not seen the prices of the later ones. */
function marksSeen({ model, step, marksBefore }: Audit, contractCode: string): (code: string) => number | null {
  const { command } = step;
  if (command.kind !== 'markPrices') return (code) => model.mark(code);
  const order = command.prices.map((price) => price.contractCode);
  const at = order.indexOf(contractCode);
  return (code) => (order.indexOf(code) > at ? (marksBefore.get(code) ?? null) : model.mark(code));
}
