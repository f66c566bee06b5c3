/**
 * The checks of an order, a modify or a conditional order: one table in order of precedence, of which the first refusal
 * is returned. Each row lists the requests it applies to; a check returns a refusal with its numbers, or undefined.
 */

import { type ExitPrices, judgeExits } from '#engine/exit-pairs.ts';
import { checkHalt, isContractHalted } from '#engine/halts.ts';
import type { OrderPrices } from '#engine/order-prices.ts';
import {
  type Account,
  accountEquityVnd,
  accountFeeVnd,
  accountOrderLots,
  contractTerms,
  type EngineState,
  exposureOf,
  hasEnded,
  type ListedContract,
  markTicks,
  ordersIn,
  rulesInForce,
  tradeDateOf,
} from '#engine/state.ts';
import { venueOf } from '#engine/venues.ts';
import { dailyLimits } from '#instruments/daily-limit.ts';
import { priceBand } from '#instruments/price-band.ts';
import { sideIn } from '#instruments/spread.ts';
import type { TradingRules } from '#instruments/trading-rules.ts';
import {
  freedByClosing,
  isAtOnce,
  isCoveredByPosition,
  isRiskReducing,
  judgeMargin,
  largestAccepted,
  type MarginFreed,
  type MarginSituation,
  maxLots,
  worstCaseLots,
} from '#margin/margin.ts';
import { leavesLots, neverRests } from '#orders/order.ts';
import { judgeSelfLimits } from '#self-limits/self-limits.ts';
import { parseCivilDate } from '#values/civil-date.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import type { Duration, OrderType, Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

type Occasion = 'order' | 'change' | 'conditional';

/** The requested order and what its checks need to know of its origin. */
export interface Proposal {
  readonly occasion: Occasion;
  readonly state: EngineState;
  readonly account: Account;
  readonly listed: ListedContract;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly duration: Duration;
  readonly expirationDate: string | undefined;
  /** Total quantity, filled lots included. */
  readonly quantityLots: Lots;
  readonly filledLots: Lots;
  /** Lots for which margin is held already. */
  readonly marginableLots: Lots;
  /** True if it requests additional lots; a liquidation only removes lots. */
  readonly addsLots: boolean;
  /** Prices that are new to the market, otherwise null. */
  readonly newPrices: OrderPrices | null;
  /** Of a conditional order. */
  readonly exits: ExitPrices | null;
  readonly isReduceOnly: boolean;
  readonly isForceSell: boolean;
  /** Made by the broker: a halt of the account alone does not stop it. */
  readonly isOurs: boolean;
  readonly isAtExchange: boolean;
  /** What an order that goes before leaves free, and its fees. */
  readonly before?: MarginFreed;
  /** What was judged of its group before it. */
  readonly beside?: GroupLots;
}

/** Lots of orders that are to be taken together, and their fees both ways. */
export interface GroupLots extends Readonly<Record<Side, Lots>> {
  readonly feesVnd: Vnd;
}

type Check = (asked: Proposal, rules: TradingRules) => Refusal | undefined;
type RiskCheck = (asked: Proposal, rules: TradingRules, situation: MarginSituation) => Refusal | undefined;

interface Row {
  readonly check: Check;
  readonly on: readonly Occasion[];
}

const ALWAYS: readonly Occasion[] = ['order', 'change', 'conditional'];

const TERMS: readonly Row[] = [
  { check: checkVenue, on: ['order'] },
  { check: checkHalts, on: ALWAYS },
  { check: checkContractAlive, on: ['order', 'conditional'] },
  { check: checkStillRests, on: ['change'] },
  { check: checkTypeAndDuration, on: ALWAYS },
  { check: checkExpirationDate, on: ALWAYS },
  { check: checkLots, on: ALWAYS },
  { check: checkSession, on: ['order'] },
  { check: checkBand, on: ['order', 'change'] },
  { check: checkDailyLimit, on: ['order', 'change'] },
  { check: checkExitSides, on: ['conditional'] },
  { check: checkReduceOnly, on: ['conditional'] },
];

/**
 * Checks of orders and modifies that add lots. A conditional order holds no margin: its child order is checked when
 * sent.
 */
const RISKS: readonly RiskCheck[] = [
  checkCloseOut,
  checkMaxLotsPerContract,
  checkMargin,
  checkSelfLimits,
  checkReduceOnly,
];

const TERMS_ON: Readonly<Record<Occasion, readonly Check[]>> = {
  order: termsOn('order'),
  change: termsOn('change'),
  conditional: termsOn('conditional'),
};

function termsOn(occasion: Occasion): readonly Check[] {
  return TERMS.filter(({ on }) => on.includes(occasion)).map(({ check }) => check);
}

/** The first refusal, or undefined if the order is acceptable. */
export function judge(asked: Proposal): Refusal | undefined {
  const rules = rulesInForce(asked.state);
  for (const check of TERMS_ON[asked.occasion]) {
    const refused = check(asked, rules);
    if (refused) return refused;
  }
  if (!asked.addsLots || asked.occasion === 'conditional') return undefined;
  const situation = marginSituation(asked);
  for (const check of RISKS) {
    const refused = check(asked, rules, situation);
    if (refused) return refused;
  }
  return undefined;
}

/** Lots that are still to be traded. */
function newLots({ quantityLots, filledLots }: Proposal): Lots {
  return quantityLots - filledLots;
}

// ---- terms ----

/** Demo and live accounts trade at their own exchanges; without one for its kind an account can't trade. */
export function checkVenue({ state, account }: Proposal): Refusal | undefined {
  return venueOf(state, account) ? undefined : refusal('LiveVenueMissing', {});
}

/** A halt refuses additional lots and new prices. */
export function checkHalts({ state, account, listed, addsLots, newPrices, isOurs }: Proposal): Refusal | undefined {
  if (!addsLots && newPrices === null) return undefined;
  const { code } = listed.contract;
  if (!isOurs) return checkHalt(state, account.accountId, code);
  return isContractHalted(state, code) ? checkHalt(state, '', code) : undefined;
}

export function checkContractAlive({ state, listed }: Proposal): Refusal | undefined {
  const { code, lastTradeDay } = listed.contract;
  return hasEnded(state, listed) ? refusal('ContractExpired', { contract: code, date: lastTradeDay }) : undefined;
}

/** A resting order can't become one that never rests. */
export function checkStillRests({ orderType, duration, isAtExchange }: Proposal): Refusal | undefined {
  const mayNotRest = duration === 'IOC' || duration === 'FOK';
  return isAtExchange && mayNotRest ? refusal('DurationNotAllowed', { orderType, duration }) : undefined;
}

function checkTypeAndDuration({ listed, orderType, duration }: Proposal, rules: TradingRules): Refusal | undefined {
  const durations = rules.durationsByType[orderType];
  if (!durations) return refusal('OrderTypeNotSupported', { exchange: listed.commodity.exchange, orderType });
  return durations.includes(duration) ? undefined : refusal('DurationNotAllowed', { orderType, duration });
}

/** GTD runs from today's trade date to the contract's last one; other times in force carry no date. */
function checkExpirationDate({ state, listed, duration, expirationDate }: Proposal): Refusal | undefined {
  if (duration !== 'GTD')
    return expirationDate === undefined ? undefined : refusal('BadRequest', { field: 'expirationDate' });
  const from = tradeDateOf(state, listed);
  const to = listed.contract.lastTradeDay;
  const valid =
    expirationDate !== undefined &&
    parseCivilDate(expirationDate) !== undefined &&
    expirationDate >= from &&
    expirationDate <= to;
  return valid ? undefined : refusal('ExpirationDateInvalid', { from, to });
}

export function checkLots(asked: Proposal, rules: TradingRules): Refusal | undefined {
  return asked.isForceSell ? undefined : checkQuantity(asked, rules, asked.quantityLots);
}

/**
 * The size limit per order. What may only reduce has none but the position: a limit that became smaller, with a package
 * that has ended, must not leave a position without its stop.
 */
export function checkQuantity(
  { account, isReduceOnly }: Pick<Proposal, 'account' | 'isReduceOnly'>,
  rules: TradingRules,
  lots: Lots,
): Refusal | undefined {
  if (!Number.isSafeInteger(lots) || lots < 1) return refusal('QuantityInvalid', { lots });
  const max = accountOrderLots(account, rules);
  return lots > max && !isReduceOnly ? refusal('MaxLotsPerOrder', { max, lots }) : undefined;
}

/** In a closed or paused session a market order is refused with the next opening; other orders wait (activeat). */
function checkSession({ listed, orderType }: Proposal): Refusal | undefined {
  if (listed.session === 'OPEN' || orderType !== 'MARKET') return undefined;
  return refusal('MarketClosed', { state: listed.session, opensAt: listed.opensAtMs });
}

/**
 * The price band, on the aggressive side only: a buy too high, a sell too low. A limit is compared with the last
 * settlement, or without one the last trade; with neither there is no band. A stop-limit's limit is compared with its
 * own stop (docs/rules/orders.md#price-band).
 */
function checkBand({ listed, side, newPrices }: Proposal, rules: TradingRules): Refusal | undefined {
  if (newPrices === null) return undefined;
  const { limitTicks, stopTicks } = newPrices;
  const band = priceBand(stopTicks ?? referenceTicksOf(listed), rules);
  if (limitTicks === null || !band) return undefined;
  const bound = side === 'BUY' ? band.highestTicks : band.lowestTicks;
  const outside = side === 'BUY' ? limitTicks > bound : limitTicks < bound;
  if (!outside) return undefined;
  const percent = String(rules.bandBasisPoints / 100);
  const code = stopTicks === null ? 'PriceOutsideBand' : 'StopLimitTooFar';
  return refusal(code, { percent, reference: band.reference, bound, price: limitTicks });
}

/** What limits are compared with; null where there is nothing yet. */
export function referenceTicksOf({ settlementTicks, lastTicks }: ListedContract): Ticks | null {
  return settlementTicks ?? lastTicks;
}

/** The exchange's daily limits bound every price on both sides. */
function checkDailyLimit({ state, listed, newPrices }: Proposal): Refusal | undefined {
  if (newPrices === null) return undefined;
  const limits = dailyLimits(listed.commodity, listed.settlementTicks, state.timeMs);
  if (!limits) return undefined;
  const { lowestTicks: floor, highestTicks: ceiling } = limits;
  for (const price of [newPrices.limitTicks, newPrices.stopTicks]) {
    if (price !== null && (price < floor || price > ceiling))
      return refusal('PriceOutsideDailyLimit', { floor, ceiling, price });
  }
  return undefined;
}

function checkExitSides({ listed, side, exits }: Proposal): Refusal | undefined {
  return exits ? judgeExits(side, markTicks(listed), exits) : undefined;
}

// ---- risk ----

/**
 * The margin inputs of the account in the contract. An order that is being raised is left out: it loses its time
 * priority, so every other order of its side comes before it, unanswered increases included.
 */
export function marginSituation(asked: Proposal): MarginSituation {
  const { state, account, listed, side, marginableLots, before, beside = NO_GROUP } = asked;
  const terms = contractTerms(listed);
  const perLot = terms.marginPerLotVnd[account.investorKind];
  const held = exposureOf(account, listed.contract.code);
  const exposure = {
    netLots: held.netLots,
    workingBuyLots: held.workingBuyLots + beside.BUY - (side === 'BUY' ? marginableLots : 0),
    workingSellLots: held.workingSellLots + beside.SELL - (side === 'SELL' ? marginableLots : 0),
  };
  const freed = BigInt(worstCaseLots(held) - worstCaseLots(exposure)) * perLot;
  return {
    equityVnd: accountEquityVnd(state, account) - (before?.feesVnd ?? 0n) - beside.feesVnd,
    requiredVnd: account.requiredVnd - freed - (before?.requiredVnd ?? 0n),
    exposure,
    marginPerLotVnd: perLot,
    feeVnd: accountFeeVnd(account, listed),
    earlierLots: side === 'BUY' ? exposure.workingBuyLots : exposure.workingSellLots,
  };
}

export const NO_GROUP: GroupLots = { BUY: 0, SELL: 0, feesVnd: 0n };

/** What may only reduce does, whatever else stands on its side: it is never larger than the position. */
function reduces(asked: Proposal, { exposure, earlierLots }: MarginSituation): boolean {
  return asked.isReduceOnly || isRiskReducing(asked.side, newLots(asked), exposure.netLots, earlierLots);
}

/** Of orders that may only reduce, those at once close nothing twice; those that rest may all fill before they shrink. */
function needsNoMargin(asked: Proposal, { exposure, earlierLots }: MarginSituation): boolean {
  if (!asked.isReduceOnly) return false;
  return isAtOnce(asked) || isCoveredByPosition(asked.side, newLots(asked), exposure.netLots, earlierLots);
}

/** What closing so many lots of the contract would free. */
export function freedInContract(account: Account, listed: ListedContract, side: Side, lots: Lots): MarginFreed {
  const exposure = exposureOf(account, listed.contract.code);
  const marginPerLotVnd = contractTerms(listed).marginPerLotVnd[account.investorKind];
  return freedByClosing({ exposure, marginPerLotVnd, feeVnd: accountFeeVnd(account, listed) }, side, lots);
}

/** Near the close-out day only reducing orders are accepted (docs/rules/margin-and-money.md#expiry-guard). */
export function checkCloseOut(asked: Proposal, rules: TradingRules, situation: MarginSituation): Refusal | undefined {
  const { listed, side } = asked;
  const window = side === 'BUY' ? listed.closeOut.long : listed.closeOut.short;
  if (!window || !rules.expiry || window.sessionsLeft > rules.expiry.reduceOnlySessions) return undefined;
  if (reduces(asked, situation)) return undefined;
  return refusal('ExpiryWindowReduceOnly', { contract: listed.contract.code, date: window.date });
}

/** Position and working orders at their worst may not exceed the contract's limit; reducing is always allowed. */
export function checkMaxLotsPerContract(
  asked: Proposal,
  rules: TradingRules,
  situation: MarginSituation,
): Refusal | undefined {
  if (reduces(asked, situation)) return undefined;
  const lots = newLots(asked);
  const { netLots, workingBuyLots, workingSellLots } = situation.exposure;
  const after = asked.side === 'BUY' ? netLots + workingBuyLots + lots : workingSellLots + lots - netLots;
  const max = rules.maxLotsPerContract;
  return after > max ? refusal('MaxLotsPerContract', { max, lots: after }) : undefined;
}

/**
 * Checks required against available margin. The refusal's numbers are those that the screens show: available margin
 * before the order, or before its group, whose whole need and fees they are; and quantities as a request states them (in
 * a modify the total, filled lots included).
 */
function checkMargin(asked: Proposal, rules: TradingRules, situation: MarginSituation): Refusal | undefined {
  if (needsNoMargin(asked, situation)) return undefined;
  const { account, side, before, beside = NO_GROUP } = asked;
  const verdict = judgeMargin(situation, side, newLots(asked));
  if (verdict.accepted) return undefined;
  const available: Vnd = situation.equityVnd + beside.feesVnd - account.requiredVnd + (before?.requiredVnd ?? 0n);
  const shortfall: Vnd = -verdict.availableAfterVnd;
  return refusal('InsufficientMargin', {
    required: available + shortfall,
    available,
    missing: shortfall,
    maxLots: mostLots(asked, rules, situation),
    fee: verdict.feesVnd + beside.feesVnd,
  });
}

/** The largest quantity that would be taken, filled lots included. What may only reduce is bounded by its position. */
function mostLots(asked: Proposal, rules: TradingRules, situation: MarginSituation): Lots {
  const { account, listed, side, filledLots, isReduceOnly } = asked;
  const cap = accountOrderLots(account, rules);
  if (!isReduceOnly) return Math.min(cap, maxLots(situation, side, cap) + filledLots);
  const takes = (lots: Lots): boolean =>
    needsNoMargin({ ...asked, quantityLots: lots + filledLots }, situation) ||
    judgeMargin(situation, side, lots).accepted;
  return largestAccepted(closableLots(account, listed.contract.code, side), takes) + filledLots;
}

/** The investor's own limits, for every kind of order; reducing risk is always allowed. */
function checkSelfLimits(asked: Proposal, _rules: TradingRules, situation: MarginSituation): Refusal | undefined {
  if (reduces(asked, situation)) return undefined;
  const { state, account } = asked;
  const lossVnd = account.dayBaseVnd - situation.equityVnd;
  return judgeSelfLimits(account.brakes, { lots: newLots(asked), timeMs: state.timeMs, lossVnd });
}

/**
 * A reduce-only order is never larger than the position that it reduces. One that executes at once can't shrink any more:
 * it closes what no other one on its way closes.
 */
function checkReduceOnly(asked: Proposal): Refusal | undefined {
  const { account, listed, side, marginableLots } = asked;
  if (!asked.isReduceOnly) return undefined;
  const { code } = listed.contract;
  const underWay = isAtOnce(asked) ? closingLots(account, code, side) - marginableLots : 0;
  return checkOpenLots(newLots(asked), closableLots(account, code, side) - underWay);
}

export function checkOpenLots(lots: Lots, openLots: Lots): Refusal | undefined {
  const open = Math.max(0, openLots);
  return lots > open ? refusal('ReduceOnlyExceeded', { open }) : undefined;
}

/** Lots of the position that an order of this side would close. */
export function closableLots(account: Account, contractCode: string, side: Side): Lots {
  const netLots = account.positions.get(contractCode)?.netLots ?? 0;
  return Math.max(0, side === 'BUY' ? -netLots : netLots);
}

/** Lots that orders of this side in transit will close at once: orders that never rest, liquidations included. */
export function closingLots(account: Account, contractCode: string, side: Side): Lots {
  let lots = 0;
  for (const order of ordersIn(account, contractCode)) {
    if (sideIn(contractCode, order) === side && neverRests(order)) lots += leavesLots(order);
  }
  return lots;
}
