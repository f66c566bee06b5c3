/** Compares a step's events with the model, and updates it: fills, money, orders, conditional orders. */
import { type ConditionalOrder, type EngineEvent, mayFollow, type Order, type OrderFill } from '@mua/core/engine';
import type { Trade } from '@mua/core/exchange';
import type { ConditionalStatus, OrderStatus } from '@mua/core/values';
import { checkCancelled } from '#test/simulator/cancel-checks.ts';
import { learnAvoids } from '#test/simulator/copy-lists.ts';
import { isSpread, tradedBy } from '#test/simulator/legs.ts';
import {
  type AccountModel,
  fifo,
  isOver,
  type Model,
  type ModelRoundTurn,
  mayFireAgain,
} from '#test/simulator/model.ts';
import { checkPackageRefused, feeOf, learnPackage, notePackageRequest } from '#test/simulator/package-checks.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { roundedVnd } from '#test/simulator/sums.ts';
import { hold, Violation } from '#test/simulator/violation.ts';
import { checkWithdrawalRefused, learnWithdrawal } from '#test/simulator/withdrawal-checks.ts';

/** What reached the auditor from the exchange itself: its tape, and the ids of fills without a trade. */
export interface Heard {
  readonly tape: ReadonlyMap<string, Trade>;
  readonly madeUp: ReadonlySet<string>;
}

export function learnEvents(model: Model, step: Step, received: Heard): void {
  const settled: Record<string, ModelRoundTurn[]> = {};
  if (step.command.kind === 'settlePositions') settleAll(model, step, settled);
  for (const event of step.events) {
    switch (event.kind) {
      case 'orderFilled':
      case 'lateFillBooked':
        learnFill(model, step, event, received, settled);
        break;
      case 'moneyPosted':
        learnPosting(model, event.posting.reference, event.posting.entries);
        break;
      case 'withdrawalChanged':
        learnWithdrawal(model, step, event.change);
        break;
      case 'commandRefused':
        checkWithdrawalRefused(model, step, event);
        checkPackageRefused(model, step, event);
        break;
      case 'orderChanged':
        learnOrder(model, step, event.order);
        break;
      case 'conditionalChanged':
        learnConditional(model, step, event.conditional);
        break;
      case 'venueRequested': {
        if (event.request.kind === 'status') model.statusAskedMs.set(event.request.orderId, step.command.timeMs);
        if (event.request.kind !== 'submit') break;
        const { orderId, avoidsOwnerId } = event.request.order;
        learnAvoids(model, orderId, avoidsOwnerId);
        model.routedLots.set(orderId, model.filled.get(orderId)?.lots ?? 0);
        const key = `${event.epoch} ${orderId}`;
        hold(!model.sent.has(key), 'an order is handed to an exchange once', () => `${key} at ${step.command.seq}`);
        model.sent.set(key, true);
        model.lastSent.set(orderId, step.command.seq);
        break;
      }
      default:
        break;
    }
  }
  // After the orders of the step: a month is paid when those of the old date have released their margin.
  for (const event of step.events) if (event.kind === 'packageChanged') learnPackage(model, step, event);
  notePackageRequest(model, step);
  checkMoney(model, step, settled);
}

// ---- positions and money ----

function settleAll(model: Model, step: Step, settled: Record<string, ModelRoundTurn[]>): void {
  const { command } = step;
  if (command.kind !== 'settlePositions') return;
  const { contractCode, position, settlementTicks: priceTicks } = command;
  for (const [key, account] of [...model.holders]) {
    if (!key.startsWith(`${contractCode} `)) continue;
    const netLots = model.netLots(account, contractCode);
    if (position === 'long' ? netLots <= 0 : netLots >= 0) continue;
    const side = netLots > 0 ? 'SELL' : 'BUY';
    const fill = { fillId: 'settlement', side, priceTicks, lots: Math.abs(netLots) } as const;
    book(model, account, contractCode, fill, settled);
    model.freeFills.set(`${account.accountId} ${contractCode}`, command.seq);
  }
}

function learnFill(
  model: Model,
  step: Step,
  { kind, fill }: Extract<EngineEvent, { kind: 'orderFilled' | 'lateFillBooked' }>,
  { tape, madeUp }: Heard,
  settled: Record<string, ModelRoundTurn[]>,
): void {
  const order = model.orders.get(fill.orderId);
  if (order && isSpread(order.contractCode)) {
    learnLeg(model, order, fill, tape.get(fill.tradeId));
    book(model, model.account(fill.accountId), fill.contractCode, { ...fill, fillId: fill.execId }, settled);
    model.freeFills.set(`${fill.accountId} ${fill.contractCode}`, step.command.seq);
    return;
  }
  const { execId, tradeId, orderId, accountId, contractCode, side, priceTicks, lots } = fill;
  hold(!model.fillIds.has(execId), 'a fill is booked once', () => execId);
  model.fillIds.set(execId, lots);
  const trade = tape.get(tradeId);
  const isOfTape = trade?.priceTicks === priceTicks && trade.lots === lots && trade.contractCode === contractCode;
  const isMadeUp = madeUp.has(execId);
  hold(isOfTape || isMadeUp, 'a fill is a trade of the exchange', () => `${tradeId} ${priceTicks} x ${lots}`);
  if (isMadeUp) model.madeUpLots.set(orderId, (model.madeUpLots.get(orderId) ?? 0) + lots);
  learnSide(model, fill);
  if (!order) throw new Violation('a fill has an order', orderId);
  const isLate = kind === 'lateFillBooked';
  hold(!isLate || model.isForeign, 'no late fill from our own exchange', () => `${orderId} ${execId}`);
  hold(isLate || !isOver(order), 'what comes after the end is reported as late', () => `${orderId} ${execId}`);
  checkPrice(model, order, fill);
  const sum = model.filled.get(orderId) ?? { lots: 0, notional: 0 };
  model.filled.set(orderId, { lots: sum.lots + lots, notional: sum.notional + lots * priceTicks });
  // What is reported after the end, or before the link is back, reports a past price.
  const isPast = isOver(order) || model.isLinkLost;
  if (!isPast || model.mark(contractCode) === null) model.marks.set(contractCode, priceTicks);
  const account = model.account(accountId);
  const before = model.netLots(account, contractCode);
  book(model, account, contractCode, { fillId: execId, side, priceTicks, lots }, settled);
  // Lots that the exchange made up, or tells of after the end, turn a position over as they like.
  const isExcused = isLate || (model.madeUpLots.get(orderId) ?? 0) > 0;
  if (order.isForceSell && !isExcused) checkForced(model, order, before);
  else model.freeFills.set(`${accountId} ${contractCode}`, step.command.seq);
}

/**
 * A fill in a spread: both legs, one after the other, at prices whose difference is that of the trade, which is the
 * order's price. They set no mark.
 */
function learnLeg(model: Model, order: Order, fill: OrderFill, trade: Trade | undefined): void {
  const { execId, orderId, contractCode, side, priceTicks, lots } = fill;
  const [near, far] = tradedBy(order);
  const isNear = execId.endsWith('.1');
  const isRight = isNear ? near?.contractCode === contractCode && near.side === side : far?.side === side;
  const isOfTape = trade?.lots === lots && trade.contractCode === order.contractCode;
  if (!isRight || !isOfTape)
    throw new Violation('a fill is a trade of the exchange', `${execId} ${contractCode} ${side}`);
  const id = execId.slice(0, execId.lastIndexOf('.'));
  if (isNear) {
    hold(!model.fillIds.has(id), 'a fill is booked once', () => execId);
    hold(!isOver(order), 'what comes after the end is reported as late', () => `${orderId} ${execId}`);
    model.fillIds.set(id, lots);
    model.nearLegs.set(id, priceTicks);
    learnSide(model, fill);
    checkPrice(model, order, { ...fill, priceTicks: trade.priceTicks });
    const sum = model.filled.get(orderId) ?? { lots: 0, notional: 0 };
    model.filled.set(orderId, { lots: sum.lots + lots, notional: sum.notional + lots * trade.priceTicks });
    return;
  }
  const isDifference = (model.nearLegs.get(id) ?? Number.NaN) - priceTicks === trade.priceTicks;
  hold(isDifference, 'the legs of a spread differ by its price', () => `${execId} ${priceTicks}`);
  model.nearLegs.delete(id);
}

/** Each side of a trade is booked once, and never both for one investor, or for a follower and its leader. */
function learnSide(model: Model, { tradeId, orderId, side, accountId }: OrderFill): void {
  const { investorId } = model.account(accountId);
  const own = `${tradeId} ${side}`;
  const other = model.tradeSides.get(`${tradeId} ${side === 'BUY' ? 'SELL' : 'BUY'}`);
  const sound = !model.tradeSides.has(own) && other?.investorId !== investorId;
  hold(sound, 'a trade has two sides of different owners', () => `${own} ${investorId} ${other?.investorId}`);
  const avoids = model.copying.avoids.get(orderId);
  const isFar = other === undefined || (avoids !== other.investorId && other.avoids !== investorId);
  hold(isFar, 'a follower never trades with its leader', () => `${own} ${investorId} ${other?.investorId}`);
  model.tradeSides.set(own, { investorId, avoids });
}

/**
 * Never worse than the limit, whatever was asked for meanwhile. A foreign exchange may tell of it when the limit has
 * changed since: then no worse than any that the order has had.
 */
function checkPrice(model: Model, order: Order, { priceTicks }: OrderFill): void {
  const { side, limitPriceTicks, pendingTerms, orderId } = order;
  const now = [limitPriceTicks, pendingTerms?.limitPriceTicks ?? limitPriceTicks];
  const limits = model.isForeign ? [...now, ...(model.limits.get(orderId) ?? [])] : now;
  const isFair = limits.some((limit) => limit === null || (side === 'BUY' ? priceTicks <= limit : priceTicks >= limit));
  hold(isFair, 'a fill is never worse than the limit', () => `${orderId} ${side} ${priceTicks} ${limits.join(' ')}`);
}

function book(
  model: Model,
  account: AccountModel,
  contractCode: string,
  fill: Parameters<typeof fifo>[1],
  settled: Record<string, ModelRoundTurn[]>,
): void {
  const { position, roundTurns } = fifo(account.positions.get(contractCode), fill);
  model.setPosition(account, contractCode, position);
  const key = `${account.accountId} ${contractCode}`;
  settled[key] = [...(settled[key] ?? []), ...roundTurns];
}

/** Unless something else traded meanwhile, a forced liquidation takes a position to zero at most. */
function checkForced(model: Model, order: Order, before: number): void {
  const { accountId, contractCode, orderId } = order;
  const after = model.netLots(model.account(accountId), contractCode);
  const shrinks = before * after >= 0 && Math.abs(after) < Math.abs(before);
  if (shrinks) return;
  const sentSeq = model.lastSent.get(orderId) ?? 0;
  const freeSeq = model.freeFills.get(`${accountId} ${contractCode}`) ?? 0;
  hold(
    freeSeq >= sentSeq,
    'a forced liquidation never turns a position over',
    () => `${orderId} ${contractCode} ${before} -> ${after}`,
  );
}

function learnPosting(
  model: Model,
  reference: string,
  entries: readonly { readonly account: string; readonly amountVnd: bigint }[],
): void {
  let sum = 0n;
  for (const { account, amountVnd } of entries) {
    sum += amountVnd;
    model.balances.set(account, model.balance(account) + amountVnd);
  }
  hold(sum === 0n, 'entries sum to zero', () => `${reference} ${sum}`);
}

/** Every fill side pays its fee once; every round turn is reported and posted with the profit of its two prices. */
function checkMoney(
  model: Model,
  { events }: Step,
  settled: Readonly<Record<string, readonly ModelRoundTurn[]>>,
): void {
  const expected = { ...settled };
  let fees = 0n;
  let feesDue = 0n;
  let packageFees = 0n;
  let packageFeesDue = 0n;
  let profits = 0n;
  let profitsDue = 0n;
  for (const event of events) {
    if (event.kind === 'orderFilled' || event.kind === 'lateFillBooked') {
      const { accountId, contractCode, lots, feeVnd } = event.fill;
      const dueVnd = feeOf(model, accountId, contractCode) * BigInt(lots);
      feesDue += dueVnd;
      hold(feeVnd === dueVnd, 'a fill pays its fee once', () => `${feeVnd}`);
    } else if (event.kind === 'packageChanged') {
      const { status, subscription } = event.change;
      if (status === 'BEGAN' || status === 'RENEWED') packageFeesDue += subscription.terms.priceVnd;
    } else if (event.kind === 'moneyPosted') {
      if (event.posting.type === 'package-fee') packageFees -= event.posting.amountVnd;
      if (event.posting.type === 'fee') fees -= event.posting.amountVnd;
      if (event.posting.type === 'realised-profit') profits += event.posting.amountVnd;
    } else if (event.kind === 'positionSettled') {
      const { accountId, contractCode, pair } = event;
      const key = `${accountId} ${contractCode}`;
      const [next, ...rest] = expected[key] ?? [];
      expected[key] = rest;
      const terms = model.termsOf(contractCode);
      const minor = BigInt((pair.sellPriceTicks - pair.buyPriceTicks) * pair.lots) * terms.tickValueMinor;
      const sound =
        next?.lots === pair.lots &&
        next.buyTicks === pair.buyPriceTicks &&
        next.sellTicks === pair.sellPriceTicks &&
        pair.profitVnd === roundedVnd(minor, terms);
      hold(sound, 'lots settle first in, first out', () => `${key} ${pair.lots} ${pair.profitVnd}`);
      profitsDue += pair.profitVnd;
    }
  }
  hold(fees === feesDue, 'a fill pays its fee once', () => `${fees} ${feesDue}`);
  hold(packageFees === packageFeesDue, 'a month is paid once and in full', () => `${packageFees} ${packageFeesDue}`);
  hold(profits === profitsDue, 'every settled pair is posted', () => `${profits} ${profitsDue}`);
  for (const [key, rest] of Object.entries(expected))
    hold(rest.length === 0, 'lots settle first in, first out', () => `${key} lacks ${rest.length}`);
}

// ---- orders ----

function learnOrder(model: Model, step: Step, order: Order): void {
  const { orderId, accountId, status, filledLots, quantityLots } = order;
  const known = model.orders.get(orderId);
  const isFilledLate = step.events.some((event) => event.kind === 'lateFillBooked' && event.fill.orderId === orderId);
  hold(
    !known || !isOver(known) || (isFilledLate && known.status === status),
    'nothing happens to an order that is over',
    () => `${orderId} ${known?.status}`,
  );
  const from = known?.status ?? 'NEW';
  hold(isReachable(from, status), 'status moves along the table', () => `${orderId} ${from} -> ${status}`);
  const most = noteAsked(model, order);
  const isWithin = filledLots <= (model.isForeign ? most : quantityLots) || isBeyondReported(model, orderId);
  hold(
    filledLots >= (known?.filledLots ?? 0) && isWithin,
    'filled is between 0 and quantity and never falls',
    () => `${orderId} ${filledLots}/${quantityLots}`,
  );
  const sum = model.filled.get(orderId);
  const isSum = filledLots === (sum?.lots ?? 0) && order.filledNotional === (sum?.notional ?? 0);
  hold(isSum, 'filled is the sum of the fills', () => `${orderId} ${filledLots} ${sum?.lots}`);
  if (!known) learnNew(model, order);
  else {
    checkLasting(known, order);
    checkAwaited(step, known, order);
    checkAsked(model, step, known, order);
  }
  const isHalfFok = order.duration === 'FOK' && isOver(order) && filledLots > 0 && filledLots < quantityLots;
  // An exchange that restarts takes what it filled and did not report with it.
  const isForgotten = step.command.kind === 'restartVenue' || order.routedEpoch !== model.epoch;
  hold(
    !isHalfFok || order.routedFilledLots > 0 || isForgotten || model.isInDoubt(orderId),
    'FOK fills whole or not at all',
    () => `${orderId} ${filledLots}/${quantityLots}`,
  );
  checkCancelled(model, order);
  if (status === 'DISCONNECTED' && from === 'IN_CANCEL') model.cancelling.set(orderId, true);
  model.orders.set(orderId, order);
  const account = model.account(accountId);
  if (isOver(order)) account.live.delete(orderId);
  else account.live.set(orderId, order);
  hold(order.changedSeq === step.command.seq || status === 'REJECTED', 'a change says its seq', () => orderId);
}

/** The most lots that were ever asked for. */
function noteAsked(model: Model, { orderId, quantityLots, limitPriceTicks, pendingTerms }: Order): number {
  const before = model.mostLots.get(orderId) ?? 0;
  const most = Math.max(before, quantityLots, pendingTerms?.quantityLots ?? 0);
  if (most > before) model.mostLots.set(orderId, most);
  if (!model.isForeign) return most;
  const limits = model.limits.get(orderId) ?? [];
  const asked = [limitPriceTicks, pendingTerms?.limitPriceTicks ?? limitPriceTicks];
  const isNews = asked.some((limit) => !limits.includes(limit));
  if (isNews) model.limits.set(orderId, [...limits, ...asked]);
  return most;
}

function isBeyondReported(model: Model, orderId: string): boolean {
  return (model.doubts.get(orderId) ?? []).some((why) => why === 'overfilled' || why === 'lateFill');
}

/** What no modify can ask for. */
const LASTING = [
  'accountId',
  'contractCode',
  'side',
  'orderType',
  'isReduceOnly',
  'isForceSell',
  'receivedSeq',
] as const;

function checkLasting(known: Order, order: Order): void {
  for (const what of LASTING)
    hold(known[what] === order[what], 'what an order is stays so', () => `${order.orderId} ${what}`);
}

function checkAsked(model: Model, { command }: Step, { pendingTerms, openRequests }: Order, order: Order): void {
  if (command.kind !== 'reportExecution' || command.report.kind !== 'modified' || pendingTerms === null) return;
  // An answer to an earlier change may come when a later one is asked for.
  const { requestId } = command.report;
  if (openRequests.findLast((open) => open.kind === 'modify')?.requestId !== requestId) return;
  const { orderId, quantityLots, limitPriceTicks, filledLots } = order;
  const lots = Math.max(pendingTerms.quantityLots, filledLots);
  // What is filled there and not reported yet can't be taken away by a change.
  const isQuantity = quantityLots === lots || (model.isForeign && quantityLots > lots);
  const isAsked = isQuantity && limitPriceTicks === pendingTerms.limitPriceTicks;
  hold(isAsked, 'a change is taken as it was asked', () => `${orderId} ${quantityLots}, asked ${lots}`);
}

/** A full fill ends an order, unless an increase is unanswered (docs/rules/orders.md#statuses). */
function checkAwaited({ command }: Step, known: Order, order: Order): void {
  const isFull = command.kind === 'reportExecution' && command.report.kind === 'filled';
  if (!isFull || isOver(known) || order.filledLots < order.quantityLots) return;
  const awaitsIncrease = (known.pendingTerms?.quantityLots ?? 0) > order.filledLots;
  hold(
    isOver(order) !== awaitsIncrease,
    'a full fill ends an order, unless an increase is unanswered',
    () => `${order.orderId} ${known.status} -> ${order.status} ${order.filledLots}/${order.quantityLots}`,
  );
}

function learnNew(model: Model, { orderId, accountId, clientOrderId, conditionalOrderId }: Order): void {
  const key = `${accountId} ${clientOrderId ?? orderId}`;
  const first = model.clientOrders.get(key) ?? orderId;
  hold(first === orderId, 'a client order id is one order for ever', () => `${key} ${first} ${orderId}`);
  model.clientOrders.set(key, first);
  if (conditionalOrderId === null) return;
  const child = model.children.get(conditionalOrderId) ?? orderId;
  hold(child === orderId, 'a conditional order sends one order', () => `${conditionalOrderId} ${child} ${orderId}`);
  model.children.set(conditionalOrderId, orderId);
}

const BETWEEN: readonly OrderStatus[] = ['PENDING', 'WORKING', 'PARTIALLY_FILLED'];

/** A step may take two lines of the table at once: new -> pending -> in_transit, disconnected -> working -> in_cancel. */
function isReachable(from: OrderStatus, to: OrderStatus): boolean {
  if (from === to || mayFollow(from, to)) return true;
  return BETWEEN.some((between) => mayFollow(from, between) && mayFollow(between, to));
}

// ---- conditional orders ----

const NEXT: Readonly<Record<ConditionalStatus, readonly ConditionalStatus[]>> = {
  PENDING_ACTIVATION: ['PENDING_ACTIVATION', 'ACTIVE', 'FAILED', 'CANCELLED'],
  TRIGGERED: [],
  ACTIVE: ['FAILED'],
  FAILED: [],
  CANCELLED: [],
};

function learnConditional(model: Model, step: Step, next: ConditionalOrder): void {
  const { conditionalOrderId: id, status } = next;
  const known = model.conditionals.get(id);
  const sound = known ? NEXT[known.status].includes(status) : status !== 'TRIGGERED';
  hold(sound, 'a conditional order fires once and stays over', () => `${id} ${known?.status} -> ${status}`);
  const fired = known?.triggeredMs ?? null;
  hold(
    fired === null || fired === next.triggeredMs,
    'a conditional order fires once and stays over',
    () => `${id} at ${fired} and ${next.triggeredMs}`,
  );
  if (next.triggeredMs === step.command.timeMs && fired === null) {
    const isLook = step.command.kind === 'markPrices' || mayFireAgain(step.command);
    hold(isLook, 'nothing fires before its price', () => `${id} by ${step.command.kind}`);
  }
  model.conditionals.set(id, next);
  const { waiting } = model.account(next.accountId);
  if (status === 'PENDING_ACTIVATION') waiting.set(id, next);
  else waiting.delete(id);
}
