/**
 * Converts the engine's state to plain data and back, and computes its digest. Every list is in the order of the maps,
 * which is that of the commands, so equal histories give identical snapshots.
 */

import { cancelAftersOf } from '#engine/cancel-after.ts';
import { enter } from '#engine/conditional-records.ts';
import type { Copy, Copying, FundMove, Strategy } from '#engine/copy-records.ts';
import { restoreEnded } from '#engine/ended-orders.ts';
import { ListedSpread } from '#engine/listed-spread.ts';
import { watchOrder } from '#engine/price-watch.ts';
import { type SnapshotBeforeVenues, withVenues } from '#engine/snapshot-before-venues.ts';
import {
  type Account,
  countRequired,
  countWorking,
  createEngineState,
  type EngineState,
  type Holding,
  holdingIn,
  holdingsOf,
  isExposed,
  type ListedContract,
  newAccount,
  nextLookMs,
  noteDue,
  noteHolder,
  refreshTerms,
  workedHoldings,
} from '#engine/state.ts';
import { type EngineSnapshot, type StoredOrder, type StoredTerms, USUAL_ORDER } from '#engine/stored-state.ts';
import { HEALTHY } from '#margin/margin-level.ts';
import { copyOrder, isFinal, type Order, type OrderTerms } from '#orders/order.ts';
import { OpenLots } from '#positions/open-lots.ts';
import { NO_SELF_LIMITS, sameSelfLimits } from '#self-limits/self-limits.ts';
import { hashTextTwice } from '#values/random.ts';
import { assert } from '#values/whole-numbers.ts';
import { withoutBigints } from '#values/without-bigints.ts';

/** A deep copy, which later steps do not change. */
export function snapshotState(state: EngineState): EngineSnapshot {
  return {
    seq: state.seq,
    timeMs: state.timeMs,
    tradeDate: state.tradeDate,
    venues: [...state.venues.values()].map((venue) => ({ ...venue })),
    rules: state.rules,
    rates: [...state.rates],
    commodities: [...state.commodities.values()],
    contracts: [...state.contracts.values()].map(snapshotContract),
    ...(state.spreads.size > 0 ? { spreads: [...state.spreads.values()].map(({ spread }) => spread) } : {}),
    accounts: [...state.accounts.values()].map(snapshotAccount),
    orders: [...state.orders.values()].map(storedOrder),
    balances: [...state.balances],
    ...(state.conditionals.size > 0
      ? { conditionals: [...state.conditionals.values()].map((one) => ({ ...one })) }
      : {}),
    ...(state.copying.strategies.size > 0 ? { copying: snapshotCopying(state.copying) } : {}),
    ...(state.rolls.size > 0 ? { rolls: [...state.rolls] } : {}),
    ...snapshotFresh(state),
    ...(state.cancelAfters.size > 0 ? { cancelAfters: snapshotCancelAfters(state) } : {}),
    ...(state.auditEnd ? { auditEnd: state.auditEnd } : {}),
    ...(isHalting(state.halts) ? { halts: snapshotHalts(state.halts) } : {}),
  };
}

function snapshotFresh({ triggerIndexes }: EngineState): Pick<EngineSnapshot, 'freshTriggers'> {
  const fresh = [...triggerIndexes].flatMap(([code, { fresh }]) => (fresh.length > 0 ? [[code, fresh] as const] : []));
  return fresh.length > 0 ? { freshTriggers: fresh.sort(([a], [b]) => (a < b ? -1 : 1)) } : {};
}

function snapshotCancelAfters({ cancelAfters }: EngineState): NonNullable<EngineSnapshot['cancelAfters']> {
  return [...cancelAfters].flatMap(([accountId, bySender]) =>
    [...bySender].map(([sender, one]) =>
      sender === undefined ? ([accountId, { ...one }] as const) : ([accountId, { ...one }, sender] as const),
    ),
  );
}

function snapshotContract(listed: ListedContract): EngineSnapshot['contracts'][number] {
  const { contract, settlementTicks, settledMs, lastTicks, session, opensAtMs, isHalted, tradeDate, closeOut } = listed;
  return {
    contract,
    settlementTicks,
    ...(settledMs === null ? {} : { settledMs }),
    lastTicks,
    session,
    opensAtMs,
    ...(isHalted ? { isHalted } : {}),
    ...(tradeDate === null ? {} : { tradeDate }),
    ...(closeOut.long || closeOut.short ? { closeOut: { ...closeOut } } : {}),
  };
}

function snapshotCopying({ strategies, errands, closing }: Copying): NonNullable<EngineSnapshot['copying']> {
  return {
    strategies: [...strategies.values()].map(({ leaderLots, copies, status, ...rest }) => ({
      ...rest,
      status: { ...status },
      leaderLots: [...leaderLots].map(([code, lots]) => [code, { ...lots }] as const),
      copies: copies.map(({ strategy: _strategy, baseLots, week, fundMoves, ...copy }) => ({
        ...copy,
        baseLots: [...baseLots],
        week: { ...week },
        fundMoves: [...fundMoves],
      })),
    })),
    errands: errands.map((errand) => ({ ...errand })),
    closing: [...closing].map(({ copyId }) => copyId),
  };
}

function isHalting({ all, contracts, accounts }: EngineState['halts']): boolean {
  return all !== null || contracts.size > 0 || accounts.size > 0;
}

function snapshotHalts({ all, contracts, accounts }: EngineState['halts']): NonNullable<EngineSnapshot['halts']> {
  return { all, contracts: [...contracts], accounts: [...accounts] };
}

/** Field by field, as `copyOrder` has it: there may be hundreds of thousands. What most orders have is left out. */
function storedOrder(order: Order): StoredOrder {
  const stored: { -readonly [Field in keyof StoredOrder]: StoredOrder[Field] } = {
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    accountId: order.accountId,
    investorId: order.investorId,
    contractCode: order.contractCode,
    side: order.side,
    orderType: order.orderType,
    stopPriceTicks: order.stopPriceTicks,
    isForceSell: order.isForceSell,
    receivedSeq: order.receivedSeq,
    receivedMs: order.receivedMs,
    sessionDate: order.sessionDate,
    dayDate: order.dayDate,
    quantityLots: order.quantityLots,
    limitPriceTicks: order.limitPriceTicks,
    duration: order.duration,
    expirationDate: order.expirationDate,
    status: order.status,
    statusBefore: order.statusBefore,
    pendingTerms: order.pendingTerms && storedTerms(order.pendingTerms),
    filledLots: order.filledLots,
    filledNotional: order.filledNotional,
    routedFilledLots: order.routedFilledLots,
    feeVnd: order.feeVnd,
    changedSeq: order.changedSeq,
    closedMs: order.closedMs,
    refusal: order.refusal,
    reason: order.reason,
    seenExecIds: [...order.seenExecIds],
    exchangeReason: order.exchangeReason,
  };
  if (order.group) stored.group = order.group;
  if (order.shrinkRefusal) stored.shrinkRefusal = order.shrinkRefusal;
  addUnusual(stored, order);
  return stored;
}

type Unusual = { -readonly [Field in keyof typeof USUAL_ORDER]?: Order[Field] };

function addUnusual(stored: Unusual, order: Order): void {
  if (order.isReduceOnly) stored.isReduceOnly = true;
  if (order.exitOrderId !== null) stored.exitOrderId = order.exitOrderId;
  if (order.conditionalOrderId !== null) stored.conditionalOrderId = order.conditionalOrderId;
  if (order.isHeldByUs) stored.isHeldByUs = true;
  if (order.triggeredMs !== null) stored.triggeredMs = order.triggeredMs;
  if (order.awaitsCancels) stored.awaitsCancels = true;
  if (order.cancelReason !== null) stored.cancelReason = order.cancelReason;
  if (order.reasonPercent !== null) stored.reasonPercent = order.reasonPercent;
  if (order.cancelRefusedMs !== null) stored.cancelRefusedMs = order.cancelRefusedMs;
  if (order.cancelWish !== null) stored.cancelWish = order.cancelWish;
  if (order.openRequests.length > 0) stored.openRequests = order.openRequests;
  if (order.routedEpoch !== null) stored.routedEpoch = order.routedEpoch;
  if (order.answerDueMs !== null) stored.answerDueMs = order.answerDueMs;
}

function storedTerms({ stopPriceTicks, ...terms }: OrderTerms): StoredTerms {
  return stopPriceTicks === null ? terms : { ...terms, stopPriceTicks };
}

function snapshotAccount(account: Account): EngineSnapshot['accounts'][number] {
  const { accountId, investorId, investorKind, isDemo, isActivated, heldVnd } = account;
  return {
    accountId,
    investorId,
    investorKind,
    isDemo,
    isActivated,
    heldVnd,
    ...(account.withdrawals.size === 0
      ? {}
      : { withdrawals: [...account.withdrawals.values()].map((withdrawal) => ({ ...withdrawal })) }),
    ...(account.subscription ? { subscription: account.subscription } : {}),
    ...(account.packageRequests.size === 0 ? {} : { packageRequests: [...account.packageRequests] }),
    positions: [...account.positions.values()].map(({ contractCode, netLots, openLots }) => ({
      contractCode,
      netLots,
      openLots: [...openLots],
    })),
    clientOrders: [...account.clientOrders].map(([id, { orderId, terms }]) => [id, orderId, terms] as const),
    ...(account.marginState === HEALTHY ? {} : { ladder: account.marginState }),
    ...(account.calledOn === null ? {} : { calledOn: account.calledOn }),
    ...(account.liquidationRetryMs === 0 ? {} : { liquidationRetryMs: account.liquidationRetryMs }),
    ...(sameSelfLimits(account.brakes, NO_SELF_LIMITS) ? {} : { brakes: account.brakes }),
    ...(account.nextBrakes ? { nextBrakes: account.nextBrakes } : {}),
    ...(account.dayBaseVnd === 0n ? {} : { dayBaseVnd: account.dayBaseVnd }),
  };
}

/** Rebuilds the state with its derived sums and checks them. */
export function restoreState(stored: EngineSnapshot | SnapshotBeforeVenues): EngineState {
  const snapshot = withVenues(stored);
  const state = createEngineState();
  state.seq = snapshot.seq;
  state.timeMs = snapshot.timeMs;
  state.tradeDate = snapshot.tradeDate;
  for (const venue of snapshot.venues) state.venues.set(venue.accounts, { ...venue });
  state.rules = snapshot.rules;
  for (const [currency, rate] of snapshot.rates) state.rates.set(currency, rate);
  for (const commodity of snapshot.commodities) state.commodities.set(commodity.code, commodity);
  for (const listed of snapshot.contracts) {
    const commodity = state.commodities.get(listed.contract.commodityCode);
    assert(commodity !== undefined, 'a listed contract has a commodity');
    const { contract, settlementTicks, lastTicks, session, opensAtMs } = listed;
    const { settledMs = null, isHalted = false, tradeDate = null, closeOut = { long: null, short: null } } = listed;
    state.contracts.set(contract.code, {
      contract,
      commodity,
      settlementTicks,
      settledMs,
      lastTicks,
      session,
      opensAtMs,
      isHalted,
      tradeDate,
      closeOut: { ...closeOut },
      terms: null,
      safePrices: null,
    });
  }
  for (const { code, near, far } of snapshot.spreads ?? []) {
    const [nearListed, farListed] = [state.contracts.get(near), state.contracts.get(far)];
    assert(nearListed !== undefined && farListed !== undefined, 'a listed spread has listed legs');
    state.spreads.set(code, new ListedSpread(nearListed, farListed));
  }
  for (const [account, balance] of snapshot.balances) state.balances.set(account, balance);
  for (const account of snapshot.accounts) restoreAccount(state, account);
  refreshTerms(state);
  for (const stored of snapshot.orders) restoreOrder(state, stored);
  for (const stored of snapshot.conditionals ?? []) {
    const conditional = { ...stored };
    state.conditionals.set(conditional.conditionalOrderId, conditional);
    enter(state, conditional);
  }
  restoreHalts(state, snapshot.halts);
  state.auditEnd = snapshot.auditEnd ?? null;
  for (const [orderId, target] of snapshot.rolls ?? []) state.rolls.set(orderId, target);
  for (const [accountId, one, sender] of snapshot.cancelAfters ?? [])
    cancelAftersOf(state, accountId).set(sender, { ...one });
  if (snapshot.copying) restoreCopying(state, snapshot.copying);
  const fresh = new Map(snapshot.freshTriggers ?? []);
  for (const [code, index] of state.triggerIndexes) index.restoreFresh(fresh.get(code) ?? []);
  restoreEnded(state, [...state.orders.values()].filter(isFinal));
  restoreAwaiting(state);
  for (const { holdings } of state.accounts.values()) for (const holding of holdings.values()) countRequired(holding);
  return state;
}

/** Restores the queue in the order in which answers are due, which is that of the requests. */
function restoreAwaiting(state: EngineState): void {
  const awaiting = [...state.orders.values()].filter(({ answerDueMs }) => answerDueMs !== null);
  awaiting.sort((a, b) => (a.answerDueMs ?? 0) - (b.answerDueMs ?? 0));
  for (const order of awaiting) state.awaitingAnswer.add(order);
}

function restoreHalts(state: EngineState, halts: EngineSnapshot['halts']): void {
  if (!halts) return;
  state.halts.all = halts.all;
  for (const [code, reason] of halts.contracts) state.halts.contracts.set(code, reason);
  for (const [accountId, reason] of halts.accounts) state.halts.accounts.set(accountId, reason);
}

function restoreCopying({ accounts, copying }: EngineState, stored: NonNullable<EngineSnapshot['copying']>): void {
  for (const { leaderLots, copies, status, ...rest } of stored.strategies) {
    const counted = leaderLots.map(([code, lots]) => [code, { ...lots }] as const);
    const strategy: Strategy = { ...rest, status: { ...status }, leaderLots: new Map(counted), copies: [] };
    copying.strategies.set(strategy.strategyId, strategy);
    const leader = accounts.get(strategy.accountId);
    if (leader && status.running !== 'ENDED') leader.strategy = strategy;
    for (const { baseLots, week, fundMoves, ...facts } of copies) {
      const lists = { baseLots: new Map(baseLots), week: { ...week }, fundMoves: fundMoves.map(restoreMove) };
      const copy: Copy = { ...facts, ...lists, strategy };
      strategy.copies.push(copy);
      copying.copies.set(copy.copyId, copy);
      const follower = accounts.get(copy.accountId);
      assert(follower !== undefined, 'a copy has an account');
      follower.copy = copy;
    }
  }
  for (const errand of stored.errands) copying.errands.push({ ...errand });
  for (const copyId of stored.closing) {
    const copy = copying.copies.get(copyId);
    assert(copy !== undefined, 'a copy that is closing has not closed');
    copying.closing.add(copy);
  }
}

/** A move whose terms were not kept is refused when it is asked for again: it never happens twice. */
function restoreMove(stored: FundMove | string): FundMove {
  return typeof stored === 'string' ? { moveId: stored, otherAccountId: '', amountVnd: 0n } : stored;
}

function restoreAccount(state: EngineState, stored: EngineSnapshot['accounts'][number]): void {
  const account = newAccount(stored);
  account.heldVnd = stored.heldVnd;
  for (const withdrawal of stored.withdrawals ?? [])
    account.withdrawals.set(withdrawal.withdrawalId, { ...withdrawal });
  account.subscription = stored.subscription ?? null;
  for (const [requestId, name] of stored.packageRequests ?? []) account.packageRequests.set(requestId, name);
  account.marginState = stored.ladder ?? HEALTHY;
  if (account.marginState !== HEALTHY) state.unhealthy.add(account);
  account.calledOn = stored.calledOn ?? null;
  account.liquidationRetryMs = stored.liquidationRetryMs ?? 0;
  account.brakes = stored.brakes ?? NO_SELF_LIMITS;
  account.nextBrakes = stored.nextBrakes ?? null;
  account.dayBaseVnd = stored.dayBaseVnd ?? 0n;
  for (const { contractCode, netLots, openLots } of stored.positions) {
    const holding = holdingIn(state, account, contractCode);
    holding.netLots = netLots;
    holding.openNotional = openLots.reduce((sum, lot) => sum + lot.priceTicks * lot.lots, 0);
    holding.openLots = OpenLots.of(openLots);
    noteHolder(state, holding);
  }
  for (const [id, orderId, terms] of stored.clientOrders) account.clientOrders.set(id, { orderId, terms });
  noteDue(state, account, nextLookMs(account, state.timeMs));
  state.accounts.set(account.accountId, account);
}

/** The fields in the order of a modify (amend-order.ts), because events with them are text in the journal's digest. */
function termsFrom(stored: StoredTerms): OrderTerms {
  const { quantityLots, limitPriceTicks, stopPriceTicks = null, duration, expirationDate } = stored;
  return { quantityLots, limitPriceTicks, stopPriceTicks, duration, expirationDate };
}

function restoreOrder(state: EngineState, stored: StoredOrder): void {
  const { pendingTerms } = stored;
  const own = { seenExecIds: [...stored.seenExecIds], pendingTerms: pendingTerms && termsFrom(pendingTerms) };
  // Not spread: with so many fields that takes fifty times as long, and there may be hundreds of thousands of orders.
  const order = copyOrder(Object.assign({}, USUAL_ORDER, stored, own));
  state.orders.set(order.orderId, order);
  const account = state.accounts.get(order.accountId);
  assert(account !== undefined, 'an order has an account');
  if (isFinal(order)) return;
  if (order.group?.cancelledFor) state.outdone.add(order);
  watchOrder(state, order);
  for (const holding of holdingsOf(state, account, order)) {
    holding.orders.push(order);
    countWorking(holding, order, 1);
  }
}

/**
 * Digest of the snapshot and all derived values, 16 hex digits: equal states give equal digests in every process and on
 * every machine. The derived sums are included so that a restore that computes them differently is noticed. Whoever has
 * the snapshot already gives it.
 */
export function stateHash(state: EngineState, snapshot = snapshotState(state)): string {
  const text = JSON.stringify(withoutBigints([snapshot, derivedSums(state)], (bigint) => `${bigint}n`));
  const halves = hashTextTwice(text, 0x811c9dc5, 0x2545f491);
  return halves.map((half) => half.toString(16).padStart(8, '0')).join('');
}

/** The derived values, in an order that no restart changes. */
function derivedSums(state: EngineState): unknown {
  const byCode = (a: Holding, b: Holding): number => (a.contractCode < b.contractCode ? -1 : 1);
  return [...state.accounts.values()].map((account) => {
    const exposed = [...account.holdings.values()].filter(isExposed).sort(byCode);
    return [
      account.accountId,
      account.requiredVnd,
      exposed.map(({ contractCode, requiredVnd }) => [contractCode, requiredVnd]),
      workedHoldings(account).map((holding) => [holding.contractCode, holding.workingBuyLots, holding.workingSellLots]),
    ];
  });
}
