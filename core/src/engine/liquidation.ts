/**
 * Closing positions by force: the investor's own liquidate and go flat, an operator's, the margin ladder's and the
 * expiry guard's. Where working orders go first, the closing order waits until their cancels are answered, so that a
 * fill that crosses a cancel can't turn the position over (trading rules, "Margin").
 */
import { coveredLots, isFinal, leavesLots, type Order } from '#orders/order';
import { moveStatus } from '#orders/order-status';
import { refusal } from '#values/refusals';
import { oppositeSide, type RowReason } from '#values/trading-words';
import { assert } from '#values/whole-numbers';
import { cancelWorking, isCancellable } from './amend-order.ts';
import type { CancelOrders, LiquidateContract } from './commands.ts';
import { dropConditional } from './conditional-orders.ts';
import { closableLots, closingLots } from './order-checks.ts';
import { openEntry } from './order-entry.ts';
import { receive, route } from './place-order.ts';
import type { Account, ListedContract } from './state.ts';
import { changeOrder, refuseCommand, type Step } from './step.ts';

/** Force-sell by contract (spec 7): all lots at market, at once or not at all. */
export function liquidateContract(step: Step, command: LiquidateContract): void {
  const { contractCode, operator, goFlat = false } = command;
  const entry = openEntry(step, command, `${goFlat ? 'go flat' : 'liquidate'} ${contractCode}`);
  if (!entry) return;
  const { account } = entry;
  const { side } = closing(account, contractCode, 0);
  const underWay = closingLots(account, contractCode, side);
  const lots = goFlat ? lotsToClose(account, contractCode) : closableLots(account, contractCode, side) - underWay;
  if (lots <= 0) return refuseCommand(step, refusal('OpenPositionNotFound', {}));
  const order = receive(step, entry, {
    ...command,
    ...closing(account, contractCode, lots),
    isOurs: operator !== undefined,
    awaitsCancels: goFlat && hasUnansweredCancel(account, contractCode),
  });
  // Only now: a position that can't be closed keeps what protects it.
  if (goFlat && order && !isFinal(order)) cancelContract(step, account, contractCode, 'UserRequest');
  if (order && operator) {
    const { accountId } = account;
    step.events.push({ kind: 'operatorActed', operator, accountId, contractCode, orderId: order.orderId });
  }
}

/** The house closes so many lots of a position; orders that work in the contract are cancelled first. */
export function closeByForce(
  step: Step,
  account: Account,
  listed: ListedContract,
  asked: { readonly lots: number; readonly reason: RowReason },
): void {
  const contractCode = listed.contract.code;
  cancelContract(step, account, contractCode, asked.reason);
  const lots = Math.min(asked.lots, lotsToClose(account, contractCode));
  if (lots <= 0) return;
  step.ownOrders += 1;
  receive(
    step,
    { account, listed, terms: '' },
    {
      accountId: account.accountId,
      orderId: `house-${step.seq}-${step.ownOrders}`,
      clientOrderId: null,
      contractCode,
      ...closing(account, contractCode, lots),
      isOurs: true,
      awaitsCancels: hasUnansweredCancel(account, contractCode),
    },
  );
}

function closing(account: Account, contractCode: string, lots: number) {
  const netLots = account.positions.get(contractCode)?.netLots ?? 0;
  return {
    side: oppositeSide(netLots > 0 ? 'BUY' : 'SELL'),
    orderType: 'MARKET',
    duration: 'IOC',
    quantityLots: lots,
    isReduceOnly: false,
    isForceSell: true,
    conditionalOrderId: null,
  } as const;
}

/** Open lots less those that liquidations on their way will close: asking twice must not sell twice. */
export function lotsToClose(account: Account, contractCode: string): number {
  let lots = Math.abs(account.positions.get(contractCode)?.netLots ?? 0);
  for (const order of account.working.get(contractCode)?.orders.values() ?? []) {
    if (order.isForceSell) lots -= leavesLots(order);
  }
  return lots;
}

function hasUnansweredCancel(account: Account, contractCode: string): boolean {
  for (const order of account.working.get(contractCode)?.orders.values() ?? []) {
    if (!order.isForceSell && coveredLots(order) > 0) return true;
  }
  return false;
}

/** Working orders of one contract; closing orders under way stay. */
export function cancelWorkingIn(step: Step, account: Account, contractCode: string, reason: RowReason): void {
  for (const order of [...(account.working.get(contractCode)?.orders.values() ?? [])]) {
    if (!order.isForceSell && isCancellable(step.state, order)) cancelWorking(step, order, reason);
  }
}

/** And conditional ones. */
function cancelContract(step: Step, account: Account, contractCode: string, reason: RowReason): void {
  cancelWorkingIn(step, account, contractCode, reason);
  for (const conditional of [...account.conditionals]) {
    if (conditional.contractCode === contractCode) dropConditional(step, conditional, reason);
  }
}

export function cancelOrders(step: Step, { accountId, contractCode }: CancelOrders): void {
  const account = step.state.accounts.get(accountId);
  if (!account) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  if (contractCode !== undefined && !step.state.contracts.has(contractCode))
    return refuseCommand(step, refusal('ContractNotFound', { code: contractCode }));
  const codes = contractCode === undefined ? contractsWithOrders(account) : [contractCode];
  for (const code of codes) cancelContract(step, account, code, 'UserRequest');
}

function contractsWithOrders(account: Account): string[] {
  const codes = new Set(account.working.keys());
  for (const { contractCode } of account.conditionals) codes.add(contractCode);
  return [...codes].sort();
}

/**
 * Closing orders that waited for cancels go when the last is answered, for what is open then. What could not be
 * cancelled when they were made (it was on its way to the exchange) is cancelled as soon as it can be.
 */
export function releaseClosing(step: Step, account: Account, contractCode: string): void {
  const working = account.working.get(contractCode);
  if (!working || working.awaitingCancels === 0 || step.state.isVenueLost) return;
  const waiting = [...working.orders.values()].filter((order) => order.awaitsCancels);
  for (const order of [...working.orders.values()]) {
    if (!order.isForceSell && isCancellable(step.state, order)) cancelWorking(step, order, 'ForceSell');
  }
  if (hasUnansweredCancel(account, contractCode)) return;
  for (const order of waiting) release(step, order);
}

/** It goes for what is open now: what is not, is cut off as it is sent. */
function release(step: Step, order: Order): void {
  assert(!isFinal(order), 'a final order is not among the working ones');
  const isOpen = step.state.contracts.get(order.contractCode)?.session === 'OPEN';
  changeOrder(step, order, () => {
    order.awaitsCancels = false;
    if (isOpen) return;
    moveStatus(order, 'CANCELLED');
    order.reason = 'EmptyBook';
  });
  if (!isFinal(order)) route(step, order);
}
