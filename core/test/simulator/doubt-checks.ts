/**
 * Checks that operators are notified of every doubt and of nothing else: each has its cause in what the exchange
 * reported or did not report. The simulated exchange itself leaves none.
 */
import type { EngineEvent, Order, OrderDoubt, VenueOrderView } from '@mua/core/engine';
import { isOver, type Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { hold } from '#test/simulator/violation.ts';

const WITH_US: ReadonlySet<string> = new Set(['NEW', 'NOT_SENT', 'PENDING', 'ACTIVEAT']);

/** Before the model learns the step. */
export function checkDoubts(model: Model, step: Step): void {
  for (const event of step.events) {
    if (event.kind === 'orderInDoubt') checkCause(model, step, event.doubt);
    else if (event.kind === 'orderChanged') checkUnknown(model, step, event.order);
    else if (event.kind === 'lateFillBooked') checkLate(step, event);
  }
}

/** What nobody can say any more is said to be so. */
function checkUnknown(model: Model, { events }: Step, { orderId, status }: Order): void {
  if (status !== 'UNKNOWN' || model.orders.get(orderId)?.status === 'UNKNOWN') return;
  const isReported = events.some((event) => event.kind === 'orderInDoubt' && event.doubt.orderId === orderId);
  hold(isReported, 'a doubt is reported', () => `${orderId} is unknown`);
}

function checkLate({ events }: Step, { fill }: Extract<EngineEvent, { kind: 'lateFillBooked' }>): void {
  const isReported = events.some(
    (event) =>
      event.kind === 'orderInDoubt' &&
      event.doubt.orderId === fill.orderId &&
      (event.doubt.why === 'lateFill' || event.doubt.why === 'overfilled'),
  );
  hold(isReported, 'a doubt is reported', () => `${fill.orderId} ${fill.execId} is late`);
}

function checkCause(model: Model, step: Step, doubt: OrderDoubt): void {
  const { orderId, why, lots } = doubt;
  const order = model.orders.get(orderId);
  const seen = (): string => `${orderId} ${order?.status} ${why} ${lots} at seq ${step.command.seq}`;
  hold(model.isForeign, 'our own exchange leaves nothing in doubt', seen);
  hold(order !== undefined && isCaused(model, step, order, doubt), 'a doubt has a cause', seen);
  model.doubts.set(orderId, [...(model.doubts.get(orderId) ?? []), why]);
}

function isCaused(model: Model, step: Step, order: Order, { why, lots }: OrderDoubt): boolean {
  const report = step.command.kind === 'reportExecution' ? step.command.report : undefined;
  const newLots = report?.kind === 'filled' && report.orderId === order.orderId ? report.lots : 0;
  const view = viewOf(step, order.orderId);
  switch (why) {
    case 'lateFill':
      return isOver(order) && lots === newLots && lots > 0;
    case 'neverSent':
      return (WITH_US.has(order.status) || order.isHeldByUs) && lots === newLots && lots > 0;
    case 'overfilled': {
      const isRefused = report?.kind === 'modifyRejected' || report?.kind === 'cancelRejected';
      const asked = Math.max(order.quantityLots, isRefused ? 0 : (order.pendingTerms?.quantityLots ?? 0));
      return lots > 0 && lots === order.filledLots + newLots - asked;
    }
    case 'unanswered':
      return isOverdue(model, step, order);
    case 'notListed':
      return view === null;
    case 'notOurs':
    case 'stillLive':
      return isOver(order) && step.command.kind === 'resyncVenue' && view !== null;
    case 'fillsMissing':
      return (
        !!view && lots !== 0 && lots === (model.routedLots.get(order.orderId) ?? 0) + view.filledLots - order.filledLots
      );
  }
}

/** Asked twice, the second time for its status, and each time long enough ago. */
function isOverdue(model: Model, { command }: Step, { orderId }: Order): boolean {
  const { venueAnswerMs } = model.rulesNow;
  const askedMs = model.statusAskedMs.get(orderId);
  if (venueAnswerMs === undefined || askedMs === undefined || model.isLinkLost) return false;
  return command.timeMs >= askedMs + venueAnswerMs;
}

/** The status of an order as the exchange states it; null: unknown to it, undefined: it has not answered. */
function viewOf({ command }: Step, orderId: string): VenueOrderView | null | undefined {
  if (command.kind === 'reportExecution') {
    const { report } = command;
    return report.kind === 'orderStatus' && report.orderId === orderId ? report.order : undefined;
  }
  if (command.kind !== 'resyncVenue') return undefined;
  const { orders = [], orderIds = [] } = command;
  const view = orders.find((known) => known.orderId === orderId);
  return view ?? (orderIds.includes(orderId) ? undefined : null);
}
