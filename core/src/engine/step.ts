/**
 * One step: a command, what it changed, and the events that tell of it. Orders and accounts are told of once, at
 * the end of the step, as they stand then.
 */
import type { Order } from '#orders/order';
import { coveredLots, isFinal } from '#orders/order';
import type { VenueRequest } from '#orders/venue-messages';
import type { Refusal } from '#values/refusals';
import { assert } from '#values/whole-numbers';
import type { EngineEvent } from './events.ts';
import { type Account, cashVnd, countRequired, type EngineState, workingIn } from './state.ts';

export interface Step {
  readonly state: EngineState;
  readonly seq: number;
  readonly timeMs: number;
  readonly events: EngineEvent[];
  readonly changedOrders: Set<Order>;
  readonly changedAccounts: Set<Account>;
  readonly changedPositions: Map<Account, Set<string>>;
}

export function beginStep(state: EngineState, stamp: { seq: number; timeMs: number }): Step {
  return {
    state,
    seq: stamp.seq,
    timeMs: stamp.timeMs,
    events: [],
    changedOrders: new Set(),
    changedAccounts: new Set(),
    changedPositions: new Map(),
  };
}

export function refuseCommand(step: Step, refusal: Refusal): void {
  step.events.push({ kind: 'commandRefused', refusal });
}

export function requestVenue(step: Step, request: VenueRequest): void {
  step.events.push({ kind: 'venueRequested', epoch: step.state.venueEpoch, request });
}

export function accountOf(step: Step, accountId: string): Account {
  const account = step.state.accounts.get(accountId);
  assert(account !== undefined, `order of an unknown account ${accountId}`);
  return account;
}

/**
 * The one way an order changes: keeps the account's working lots and required margin in step with it, and takes an
 * order that is over out of its account's live ones.
 */
export function changeOrder(step: Step, order: Order, change: (order: Order) => void): void {
  const account = accountOf(step, order.accountId);
  const working = workingIn(account, order.contractCode);
  const before = working.orders.has(order.orderId) ? coveredLots(order) : 0;
  change(order);
  order.changedSeq = step.seq;
  const after = coveredLots(order);
  if (order.side === 'BUY') working.buyLots += after - before;
  else working.sellLots += after - before;
  if (isFinal(order)) {
    order.closedMs ??= step.timeMs;
    order.statusBefore = null;
    order.pendingTerms = null;
    working.orders.delete(order.orderId);
    if (working.orders.size === 0) account.working.delete(order.contractCode);
  } else {
    working.orders.set(order.orderId, order);
  }
  step.changedOrders.add(order);
  touchExposure(step, account, order.contractCode);
}

export function touchExposure(step: Step, account: Account, contractCode: string): void {
  countRequired(step.state, account, contractCode);
  step.changedAccounts.add(account);
}

export function touchPosition(step: Step, account: Account, contractCode: string): void {
  const known = step.changedPositions.get(account);
  if (known) known.add(contractCode);
  else step.changedPositions.set(account, new Set([contractCode]));
  touchExposure(step, account, contractCode);
}

/** Tells of everything that changed, records as they are now. */
export function endStep(step: Step): EngineEvent[] {
  for (const order of step.changedOrders) step.events.push({ kind: 'orderChanged', order: { ...order } });
  for (const [account, contractCodes] of step.changedPositions) {
    for (const contractCode of contractCodes) step.events.push(positionChanged(account, contractCode));
  }
  for (const account of step.changedAccounts) step.events.push(accountChanged(step.state, account));
  return step.events;
}

function positionChanged(account: Account, contractCode: string): EngineEvent {
  const position = account.positions.get(contractCode);
  return {
    kind: 'positionChanged',
    accountId: account.accountId,
    position: {
      contractCode,
      netLots: position?.netLots ?? 0,
      openNotional: position?.openNotional ?? 0,
      openLots: (position?.openLots ?? []).map((lot) => ({ ...lot })),
    },
  };
}

function accountChanged(state: EngineState, account: Account): EngineEvent {
  const working = [];
  for (const [contractCode, { buyLots, sellLots }] of account.working)
    working.push({ contractCode, buyLots, sellLots });
  return {
    kind: 'accountChanged',
    figures: {
      accountId: account.accountId,
      investorId: account.investorId,
      investorKind: account.investorKind,
      isDemo: account.isDemo,
      isActivated: account.isActivated,
      cashVnd: cashVnd(state, account),
      heldVnd: account.heldVnd,
      requiredVnd: account.requiredVnd,
      working,
    },
  };
}
