/**
 * Copies a leader's fills (docs/rules/copying.md#copying): each fill is an errand over the followers, of which every
 * command does a bounded part, so that a leader with thousands of them never holds up anybody's order. An errand
 * remembers whom it has reached, in the state: a follower has at most one order for a fill, whatever happens between.
 */

import { type CopyPlan, planCopy, targetLots, WHOLE_RATIO } from '#copying/copy.ts';
import { lotsSince, newLeaderLots } from '#copying/strategy.ts';
import type { Copy, CopyErrand, LeaderFill, Strategy } from '#engine/copy-records.ts';
import type { CopyDecision } from '#engine/events.ts';
import { referenceTicksOf } from '#engine/order-checks.ts';
import { type Asked, BY_INVESTOR, judgeAsked, receive } from '#engine/place-order.ts';
import { type Account, type EngineState, type ListedContract, markTicks, rulesInForce } from '#engine/state.ts';
import { accountOf, type Step } from '#engine/step.ts';
import { isReachable } from '#engine/venues.ts';
import { dailyLimits } from '#instruments/daily-limit.ts';
import { priceBand } from '#instruments/price-band.ts';
import type { Fill, RoundTurn } from '#positions/position.ts';
import { priceToText } from '#values/price-text.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

/** Counts what a leader opened and closed; a fill that traded is copied, a settlement without a trade is not. */
export function noteLeaderFill(step: Step, account: Account, fill: Fill, facts: LeaderFacts): void {
  const { strategy } = account;
  if (strategy?.status.running !== 'ACTIVE') return;
  const { contractCode, roundTurns, isTraded } = facts;
  const lots = strategy.leaderLots.get(contractCode) ?? newLeaderLots();
  const closed = roundTurns.reduce((sum, turn) => sum + turn.lots, 0);
  lots.closedLots += closed;
  lots.openedLots += fill.lots - closed;
  if (fill.lots > closed) lots.isLong = fill.side === 'BUY';
  strategy.leaderLots.set(contractCode, lots);
  if (!isTraded || strategy.copies.length === 0) return;
  step.state.copying.errands.push({
    kind: 'mirror',
    strategyId: strategy.strategyId,
    doneNumber: 0,
    lastNumber: strategy.lastNumber,
    fill: { ...fill, contractCode },
  });
}

interface LeaderFacts {
  readonly contractCode: string;
  readonly roundTurns: readonly RoundTurn[];
  readonly isTraded: boolean;
}

/** The leader's lots that are open now do not count for this follower any more. */
export function startFromNow({ strategy, baseLots }: Copy, contractCode: string): void {
  const lots = strategy.leaderLots.get(contractCode);
  if (lots && lotsSince(lots, 0) > 0) baseLots.set(contractCode, lots.openedLots);
}

/** What a follower who wants the leader's open positions starts with: as if each were filled now, at the last price. */
export function mirrorHeld(step: Step, copy: Copy): void {
  const { strategy } = copy;
  const leader = accountOf(step, strategy.accountId);
  for (const { contractCode, listed, netLots } of [...leader.positions.values()]) {
    const priceTicks = markTicks(listed);
    if (priceTicks === null) continue;
    const side = netLots > 0 ? 'BUY' : 'SELL';
    const fillId = `held-${copy.copyId}-${contractCode}`;
    const { timeMs } = step;
    mirror(step, copy, { fillId, contractCode, side, lots: Math.abs(netLots), priceTicks, timeMs });
  }
}

/** Brings one follower to its target after a fill, or says why not. */
export function mirror(step: Step, copy: Copy, fill: LeaderFill): void {
  if (copy.state !== 'ACTIVE' && copy.state !== 'PAUSED') return;
  const { contractCode } = fill;
  const listed = step.state.contracts.get(contractCode);
  if (!listed) return;
  const leader = heldSince(copy, contractCode);
  const target = targetLots(leader, copy.ratioBasisPoints);
  const account = accountOf(step, copy.accountId);
  const plan = planFor(step, { account, copy, listed, fill, target });
  if (plan && plan.lots > 0) return send(step, { account, copy, listed, fill, target, plan });
  const isRounded = (leader.heldLots * copy.ratioBasisPoints) % WHOLE_RATIO !== 0;
  const skip = plan?.skip ?? (isRounded ? 'RoundedToZero' : null);
  if (skip) decide(step, { copy, fill, target, skip: { why: skip } });
}

function heldSince({ strategy, baseLots }: Copy, contractCode: string) {
  const lots = strategy.leaderLots.get(contractCode) ?? newLeaderLots();
  return { heldLots: lotsSince(lots, baseLots.get(contractCode) ?? 0), isLong: lots.isLong };
}

interface Mirrored {
  readonly account: Account;
  readonly copy: Copy;
  readonly listed: ListedContract;
  readonly fill: LeaderFill;
  readonly target: Lots;
}

function planFor(step: Step, { account, copy, listed, fill, target }: Mirrored): CopyPlan | null {
  const holding = account.holdings.get(listed.contract.code);
  const plan = planCopy({
    targetLots: target,
    netLots: holding?.netLots ?? 0,
    onItsWay: { BUY: holding?.workingBuyLots ?? 0, SELL: holding?.workingSellLots ?? 0 },
    isPaused: copy.state === 'PAUSED',
    priceTicks: fill.priceTicks,
    lastTicks: markTicks(listed) ?? fill.priceTicks,
    slippageTicks: copy.strategy.terms.slippageTicks,
  });
  if (plan === null || plan.limitTicks === null) return plan;
  return { ...plan, limitTicks: withinBounds(step.state, listed, plan.side, plan.limitTicks) };
}

/** A tolerance that reaches beyond the exchange's daily limits or the broker's price band ends at them. */
function withinBounds(state: EngineState, listed: ListedContract, side: Side, ticks: Ticks): Ticks {
  const limits = dailyLimits(listed.commodity, listed.settlementTicks, state.timeMs);
  const band = priceBand(referenceTicksOf(listed), rulesInForce(state));
  const ranges = [limits, band].filter((range) => range !== undefined);
  return side === 'BUY'
    ? Math.min(ticks, ...ranges.map(({ highestTicks }) => highestTicks))
    : Math.max(ticks, ...ranges.map(({ lowestTicks }) => lowestTicks));
}

/** A plan through zero that is refused still reduces: nobody is left on the other side of the leader. */
function send(step: Step, asked: Mirrored & { readonly plan: CopyPlan }): void {
  const { account, copy, fill, target, plan } = asked;
  if (!isReachable(step.state, account)) return decide(step, { copy, fill, target, skip: { why: 'LinkDown' } });
  const refused = place(step, asked, { ...plan, skip: plan.skip ? { why: plan.skip } : null });
  if (!refused) return;
  const { side, lots, reducingLots } = plan;
  const skip = { why: 'Refused', refusal: refused } as const;
  const isThroughZero = reducingLots > 0 && reducingLots < lots;
  if (isThroughZero && !place(step, asked, { side, lots: reducingLots, limitTicks: null, skip })) return;
  decide(step, { copy, fill, target, skip });
}

type Placed = Pick<CopyPlan, 'side' | 'lots' | 'limitTicks'> & { readonly skip: Decided['skip'] };

/** Places the order and says so, or returns why it may not be placed. */
function place(
  step: Step,
  { account, copy, listed, fill, target }: Mirrored,
  { side, lots, limitTicks, skip }: Placed,
): Refusal | undefined {
  step.ownOrders += 1;
  const order: Asked = {
    accountId: account.accountId,
    orderId: `copy-${step.seq}-${step.ownOrders}`,
    clientOrderId: null,
    contractCode: listed.contract.code,
    side,
    duration: 'IOC',
    quantityLots: lots,
    ...(limitTicks === null
      ? { orderType: 'MARKET', isReduceOnly: true }
      : { orderType: 'LIMIT', limitPrice: priceToText(limitTicks, listed.commodity.grid) }),
  };
  const entry = { account, listed, terms: '', origin: BY_INVESTOR };
  // Nothing waits for the open: what the leader paid would be history by then.
  const refused = closedNow(listed) ?? judgeAsked(step.state, entry, order);
  if (refused) return refused;
  receive(step, entry, order);
  const { orderId } = order;
  decide(step, { copy, fill, target, order: { orderId, side, lots, limitTicks }, skip });
  return undefined;
}

export function closedNow({ session, opensAtMs }: ListedContract): Refusal | undefined {
  return session === 'OPEN' ? undefined : refusal('MarketClosed', { state: session, opensAt: opensAtMs });
}

interface Decided {
  readonly copy: Copy;
  readonly fill: LeaderFill;
  readonly target: Lots;
  readonly order?: CopyDecision['order'];
  readonly skip: { readonly why: NonNullable<CopyDecision['skip']>['why']; readonly refusal?: Refusal } | null;
}

function decide(step: Step, decided: Decided): void {
  const { copy, fill, target, order = null, skip } = decided;
  const { copyId, accountId, strategy } = copy;
  const decision = { copyId, strategyId: strategy.strategyId, accountId, fill, targetLots: target, order, skip };
  step.events.push({ kind: 'copyDecided', decision });
}

/** The follower after those who have had an errand; undefined when all have that it is for. */
export function nextCopy(
  { copies }: Strategy,
  { doneNumber, lastNumber }: Pick<CopyErrand, 'doneNumber' | 'lastNumber'>,
): Copy | undefined {
  let [low, high] = [0, copies.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((copies[middle]?.number ?? 0) <= doneNumber) low = middle + 1;
    else high = middle;
  }
  const copy = copies[low];
  return copy && copy.number <= lastNumber ? copy : undefined;
}
