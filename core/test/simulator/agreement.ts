/**
 * Checks that, once faults have stopped and everything in transit has arrived, broker and exchange agree on all orders,
 * lot by lot, and every request is answered. With a third-party exchange some orders may stay unresolved: an operator
 * was notified of each.
 */
import { type EngineState, leavesLots, type Order, tradeDateOf } from '@mua/core/engine';
import { isOver, type Model } from '#test/simulator/model.ts';
import { checkReportedSum } from '#test/simulator/reported-fills.ts';
import type { Simulation } from '#test/simulator/simulation.ts';
import { hold, Violation } from '#test/simulator/violation.ts';

const UNANSWERED: ReadonlySet<string> = new Set([
  'IN_TRANSIT',
  'IN_CANCEL',
  'IN_MODIFY',
  'PENDING',
  'NOT_SENT',
  'ACTIVEAT',
  'SUSPENDED',
  'DISCONNECTED',
  'UNKNOWN',
]);

/** `isListed`: the exchange has just stated the status of each of its orders; until then what it made up is between us. */
export function checkAgreement(simulation: Simulation, model: Model, isListed: boolean): void {
  const atExchange = new Map<string, number>();
  for (const { orderId, leavesLots: leaves } of simulation.exchange.liveOrders()) atExchange.set(orderId, leaves);
  for (const order of simulation.state.orders.values()) {
    const resting = atExchange.get(order.orderId) ?? 0;
    atExchange.delete(order.orderId);
    const isExcused = !isListed && model.madeUpLots.has(order.orderId);
    if (!isExcused) checkOrder(simulation.state, model, order, resting);
  }
  for (const orderId of atExchange.keys()) checkGone(model, orderId);
}

function checkOrder(state: EngineState, model: Model, order: Order, resting: number): void {
  const { orderId, status } = order;
  const isGivenUp = status === 'UNKNOWN' && model.isInDoubt(orderId) && resting === 0;
  if (isGivenUp) return;
  if (UNANSWERED.has(status)) throw new Violation('every order is answered', `${orderId} ${status}`);
  checkDate(state, order);
  const neverRests = order.orderType === 'MARKET' || order.duration === 'IOC' || order.duration === 'FOK';
  if (neverRests && order.closedMs === null) throw new Violation('IOC and FOK leave nothing', orderId);
  const leaves = order.isHeldByUs ? 0 : leavesLots(order);
  const isReported = isOver(order) && model.isInDoubt(orderId);
  if (leaves !== resting && !isReported)
    throw new Violation('broker and exchange agree', `${orderId} ${status} ${leaves} ${resting}`);
}

/** The exchange has it, and the engine has let it go. */
function checkGone(model: Model, orderId: string): void {
  // Long over with us, because of lots that it has made up: what it lists there no memory can be asked about.
  const isReported = model.isInDoubt(orderId) || model.madeUpLots.has(orderId);
  if (!isReported) throw new Violation('broker and exchange agree', `${orderId} is unknown to the broker`);
}

function checkDate(state: EngineState, { orderId, contractCode, duration, dayDate, closedMs }: Order): void {
  const listed = state.contracts.get(contractCode);
  const isOverdue = listed !== undefined && duration === 'DAY' && dayDate < tradeDateOf(state, listed);
  if (closedMs === null && isOverdue) throw new Violation('an order ends with its trade date', `${orderId} ${dayDate}`);
}

/** Every fill of the books has reached us, and every reported fill has its one place. */
export function checkNothingVanished(simulation: Simulation, model: Model): void {
  for (const execId of simulation.exchange.fills.keys()) {
    const isThere = model.fillIds.has(execId) || model.suspended.has(execId);
    hold(isThere, 'every fill is booked once, or is in suspense', () => `${execId} was never reported`);
  }
  const reported = new Map<string, number>();
  for (const command of simulation.durable) {
    const fill = command.kind === 'reportExecution' && command.report.kind === 'filled' ? command.report : undefined;
    if (fill) reported.set(fill.execId, fill.lots);
  }
  checkReportedSum(model, reported);
}
