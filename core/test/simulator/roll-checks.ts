/**
 * Checks that a roll opens in its month what its closing order closed, in the step that ends it, once and no more; and
 * nothing once somebody has wanted that order cancelled.
 */
import type { Order } from '@mua/core/engine';
import { isOver, type Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { hold } from '#test/simulator/violation.ts';

const OPENS = 'a roll opens what it closed, once that has ended';

/** After the model has learnt the step. */
export function checkRolls(model: Model, { command, events }: Step): void {
  const changed = new Map<string, Order>();
  for (const event of events) if (event.kind === 'orderChanged') changed.set(event.order.orderId, event.order);
  if (command.kind === 'placeOrder' && command.rollInto) {
    const isTaken = changed.get(command.orderId)?.status !== 'REJECTED' && changed.has(command.orderId);
    if (isTaken) model.rolls.set(command.orderId, command.rollInto.contractCode);
  }
  for (const closing of changed.values()) if (isToGo(closing)) model.rolls.delete(closing.orderId);
  const opened = new Map([...changed].filter(([id, one]) => id.endsWith('-r') && one.receivedSeq === command.seq));
  for (const [closingId, contractCode] of [...model.rolls]) {
    const closing = changed.get(closingId);
    if (!closing || !isOver(closing)) continue;
    model.rolls.delete(closingId);
    checkOpening(closing, contractCode, opened.get(`${closingId}-r`));
    opened.delete(`${closingId}-r`);
  }
  hold(opened.size === 0, OPENS, () => `${[...opened.keys()]} of no roll`);
}

function isToGo({ status, cancelWish }: Order): boolean {
  return status === 'IN_CANCEL' || cancelWish !== null;
}

function checkOpening(closing: Order, contractCode: string, opening: Order | undefined): void {
  const lots = Math.min(closing.filledLots, closing.quantityLots);
  const isRight =
    lots === 0
      ? opening === undefined
      : opening?.quantityLots === lots && opening.contractCode === contractCode && opening.side !== closing.side;
  hold(isRight, OPENS, () => `${closing.orderId}: ${opening?.quantityLots} of ${lots}`);
}
