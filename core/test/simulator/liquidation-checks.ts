/** Checks liquidations: working orders are cancelled first, no more is closed than is open or the target requires. */
import type { Order } from '@mua/core/engine';
import { maxBigint } from '@mua/core/values';
import type { Audit } from '#test/simulator/audit.ts';
import { sideIn } from '#test/simulator/legs.ts';
import { checkPlan } from '#test/simulator/liquidation-plan.ts';
import { type AccountModel, isCancelHeldUp, type Model } from '#test/simulator/model.ts';
import { covered, equityOf, requiredBy } from '#test/simulator/sums.ts';
import { hold } from '#test/simulator/violation.ts';

const WITH_US: ReadonlySet<string> = new Set(['NOT_SENT', 'PENDING', 'ACTIVEAT']);

/** Forced orders that this step hands to the exchange. */
export function checkForcedRequests(audit: Audit): void {
  const { model, step } = audit;
  for (const event of step.events) {
    if (event.kind !== 'venueRequested' || event.request.kind !== 'submit') continue;
    const { orderId, quantityLots } = event.request.order;
    const order = model.orders.get(orderId);
    if (!order?.isForceSell) continue;
    const account = model.account(order.accountId);
    const open = model.openLots(account, order.contractCode, order.side);
    const lots = Math.max(quantityLots, sentLots(account, order));
    hold(lots <= open, 'forced closing is never more than what is open', () => `${orderId} ${lots} of ${open}`);
    if (order.clientOrderId === null && !audit.sentBefore.has(orderId)) checkAlone(account, order);
  }
  const byAccount = new Map<string, Order[]>();
  for (const event of step.events) {
    if (event.kind !== 'orderChanged' || !isByMarginLevel(audit, event.order)) continue;
    const { accountId } = event.order;
    byAccount.set(accountId, [...(byAccount.get(accountId) ?? []), event.order]);
  }
  for (const orders of byAccount.values()) {
    checkTarget(audit, orders);
    checkPlan(audit, orders);
  }
}

/** Lots of all forced orders of its kind that the exchange has or will have. */
function sentLots(account: AccountModel, { contractCode, side }: Order): number {
  let lots = 0;
  for (const other of account.live.values()) {
    const isSent = other.isForceSell && other.contractCode === contractCode && !WITH_US.has(other.status);
    if (isSent && other.side === side) lots += other.quantityLots - other.filledLots;
  }
  return lots;
}

/** Whatever else worked in the contract was cancelled and is answered, unless the exchange will not, or nobody can say. */
function checkAlone(account: AccountModel, { contractCode, orderId }: Order): void {
  for (const other of account.live.values()) {
    const isGivenUp = isCancelHeldUp(other) || other.status === 'UNKNOWN';
    const works = sideIn(other, contractCode) !== undefined && !other.isForceSell && covered(other) > 0 && !isGivenUp;
    hold(!works, 'working orders go before a forced closing', () => `${orderId} with ${other.orderId} ${other.status}`);
  }
}

function isByMarginLevel({ model, step: { command } }: Audit, order: Order): boolean {
  const isNew = order.receivedSeq === command.seq && order.refusal === null;
  // What a follower closes, or a copy that ends.
  const isOfCopy = command.kind === 'closeCopied' || model.copying.copyOf(order.accountId)?.state === 'CLOSING';
  return isNew && order.isForceSell && order.clientOrderId === null && command.kind !== 'closeOut' && !isOfCopy;
}

/** On paper at the mark, fees ignored: one lot less of the last contract would leave the account below the target. */
function checkTarget({ model }: Audit, orders: readonly Order[]): void {
  const account = model.account(orders[0]?.accountId ?? '');
  const target = BigInt(model.rulesNow.ladder?.targetPercent ?? 100);
  const lots = orders.map(({ contractCode }) => perLotOf(model, account, contractCode));
  const largest = lots.reduce(maxBigint, 0n);
  let left = 0n;
  for (const [code, required] of requiredBy(model, account).byContract) {
    const closing = forcedLots(account, code);
    const held = Math.abs(model.netLots(account, code)) - closing;
    // What was settled under a closing order makes that order an opening one.
    left += closing > 0 && held >= 0 ? BigInt(held) * perLotOf(model, account, code) : required;
  }
  const equity = equityOf(model, account);
  hold(
    equity * 100n < (left + largest) * target,
    'a liquidation closes no more than its target asks for',
    () => `${orders.map(({ orderId, quantityLots }) => `${orderId} ${quantityLots}`)} at ${equity}, leaves ${left}`,
  );
}

function forcedLots(account: AccountModel, contractCode: string): number {
  let lots = 0;
  for (const order of account.live.values())
    if (order.isForceSell && order.contractCode === contractCode) lots += order.quantityLots - order.filledLots;
  return lots;
}

function perLotOf(model: Model, account: AccountModel, contractCode: string): bigint {
  return model.termsOf(contractCode).perLotVnd[account.investorKind];
}
