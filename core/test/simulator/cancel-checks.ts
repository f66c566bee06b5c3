/** Checks that no order is reported as cancelled by its owner unless the owner cancelled it. */
import type { Command, Order } from '@mua/core/engine';
import { sideIn } from '#test/simulator/legs.ts';
import type { Model } from '#test/simulator/model.ts';
import { hold } from '#test/simulator/violation.ts';

/** Whom a command asks to cancel, taken or refused: the exchange may carry out later what was asked once. */
export function learnCancels(model: Model, command: Command): void {
  if (command.kind === 'cancelOrder') {
    const { accountId, clientOrderId } = command;
    const orderId = command.orderId ?? model.clientOrders.get(`${accountId} ${clientOrderId}`);
    if (orderId !== undefined && model.orders.get(orderId)?.accountId === accountId) model.unwanted.set(orderId, true);
    return;
  }
  const isFlat = command.kind === 'liquidateContract' && command.goFlat === true;
  if (command.kind !== 'cancelOrders' && command.kind !== 'closeCopied' && !isFlat) return;
  const groupId = command.kind === 'cancelOrders' ? command.groupId : undefined;
  for (const order of model.accounts.get(command.accountId)?.live.values() ?? []) {
    const isMeant =
      groupId === undefined
        ? command.contractCode === undefined || isIn(order, command.contractCode)
        : order.group?.groupId === groupId;
    if (isMeant) model.unwanted.set(order.orderId, true);
  }
}

function isIn(order: Order, code: string): boolean {
  return order.contractCode === code || sideIn(order, code) !== undefined;
}

export function checkCancelled(model: Model, { orderId, status, reason, filledLots, quantityLots }: Order): void {
  if (status !== 'CANCELLED' || reason !== 'UserRequest') return;
  const isAsked = model.unwanted.has(orderId) || model.isInDoubt(orderId);
  hold(
    isAsked,
    'no order is cancelled that its owner has not cancelled',
    () => `${orderId} ${filledLots}/${quantityLots}`,
  );
}
