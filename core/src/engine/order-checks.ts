/**
 * The checks an order must pass, one function each; place-order.ts and amend-order.ts run them in order of
 * precedence (words 3.2). A check returns a refusal with its numbers, or undefined.
 */
import { judgeBrakes } from '#brakes/brakes';
import { dailyLimits } from '#instruments/daily-limit';
import type { TradingRules } from '#instruments/trading-rules';
import { isRiskReducing, judgeMargin, type MarginSituation, maxLots, worstCaseLots } from '#margin/margin';
import { leavesLots, neverRests } from '#orders/order';
import { parseCivilDate } from '#values/civil-date';
import { type PriceReading, priceFromText } from '#values/price-text';
import { type Refusal, refusal } from '#values/refusals';
import type { Duration, OrderType, Side } from '#values/trading-words';
import {
  type Account,
  accountEquityVnd,
  contractTerms,
  type EngineState,
  exposureOf,
  hasEnded,
  type ListedContract,
  tradeDateOf,
} from './state.ts';

export function checkContractAlive(state: EngineState, listed: ListedContract): Refusal | undefined {
  const { code, lastTradeDay } = listed.contract;
  return hasEnded(state, listed) ? refusal('ContractExpired', { contract: code, date: lastTradeDay }) : undefined;
}

export function checkTypeAndDuration(
  rules: TradingRules,
  exchange: string,
  orderType: OrderType,
  duration: Duration,
): Refusal | undefined {
  const durations = rules.durationsByType[orderType];
  if (!durations) return refusal('OrderTypeNotSupported', { exchange, orderType });
  return durations.includes(duration) ? undefined : refusal('DurationNotAllowed', { orderType, duration });
}

/** GTD runs from today's trade date to the contract's last one; other times in force carry no date. */
export function checkExpirationDate(
  state: EngineState,
  listed: ListedContract,
  duration: Duration,
  expirationDate: string | undefined,
): Refusal | undefined {
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

export function checkQuantity(rules: TradingRules, lots: number): Refusal | undefined {
  if (!Number.isSafeInteger(lots) || lots < 1) return refusal('QuantityInvalid', { lots });
  const max = rules.maxLotsPerOrder;
  return lots > max ? refusal('MaxLotsPerOrder', { max, lots }) : undefined;
}

/** While closed or paused a market order is refused with the next opening; others wait (activeat). */
export function checkSession(listed: ListedContract, orderType: OrderType): Refusal | undefined {
  if (listed.session === 'OPEN' || orderType !== 'MARKET') return undefined;
  return refusal('MarketClosed', { state: listed.session, opensAt: listed.opensAtMs });
}

/** The prices of an order in ticks; null where its type has none. */
export interface OrderPrices {
  readonly limitTicks: number | null;
  readonly stopTicks: number | null;
}

const HAS_PRICE = {
  MARKET: { limitPrice: false, stopPrice: false },
  LIMIT: { limitPrice: true, stopPrice: false },
  STOP: { limitPrice: false, stopPrice: true },
  STOP_LIMIT: { limitPrice: true, stopPrice: true },
} as const;

/** Order types that reach an exchange. */
export type ExchangeOrderType = keyof typeof HAS_PRICE;

/** Reads the prices that an order of this type must have, and no others, on the tick grid. */
export function readPrices(
  listed: ListedContract,
  orderType: ExchangeOrderType,
  texts: { readonly limitPrice?: string | undefined; readonly stopPrice?: string | undefined },
): OrderPrices | { refusal: Refusal } {
  const ticks: { limitPrice: number | null; stopPrice: number | null } = { limitPrice: null, stopPrice: null };
  let wrongTick: Refusal | undefined;
  for (const field of ['limitPrice', 'stopPrice'] as const) {
    const text = texts[field];
    if ((text !== undefined) !== HAS_PRICE[orderType][field]) return { refusal: refusal('BadRequest', { field }) };
    if (text === undefined) continue;
    const reading = readTicks(listed, text, field);
    if (typeof reading === 'number') ticks[field] = reading;
    else if (reading.code === 'BadRequest') return { refusal: reading };
    else wrongTick ??= reading;
  }
  return wrongTick ? { refusal: wrongTick } : { limitTicks: ticks.limitPrice, stopTicks: ticks.stopPrice };
}

/** One price in ticks. Text that is no number at all is malformed; a number between two ticks is refused with both. */
export function readTicks(listed: ListedContract, text: string, field: string): number | Refusal {
  const reading: PriceReading = priceFromText(text, listed.commodity.grid);
  if (reading.kind === 'price') return reading.ticks;
  if (reading.kind === 'notANumber') return refusal('BadRequest', { field });
  const { lowerTicks: lower, upperTicks: upper } = reading;
  return refusal('WrongTick', { tick: 1, lower, upper, ...(field === 'limitPrice' ? {} : { field }) });
}

/**
 * Hard price band, aggressive side only: a buy too high, a sell too low. A limit is held against the last settlement,
 * else the last trade; with neither there is no band. A stop-limit's limit is held against its own stop (trading rules,
 * "Readings: Band").
 */
export function checkBand(
  rules: TradingRules,
  listed: ListedContract,
  side: Side,
  { limitTicks, stopTicks }: OrderPrices,
): Refusal | undefined {
  const reference = stopTicks ?? listed.settlementTicks ?? listed.lastTicks;
  if (limitTicks === null || reference === null) return undefined;
  const distance = bandDistanceTicks(reference, rules.bandBasisPoints, rules.bandMinTicks);
  const bound = side === 'BUY' ? reference + distance : reference - distance;
  const outside = side === 'BUY' ? limitTicks > bound : limitTicks < bound;
  if (!outside) return undefined;
  const percent = String(rules.bandBasisPoints / 100);
  const code = stopTicks === null ? 'PriceOutsideBand' : 'StopLimitTooFar';
  return refusal(code, { percent, reference, bound, price: limitTicks });
}

/** The exchange's daily limits bound every price, whichever side it is on. */
export function checkDailyLimit(
  state: EngineState,
  listed: ListedContract,
  { limitTicks, stopTicks }: OrderPrices,
): Refusal | undefined {
  const limits = dailyLimits(listed.commodity, listed.settlementTicks, state.timeMs);
  if (!limits) return undefined;
  const { lowestTicks: floor, highestTicks: ceiling } = limits;
  for (const price of [limitTicks, stopTicks]) {
    if (price !== null && (price < floor || price > ceiling))
      return refusal('PriceOutsideDailyLimit', { floor, ceiling, price });
  }
  return undefined;
}

/** max(share of the absolute reference, a number of ticks), rounded down to whole ticks. */
export function bandDistanceTicks(referenceTicks: number, basisPoints: number, minTicks: number): number {
  return Math.max(Math.floor((Math.abs(referenceTicks) * basisPoints) / 10_000), minTicks);
}

/**
 * The margin check's view of an account in one contract. `withoutLots` leaves an order being raised out of it: it loses
 * its time priority, so every other order of its side is before it, unanswered increases included.
 */
export function marginSituation(
  state: EngineState,
  account: Account,
  listed: ListedContract,
  side: Side,
  withoutLots = 0,
): MarginSituation {
  const terms = contractTerms(state, listed);
  const perLot = terms.marginPerLotVnd[account.investorKind];
  const whole = exposureOf(account, listed.contract.code);
  const own = side === 'BUY' ? whole.workingBuyLots : whole.workingSellLots;
  const left = own - withoutLots;
  const exposure = {
    netLots: whole.netLots,
    workingBuyLots: side === 'BUY' ? left : whole.workingBuyLots,
    workingSellLots: side === 'SELL' ? left : whole.workingSellLots,
  };
  const freed = BigInt(worstCaseLots(whole) - worstCaseLots(exposure)) * perLot;
  return {
    equityVnd: accountEquityVnd(state, account),
    requiredVnd: account.requiredVnd - freed,
    exposure,
    marginPerLotVnd: perLot,
    feeVnd: terms.feeVnd,
    earlierLots: left,
  };
}

/** Position and working orders at their worst may not pass the contract's limit; reducing always may. */
export function checkMaxLotsPerContract(
  rules: TradingRules,
  situation: MarginSituation,
  side: Side,
  lots: number,
): Refusal | undefined {
  const { exposure } = situation;
  if (isRiskReducing(side, lots, exposure.netLots, situation.earlierLots)) return undefined;
  const after =
    side === 'BUY'
      ? exposure.netLots + exposure.workingBuyLots + lots
      : exposure.workingSellLots + lots - exposure.netLots;
  const max = rules.maxLotsPerContract;
  return after > max ? refusal('MaxLotsPerContract', { max, lots: after }) : undefined;
}

/**
 * The numbers of the refusal are those the screens show: available as the account stands, and quantities as they would
 * be asked for (in a modify the total, what is filled included).
 */
export function checkMargin(
  rules: TradingRules,
  account: Account,
  situation: MarginSituation,
  wanted: { side: Side; lots: number; filledLots: number },
): Refusal | undefined {
  const { side, lots, filledLots } = wanted;
  const verdict = judgeMargin(situation, side, lots);
  if (verdict.accepted) return undefined;
  const available = situation.equityVnd - account.requiredVnd;
  const missing = -verdict.availableAfterVnd;
  const cap = rules.maxLotsPerOrder;
  return refusal('InsufficientMargin', {
    required: available + missing,
    available,
    missing,
    maxLots: Math.min(cap, maxLots(situation, side, cap) + filledLots),
    fee: verdict.feesVnd,
  });
}

/** Near its close-out nothing is opened in a contract: orders may only reduce (trading rules, "Expiry guard"). */
export function checkCloseOut(
  rules: TradingRules,
  listed: ListedContract,
  situation: MarginSituation,
  side: Side,
  lots: number,
): Refusal | undefined {
  const stage = side === 'BUY' ? listed.closeOut.long : listed.closeOut.short;
  if (!stage || !rules.expiry || stage.sessionsLeft > rules.expiry.reduceOnlySessions) return undefined;
  if (isRiskReducing(side, lots, situation.exposure.netLots, situation.earlierLots)) return undefined;
  return refusal('ExpiryWindowReduceOnly', { contract: listed.contract.code, date: stage.date });
}

/** The investor's own limits, for every way in; reducing risk is always free. */
export function checkBrakes(
  state: EngineState,
  account: Account,
  situation: MarginSituation,
  side: Side,
  lots: number,
): Refusal | undefined {
  if (isRiskReducing(side, lots, situation.exposure.netLots, situation.earlierLots)) return undefined;
  const lossVnd = account.dayBaseVnd - situation.equityVnd;
  return judgeBrakes(account.brakes, { lots, timeMs: state.timeMs, lossVnd });
}

/** A reduce-only order is never larger than the position that it reduces. */
export function checkReduceOnly(account: Account, contractCode: string, side: Side, lots: number): Refusal | undefined {
  const open = closableLots(account, contractCode, side);
  return lots > open ? refusal('ReduceOnlyExceeded', { open }) : undefined;
}

/** Lots of the position that an order of this side would close. */
export function closableLots(account: Account, contractCode: string, side: Side): number {
  const netLots = account.positions.get(contractCode)?.netLots ?? 0;
  return Math.max(0, side === 'BUY' ? -netLots : netLots);
}

/** Lots that orders of this side on their way will close at once: all that never rest, liquidations among them. */
export function closingLots(account: Account, contractCode: string, side: Side): number {
  let lots = 0;
  for (const order of account.working.get(contractCode)?.orders.values() ?? []) {
    if (order.side === side && neverRests(order)) lots += leavesLots(order);
  }
  return lots;
}
