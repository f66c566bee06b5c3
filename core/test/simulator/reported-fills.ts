/**
 * Checks that no lots vanish or are booked twice: a reported fill is booked on its order, is in the suspense list, or
 * is a duplicate. The model decides which from its state before the step.
 */
import type { Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { hold } from '#test/simulator/violation.ts';

/** Before the model learns the step. */
export function checkReported(model: Model, { command, events }: Step): void {
  if (command.kind !== 'reportExecution' || command.report.kind !== 'filled') return;
  const { execId, orderId, lots } = command.report;
  const places: string[] = [];
  for (const event of events) {
    const isBooked = event.kind === 'orderFilled' || event.kind === 'lateFillBooked';
    // A fill in a spread is booked in both legs.
    if (isBooked && !event.fill.execId.endsWith('.2')) places.push(`booked ${event.fill.execId.replace(/\.1$/, '')}`);
    if (event.kind === 'reportSuspended') places.push(`${event.why} ${event.report.execId}`);
    if (event.kind === 'reportDropped') places.push(`${event.why} ${event.execId}`);
  }
  const due = placeOf(model, command.report);
  hold(
    places.length === 1 && places[0] === `${due} ${execId}`,
    'every fill is booked once, or is in suspense',
    () => `${orderId} ${execId} ${lots}: ${places.join(', ')}, not ${due}`,
  );
  if (due === 'oldEpoch' || due === 'unknownOrder') model.suspended.set(execId, lots);
}

function placeOf(model: Model, { execId, orderId }: { readonly execId: string; readonly orderId: string }): string {
  if (model.fillIds.has(execId)) return 'double';
  if (!execId.startsWith(`${model.epoch}-`)) return 'oldEpoch';
  return model.orders.has(orderId) ? 'booked' : 'unknownOrder';
}

/** At the end: what the journal says was reported is what was booked and what is in suspense, lot by lot. */
export function checkReportedSum(model: Model, reported: ReadonlyMap<string, number>): void {
  const sum = (lots: Iterable<number>): number => [...lots].reduce((total, some) => total + some, 0);
  const [all, booked, suspended] = [sum(reported.values()), sum(model.fillIds.values()), sum(model.suspended.values())];
  let onOrders = 0;
  for (const { filledLots } of model.orders.values()) onOrders += filledLots;
  hold(
    all === booked + suspended && booked === onOrders,
    'every fill is booked once, or is in suspense',
    () => `${all} lots reported, ${booked} booked, ${onOrders} on orders, ${suspended} in suspense`,
  );
}
