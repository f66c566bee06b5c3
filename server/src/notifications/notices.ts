/**
 * Converts a step to mailbox messages: a code with its facts (docs/rules/words.md#mailbox), in wire units. One message
 * per order and step, so that ten fills of one step are one message.
 */
import {
  accountEquityVnd,
  type CloseOutNotice,
  type Command,
  type EngineState,
  MARGIN_LEVELS,
  type MarginLevel,
  type MarginStateChange,
  type Order,
  type OrderFill,
  type PackageChange,
  type Posting,
  shortfallVnd,
} from '@mua/core/engine';
import { marginRatioBasisPoints } from '@mua/core/preview';
import { averagePriceText, formatDecimal, priceToText } from '@mua/core/values';
import type { DurableStep } from '#journal/sequencer.ts';
import { conditionalNoticeOf } from '#notifications/conditional-notices.ts';
import { copyNoticesOf } from '#notifications/copy-notices.ts';
import { type Notice, notice } from '#notifications/notice.ts';
import { type Grids, gridsOf, reasonToWire, rejectionToWire } from '#orders/order-wire.ts';
import { instantText } from '#wire/wire-text.ts';

export function noticesOf(step: DurableStep, state: EngineState, grids: Grids = gridsOf(state)): Notice[] {
  const notices = copyNoticesOf(step, state, grids);
  const fills = lastFills(step);
  const add = (notice: Notice | undefined): void => {
    if (notice) notices.push(notice);
  };
  for (const event of step.events) {
    switch (event.kind) {
      case 'orderChanged':
        add(ofOrder(event.order, fills.get(event.order.orderId), step, { state, grids }));
        break;
      case 'conditionalChanged':
        add(conditionalNoticeOf(event.conditional, step, state, grids));
        break;
      case 'siblingFilledToo':
        add(ofPair(event.orderId, state));
        break;
      case 'ladderMoved':
        add(ofMarginLevel(event.move, state));
        break;
      case 'closeOutNeared':
        add(ofCloseOut(event.notice));
        break;
      case 'alertReached': {
        const { accountId, contractCode, direction, note } = event;
        const grid = grids(contractCode);
        const [price, last] = [priceToText(event.priceTicks, grid), priceToText(event.lastTicks, grid)];
        const facts = { contract: contractCode, direction, price, last, note };
        add(notice(accountId, 'PriceAlert', facts, { contractCode }));
        break;
      }
      case 'packageChanged':
        add(ofPackage(event.change));
        break;
      case 'moneyPosted':
        add(ofDeposit(event.posting, state));
        break;
      default:
        break;
    }
  }
  return notices;
}

function ofCloseOut({ accountId, contractCode, netLots, sessionsLeft, deadlineMs }: CloseOutNotice): Notice {
  // Side of the position, as its list shows it.
  const side = netLots > 0 ? 'BUY' : 'SELL';
  const lots = Math.abs(netLots);
  const facts = { contract: contractCode, sessions: sessionsLeft, side, lots, deadline: instantText(deadlineMs) };
  return notice(accountId, 'ExpiryNotice', facts, { contractCode });
}

/** Computed once per step: an exchange's restart concerns all live orders. */
function lastFills({ events }: DurableStep): ReadonlyMap<string, OrderFill> {
  const fills = new Map<string, OrderFill>();
  for (const event of events) {
    if (event.kind === 'orderFilled' || event.kind === 'lateFillBooked') fills.set(event.fill.orderId, event.fill);
  }
  return fills;
}

/** Commands of the owner whose answer says what became of their order. */
const ASKED: ReadonlySet<Command['kind']> = new Set(['placeOrder', 'liquidateContract', 'reversePosition']);

/** Notices of what the owner did not just do: fills, later refusals, ends that they did not request. */
function ofOrder(
  order: Order,
  last: OrderFill | undefined,
  step: DurableStep,
  { state, grids }: { readonly state: EngineState; readonly grids: Grids },
): Notice | undefined {
  const { accountId, contractCode, orderId, side, status } = order;
  const grid = grids(contractCode);
  const where = { contractCode, orderId };
  const facts = { side, lots: order.quantityLots, contract: contractCode };
  const isForced = order.isForceSell && order.clientOrderId === null && !isOfCopy(accountId, step, state);
  if (last && isForced) return ofLiquidation(order, last, step, grids);
  if (last && status === 'FILLED') {
    const price = averagePriceText(BigInt(order.filledNotional), order.filledLots, grid);
    return notice(accountId, 'OrderFilled', { ...facts, price, fee: String(order.feeVnd) }, where);
  }
  if (last) {
    // A leg's price is not that of the order.
    const price = last.spreadCode
      ? averagePriceText(BigInt(order.filledNotional), order.filledLots, grid)
      : priceToText(last.priceTicks, grid);
    return notice(accountId, 'OrderPartiallyFilled', { ...facts, filled: order.filledLots, price }, where);
  }
  // The reply to the request has already reported this refusal.
  if (status === 'REJECTED' && ASKED.has(step.command.kind)) return undefined;
  if (status === 'REJECTED') {
    const reason = order.refusal ? rejectionToWire(order.refusal, grid) : reasonToWire(order);
    return notice(accountId, 'OrderRejected', facts, { ...where, reason });
  }
  const reason = reasonToWire(order);
  if (status === 'CANCELLED' && reason) return notice(accountId, 'OrderCancelled', facts, { ...where, reason });
  return status === 'EXPIRED' ? notice(accountId, 'OrderExpired', facts, { ...where, reason }) : undefined;
}

/** Both orders of a pair have filled: what nobody wanted, and must be told of what is open now. */
function ofPair(orderId: string, state: EngineState): Notice | undefined {
  const order = state.orders.get(orderId);
  if (!order) return undefined;
  const { accountId, contractCode, side, filledLots, quantityLots } = order;
  const facts = { side, filled: filledLots, lots: quantityLots, contract: contractCode };
  return notice(accountId, 'PairFilledBoth', facts, { contractCode, orderId });
}

/**
 * Whether a position is closed for a copy (its follower asked, or its loss limit) and not by a margin level: a follower
 * reads of their own wish as of any other fill.
 */
function isOfCopy(accountId: string, { events }: DurableStep, state: EngineState): boolean {
  const account = state.accounts.get(accountId);
  const hasJustClosed = events.some((event) => event.kind === 'copyChanged' && event.copy.accountId === accountId);
  const wasLiquidating = events.some(
    (event) => event.kind === 'ladderMoved' && event.move.accountId === accountId && event.move.before.isLiquidating,
  );
  return (account?.copy != null || hasJustClosed) && !wasLiquidating && !account?.marginState.isLiquidating;
}

/** By which the money that a demo gives is known: nobody has paid it. */
const DEMO_REFERENCE = 'demo';

function ofDeposit({ type, reference, accountId, amountVnd }: Posting, state: EngineState): Notice | undefined {
  const account = state.accounts.get(accountId);
  if (type !== 'deposit' || reference === DEMO_REFERENCE || !account) return undefined;
  const available = accountEquityVnd(state, account) - account.requiredVnd;
  const facts = { amount: String(amountVnd), account: accountId, available: String(available) };
  return notice(accountId, 'DepositCredited', facts);
}

/** Of an end that nobody asked for. */
function ofPackage({ accountId, reason, subscription }: PackageChange): Notice | undefined {
  const isTold = reason === 'NotPaid' || reason === 'NotOffered';
  const facts = { package: subscription.terms.title, account: accountId };
  return isTold ? notice(accountId, 'ServicePackageEnded', facts) : undefined;
}

function ofLiquidation(order: Order, fill: OrderFill, { events }: DurableStep, grids: Grids): Notice {
  const { accountId, contractCode, orderId } = order;
  let profitVnd = 0n;
  for (const event of events) {
    if (event.kind === 'positionSettled' && event.accountId === accountId && event.contractCode === contractCode)
      profitVnd += event.pair.profitVnd;
  }
  const price = priceToText(fill.priceTicks, grids(contractCode));
  const facts = { lots: fill.lots, contract: contractCode, price, profit: String(profitVnd) };
  return notice(accountId, 'Liquidated', facts, { contractCode, orderId });
}

/**
 * Notices of falling below a level, and of a lifted countdown; other improvements show on the screen only. A level that is
 * reached again is told again: what of it the mailbox takes is for the statement that writes it (read-tables.ts), which
 * knows what was read.
 */
function ofMarginLevel(move: MarginStateChange, state: EngineState): Notice | undefined {
  const { accountId, before, after, equityVnd, requiredVnd } = move;
  const rules = state.rules.at(-1)?.value.ladder;
  if (!rules) return undefined;
  const basisPoints = marginRatioBasisPoints(equityVnd, requiredVnd);
  const ratio = basisPoints === null ? '' : formatDecimal(basisPoints, 2);
  const shortfall = String(shortfallVnd(move, rules.callPercent));
  if (before.deadlineMs !== null && after.deadlineMs === null)
    return notice(accountId, 'MarginLifted', ratio === '' ? {} : { ratio });
  if (depth(after.rung) <= depth(before.rung) && after.isLiquidating === before.isLiquidating) return undefined;
  if (after.isLiquidating) return notice(accountId, 'Margin20', { ratio, target: String(rules.targetPercent) });
  switch (after.rung) {
    case 'CALL':
      return notice(accountId, 'Margin100', { ratio, account: accountId, missing: shortfall });
    case 'CANCEL':
      return notice(accountId, 'Margin70', { ratio, orders: move.cancelledOrders, missing: shortfall });
    case 'COUNTDOWN':
      // Told once: it runs on whatever the price does.
      if (after.deadlineMs === before.deadlineMs) return undefined;
      return notice(accountId, 'Margin40', {
        ratio,
        toLift: String(shortfallVnd(move, rules.liftPercent)),
        liftRatio: String(rules.liftPercent),
        deadline: instantText(after.deadlineMs ?? 0),
      });
    case 'NONE':
    case 'LIQUIDATION':
      return undefined;
  }
}

function depth(level: MarginLevel): number {
  return MARGIN_LEVELS.indexOf(level);
}
