/**
 * One step: a command, what it changed, and the events that tell of it. Orders and accounts are told of once, at
 * the end of the step, as they stand then.
 */
import type { ConditionalOrder } from '#conditional/conditional-order';
import { OFF_THE_LADDER } from '#margin/ladder';
import { copyOrder, isFinal, type Order } from '#orders/order';
import type { VenueRequest } from '#orders/venue-messages';
import type { Refusal } from '#values/refusals';
import { assert } from '#values/whole-numbers';
import type { EngineEvent, LadderMove, Refused } from './events.ts';
import { unwatchOrder, watchOrder } from './price-watch.ts';
import {
  type Account,
  cashVnd,
  contractsWorked,
  countRequired,
  countWorking,
  type EngineState,
  workingIn,
} from './state.ts';

export interface Step {
  readonly state: EngineState;
  readonly seq: number;
  readonly timeMs: number;
  readonly events: EngineEvent[];
  readonly changedOrders: Set<Order>;
  /** Null until there is one, like the others that most steps have not: commands come a hundred thousand a second. */
  changedConditionals: Set<ConditionalOrder> | null;
  readonly changedAccounts: Set<Account>;
  readonly changedPositions: Map<Account, Set<string>>;
  /** Accounts whose equity a price or a dated figure has moved, besides those that changed. */
  revalued: Set<Account> | null;
  /** Orders to be looked at again although nothing of them changed: what they wait for did. */
  readonly revisited: Set<Order>;
  /** By account: how it moved on the margin ladder. */
  ladderMoves: Map<string, LadderMove> | null;
  /** How often an order, a conditional order or a position has changed: what changed has consequences. */
  changes: number;
  /** Orders that the house has made in this step: their ids end in a number. */
  ownOrders: number;
}

export function beginStep(state: EngineState, stamp: { seq: number; timeMs: number }): Step {
  return {
    state,
    seq: stamp.seq,
    timeMs: stamp.timeMs,
    events: [],
    changedOrders: new Set(),
    changedConditionals: null,
    changedAccounts: new Set(),
    changedPositions: new Map(),
    revalued: null,
    revisited: new Set(),
    ladderMoves: null,
    changes: 0,
    ownOrders: 0,
  };
}

/** What kept the margin ladder from acting is over: accounts on it are looked at again. */
export function reviseLadder(step: Step): void {
  for (const account of step.state.accounts.values()) if (account.ladder !== OFF_THE_LADDER) revalue(step, account);
}

export function refuseCommand(step: Step, refusal: Refusal): void {
  step.events.push({ kind: 'commandRefused', refusal });
}

/** The order stays as it is; that somebody wanted it otherwise is a part of its story. */
export function refuseChange(step: Step, { orderId, receivedSeq }: Refused, refusal: Refusal): void {
  step.events.push({ kind: 'commandRefused', refusal, about: { orderId, receivedSeq } });
}

export function requestVenue(step: Step, request: VenueRequest): void {
  assert(!step.state.isVenueLost, 'nothing is asked of an exchange whose link is down');
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
  if (working.orders.has(order.orderId)) countWorking(working, order, -1);
  unwatchOrder(step.state, order);
  change(order);
  watchOrder(step.state, order);
  order.changedSeq = step.seq;
  step.changes += 1;
  if (isFinal(order)) {
    order.closedMs ??= step.timeMs;
    order.statusBefore = null;
    order.pendingTerms = null;
    order.awaitsCancels = false;
    working.orders.delete(order.orderId);
    if (working.orders.size === 0) account.working.delete(order.contractCode);
  } else {
    working.orders.set(order.orderId, order);
    countWorking(working, order, 1);
  }
  step.changedOrders.add(order);
  touchExposure(step, account, order.contractCode);
}

export function tellConditional(step: Step, conditional: ConditionalOrder): void {
  step.changedConditionals ??= new Set();
  step.changedConditionals.add(conditional);
}

/** A price or a dated figure has moved the account's equity: the ladder looks at it in this step. */
export function revalue(step: Step, account: Account): void {
  step.revalued ??= new Set();
  step.revalued.add(account);
}

export function touchExposure(step: Step, account: Account, contractCode: string): void {
  countRequired(step.state, account, contractCode);
  step.changedAccounts.add(account);
}

export function touchPosition(step: Step, account: Account, contractCode: string): void {
  step.changes += 1;
  const known = step.changedPositions.get(account);
  if (known) known.add(contractCode);
  else step.changedPositions.set(account, new Set([contractCode]));
  touchExposure(step, account, contractCode);
}

/** Tells of everything that changed, records as they are now. */
export function endStep(step: Step): EngineEvent[] {
  for (const order of step.changedOrders) step.events.push({ kind: 'orderChanged', order: copyOrder(order) });
  for (const conditional of step.changedConditionals ?? [])
    step.events.push({ kind: 'conditionalChanged', conditional: { ...conditional } });
  for (const [account, contractCodes] of step.changedPositions) {
    for (const contractCode of contractCodes) step.events.push(positionChanged(account, contractCode));
  }
  for (const move of step.ladderMoves?.values() ?? []) step.events.push({ kind: 'ladderMoved', move });
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
  for (const contractCode of contractsWorked(account)) {
    const { buyLots, sellLots } = workingIn(account, contractCode);
    working.push({ contractCode, buyLots, sellLots });
  }
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
      ladder: account.ladder,
      brakes: account.brakes,
      nextBrakes: account.nextBrakes,
      dayBaseVnd: account.dayBaseVnd,
    },
  };
}
