/**
 * Checks orders at the end of a step: reducing ones fit the position, exits are armed by fills, dates and deadlines end
 * orders.
 */
import type { ConditionalOrder, Order } from '@mua/core/engine';
import type { Audit } from '#test/simulator/audit.ts';
import { sideIn } from '#test/simulator/legs.ts';
import { type AccountModel, isCancelHeldUp, type Model } from '#test/simulator/model.ts';
import { isGoneSoon, liveOrders, standing } from '#test/simulator/sums.ts';
import { hold } from '#test/simulator/violation.ts';

const ANSWER_PENDING: ReadonlySet<string> = new Set([
  'IN_TRANSIT',
  'IN_MODIFY',
  'IN_CANCEL',
  'DISCONNECTED',
  'UNKNOWN',
]);
const WITH_US: ReadonlySet<string> = new Set(['NOT_SENT', 'PENDING', 'ACTIVEAT']);

export function checkOrders(audit: Audit, accountId: string): void {
  const { model } = audit;
  const account = model.account(accountId);
  for (const order of account.live.values()) {
    if (order.isReduceOnly || order.isForceSell) checkFits(model, account, order);
    const isParked = order.status === 'SUSPENDED' && model.session(order.contractCode) === 'OPEN';
    hold(!isParked, 'a halt that is over suspends nothing', () => order.orderId);
  }
  for (const conditional of account.waiting.values()) {
    const { conditionalOrderId: id, armedLots, lots, contractCode, side, parentOrderId } = conditional;
    hold(
      armedLots >= 0 && armedLots <= lots,
      'a conditional order is never larger than asked',
      () => `${id} ${armedLots}`,
    );
    const filled = parentOrderId === null ? lots : (model.filled.get(parentOrderId)?.lots ?? 0);
    hold(armedLots <= filled, 'exits are armed by the fills of their entry', () => `${id} ${armedLots} of ${filled}`);
    checkDistances(model, conditional);
    if (conditional.isReduceOnly) {
      const open = model.openLots(account, contractCode, side);
      hold(
        armedLots <= open,
        'what may only reduce is never larger than the position',
        () => `${id} ${armedLots} of ${open}`,
      );
    }
  }
}

/** In sums of ticks x lots: away from the average of the fills by the distance, and by less than a tick more. */
function checkDistances(model: Model, conditional: ConditionalOrder): void {
  const { conditionalOrderId: id, side, parentOrderId, takeProfitTicks, stopLossTicks, exitDistances } = conditional;
  const entry = parentOrderId === null ? undefined : model.filled.get(parentOrderId);
  if (!exitDistances || !entry || entry.lots === 0) return;
  const direction = side === 'SELL' ? 1 : -1;
  const check = (distance: number | null, ticks: number | null, away: number) => {
    if (distance === null) return;
    const more = ticks === null ? -1 : away * (ticks * entry.lots - entry.notional) - distance * entry.lots;
    const isThere = more >= 0 && more < entry.lots;
    hold(isThere, 'exits keep their distance from the average fill of their entry', () => `${id} ${ticks}`);
  };
  check(exitDistances.takeProfitTicks, takeProfitTicks, direction);
  check(exitDistances.stopLossTicks, stopLossTicks, -direction);
}

/** Unless an answer is pending, the market is closed to a change, or it is gone before it could be changed. */
function checkFits(model: Model, account: AccountModel, order: Order): void {
  const { orderId, contractCode, side, status, duration, orderType } = order;
  if (ANSWER_PENDING.has(status) || isCancelHeldUp(order)) return;
  const isWithUs = order.isHeldByUs || WITH_US.has(status);
  const isGoneSoon = orderType === 'MARKET' || duration === 'IOC' || duration === 'FOK' || order.triggeredMs !== null;
  const canChange = model.sessions.get(contractCode) === 'OPEN' && !model.isLinkLost && !isGoneSoon;
  if (!isWithUs && !canChange) return;
  const leaves = order.quantityLots - order.filledLots;
  const open = model.openLots(account, contractCode, side);
  hold(
    leaves <= open,
    'what may only reduce is never larger than the position',
    () => `${orderId} ${leaves} of ${open}`,
  );
}

/** Below 70 % exits stay: one above and one below for each lot hold no margin, and those at once are gone before it. */
export function checkExitsStay({ model, step: { events } }: Audit): void {
  const cancelled = new Set<string>();
  for (const event of events) {
    if (event.kind === 'venueRequested' && event.request.kind === 'cancel') cancelled.add(event.request.orderId);
    // Before it ended at once, it counted.
    if (event.kind === 'orderChanged' && event.order.status === 'CANCELLED') return;
  }
  for (const orderId of cancelled) {
    const exit = model.orders.get(orderId);
    if (!exit?.isReduceOnly || exit.cancelReason !== 'MarginLevel') continue;
    const { accountId, contractCode, side } = exit;
    const account = model.account(accountId);
    let earlier = 0;
    for (const order of liveOrders(account)) {
      if (sideIn(order, contractCode) !== side) continue;
      const { lots, adds } = standing(order, side, model.netLots(account, contractCode), earlier);
      if (order.orderId === orderId) hold(adds, 'what only reduces stays below a margin level', () => orderId);
      earlier += lots;
    }
  }
}

const TIME_TO_SEND_MS = 10_000;

/** The link is back: what would be filled at once or not at all, and could open something, was for ten seconds. */
export function checkSentInTime({ model, step: { command, events } }: Audit): void {
  if (command.kind !== 'resyncVenue' && command.kind !== 'restartVenue') return;
  for (const event of events) {
    if (event.kind !== 'venueRequested' || event.request.kind !== 'submit') continue;
    const order = model.orders.get(event.request.order.orderId);
    if (!order || !isGoneSoon(order) || order.isReduceOnly || order.isForceSell) continue;
    const { orderId, accountId, contractCode, side, triggeredMs, receivedMs, quantityLots, filledLots } = order;
    const closes = quantityLots - filledLots <= model.openLots(model.account(accountId), contractCode, side);
    if (triggeredMs !== null && closes) continue;
    const waitedMs = command.timeMs - (triggeredMs ?? receivedMs);
    hold(waitedMs < TIME_TO_SEND_MS, 'what is for the moment is not sent late', () => `${orderId} after ${waitedMs}`);
  }
}

/** At the deadline of its close-out nothing works any more that could open a position of that kind. */
export function checkCloseOut({ model, step: { command } }: Audit): void {
  if (command.kind !== 'closeOut' || !model.isTradable(command.contractCode)) return;
  const { contractCode, position } = command;
  const side = position === 'long' ? 'BUY' : 'SELL';
  for (const account of model.accounts.values()) {
    let earlier = 0;
    for (const order of liveOrders(account)) {
      if (sideIn(order, contractCode) !== side) continue;
      const { lots, adds: opens } = standing(order, side, model.netLots(account, contractCode), earlier);
      earlier += lots;
      const isOut = ANSWER_PENDING.has(order.status) || order.isForceSell || isCancelHeldUp(order);
      hold(isOut || !opens, 'at the deadline nothing may open a position', () => `${order.orderId} ${order.status}`);
    }
  }
}

/** The link is back: a cancel that it took with it is asked again. */
export function checkCancelsKept({ model, step: { command } }: Audit): void {
  if (command.kind !== 'resyncVenue' && command.kind !== 'restartVenue') return;
  for (const orderId of [...model.cancelling.keys()]) {
    const status = model.orders.get(orderId)?.status;
    const { orderIds = [], orders = [] } = command.kind === 'resyncVenue' ? command : {};
    const isThere = orderIds.includes(orderId) || orders.some((view) => view.orderId === orderId);
    // What the exchange has made up may have ended it with us: whether it is reported is the doubts' check.
    const isEnded = model.madeUpLots.has(orderId) && status === 'FILLED';
    hold(
      !isThere || status === 'IN_CANCEL' || isEnded,
      'no cancel is lost with the link',
      () => `${orderId} ${status}`,
    );
    model.cancelling.delete(orderId);
  }
}

/** A trade date ends what waits with us for it, and a contract's end everything that waits with us. */
export function checkDates({ model, step }: Audit): void {
  if (step.command.kind !== 'endTradeDate') return;
  for (const account of model.accounts.values()) {
    for (const order of account.live.values()) {
      const { orderId, contractCode, duration, dayDate, expirationDate, status } = order;
      const date = model.tradeDate(contractCode);
      const isWithUs = order.isHeldByUs || WITH_US.has(status);
      const isOverdue =
        (duration === 'DAY' && dayDate < date) ||
        (duration === 'GTD' && expirationDate !== null && expirationDate < date) ||
        (model.hasEnded(contractCode) && !order.isForceSell);
      hold(
        !isWithUs || !isOverdue,
        'an order ends with its trade date',
        () => `${orderId} ${duration} ${dayDate} ${status}`,
      );
    }
    for (const { conditionalOrderId, contractCode, duration, dayDate, expirationDate } of account.waiting.values()) {
      const date = model.tradeDate(contractCode);
      const isOverdue =
        (duration === 'DAY' && dayDate < date) ||
        (duration === 'GTD' && expirationDate !== null && expirationDate < date) ||
        model.hasEnded(contractCode);
      hold(!isOverdue, 'an order ends with its trade date', () => `${conditionalOrderId} ${duration} ${dayDate}`);
    }
  }
}
