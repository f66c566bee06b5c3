/**
 * The checks of an order in a spread: those of an order in each of its legs, and the price that the legs must be able to
 * have (docs/rules/orders.md#calendar-spreads). The first refusal is returned, in the order of order-checks.ts.
 */
import type { ListedSpread } from '#engine/listed-spread.ts';
import {
  checkCloseOut,
  checkContractAlive,
  checkHalts,
  checkLots,
  checkMaxLotsPerContract,
  checkStillRests,
  checkVenue,
  marginSituation,
  type Proposal,
} from '#engine/order-checks.ts';
import {
  type Account,
  accountEquityVnd,
  accountOrderLots,
  type EngineState,
  type ListedContract,
  rulesInForce,
} from '#engine/state.ts';
import { type DailyLimits, dailyLimits } from '#instruments/daily-limit.ts';
import { legBounds, spreadLimits } from '#instruments/leg-prices.ts';
import { priceBand } from '#instruments/price-band.ts';
import type { TradingRules } from '#instruments/trading-rules.ts';
import { judgeSpreadMargin, maxSpreadLots, reducesBoth, type SpreadSituation } from '#margin/margin.ts';
import { isAtExchange, marginableLots, type Order, type OrderTerms } from '#orders/order.ts';
import { judgeSelfLimits } from '#self-limits/self-limits.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import { type Duration, oppositeSide } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

/** What is asked in a spread: a proposal without what only one contract has. */
export interface SpreadProposal
  extends Pick<
    Proposal,
    | 'occasion'
    | 'state'
    | 'account'
    | 'side'
    | 'orderType'
    | 'duration'
    | 'expirationDate'
    | 'quantityLots'
    | 'filledLots'
    | 'marginableLots'
    | 'addsLots'
    | 'isAtExchange'
  > {
  readonly spread: ListedSpread;
  /** Null if it stays. */
  readonly newPriceTicks: Ticks | null;
}

const DURATIONS: readonly Duration[] = ['DAY', 'GTC', 'IOC'];

export function judgeSpread(asked: SpreadProposal): Refusal | undefined {
  const rules = rulesInForce(asked.state);
  const legs = legsOf(asked);
  const [near] = legs;
  const terms =
    checkVenue(near) ??
    ofLegs(legs, checkHalts) ??
    ofLegs(legs, checkContractAlive) ??
    checkStillRests(near) ??
    checkTypeAndDuration(asked) ??
    checkLots(near, rules) ??
    checkPrice(asked);
  return terms || !asked.addsLots ? terms : checkRisks(asked, legs, rules);
}

export function judgeSpreadTerms(
  state: EngineState,
  account: Account,
  spread: ListedSpread,
  order: Order,
  terms: OrderTerms,
): Refusal | undefined {
  const { side, orderType, filledLots } = order;
  const { quantityLots, limitPriceTicks, duration } = terms;
  return judgeSpread({
    ...{ occasion: 'change', state, account, spread, side, orderType, duration, quantityLots, filledLots },
    expirationDate: terms.expirationDate ?? undefined,
    marginableLots: marginableLots(order),
    addsLots: quantityLots > order.quantityLots,
    newPriceTicks: limitPriceTicks === order.limitPriceTicks ? null : limitPriceTicks,
    isAtExchange: isAtExchange(order),
  });
}

type Legs = readonly [near: Proposal, far: Proposal];

function legsOf({ spread, newPriceTicks, ...asked }: SpreadProposal): Legs {
  const newPrices = newPriceTicks === null ? null : { limitTicks: newPriceTicks, stopTicks: null };
  const leg = { ...asked, newPrices, exits: null, isReduceOnly: false, isForceSell: false, isOurs: false };
  return [
    { ...leg, listed: spread.near },
    { ...leg, listed: spread.far, side: oppositeSide(asked.side) },
  ];
}

function ofLegs([near, far]: Legs, check: (leg: Proposal) => Refusal | undefined): Refusal | undefined {
  return check(near) ?? check(far);
}

function checkTypeAndDuration({ spread, orderType, duration, expirationDate }: SpreadProposal): Refusal | undefined {
  const { exchange } = spread.commodity;
  if (orderType !== 'LIMIT') return refusal('OrderTypeNotSupported', { exchange, orderType });
  if (!DURATIONS.includes(duration)) return refusal('DurationNotAllowed', { orderType, duration });
  return expirationDate === undefined ? undefined : refusal('BadRequest', { field: 'expirationDate' });
}

/** Beyond these prices a leg would leave its daily limits or its band, and the exchange refuses. */
function checkPrice({ state, spread, newPriceTicks: price }: SpreadProposal): Refusal | undefined {
  const limits = spreadPriceLimits(state, spread);
  if (price === null || !limits) return undefined;
  const { lowestTicks: floor, highestTicks: ceiling } = limits;
  return price < floor || price > ceiling ? refusal('PriceOutsideDailyLimit', { floor, ceiling, price }) : undefined;
}

/** Of a spread's price; null while a leg has neither limits nor a settlement. */
export function spreadPriceLimits(state: EngineState, { near, far }: ListedSpread): DailyLimits | null {
  const rules = rulesInForce(state);
  const bounds = ({ commodity, settlementTicks }: ListedContract): DailyLimits | null =>
    legBounds(dailyLimits(commodity, settlementTicks, state.timeMs) ?? null, priceBand(settlementTicks, rules) ?? null);
  return spreadLimits(bounds(near), bounds(far));
}

function checkRisks(asked: SpreadProposal, [near, far]: Legs, rules: TradingRules): Refusal | undefined {
  const situation = situationOf(near, far);
  return (
    checkCloseOut(near, rules, situation.near) ??
    checkCloseOut(far, rules, situation.far) ??
    checkMaxLotsPerContract(near, rules, situation.near) ??
    checkMaxLotsPerContract(far, rules, situation.far) ??
    checkMargin(asked, rules, situation) ??
    checkSelfLimits(asked, situation)
  );
}

/** Without the order itself where it is being raised: its lots are in both legs. */
function situationOf(near: Proposal, far: Proposal): SpreadSituation {
  const [ofNear, ofFar] = [marginSituation(near), marginSituation(far)];
  const requiredVnd = ofNear.requiredVnd + ofFar.requiredVnd - near.account.requiredVnd;
  return { near: { ...ofNear, requiredVnd }, far: { ...ofFar, requiredVnd } };
}

function newLots({ quantityLots, filledLots }: SpreadProposal): Lots {
  return quantityLots - filledLots;
}

function checkMargin(asked: SpreadProposal, rules: TradingRules, situation: SpreadSituation): Refusal | undefined {
  const { state, account, side, filledLots } = asked;
  const verdict = judgeSpreadMargin(situation, side, newLots(asked));
  if (verdict.accepted) return undefined;
  const available = accountEquityVnd(state, account) - account.requiredVnd;
  const missing = -verdict.availableAfterVnd;
  const cap = accountOrderLots(account, rules);
  return refusal('InsufficientMargin', {
    required: available + missing,
    available,
    missing,
    maxLots: Math.min(cap, maxSpreadLots(situation, side, cap) + filledLots),
    fee: verdict.feesVnd,
  });
}

function checkSelfLimits(asked: SpreadProposal, situation: SpreadSituation): Refusal | undefined {
  const { state, account, side } = asked;
  const lots = newLots(asked);
  if (reducesBoth(situation, side, lots)) return undefined;
  const lossVnd = account.dayBaseVnd - situation.near.equityVnd;
  return judgeSelfLimits(account.brakes, { lots, timeMs: state.timeMs, lossVnd });
}
