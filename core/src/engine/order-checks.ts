/**
 * The checks an order must pass, one function each; place-order.ts and amend-order.ts run them in order of
 * precedence (words 3.2). A check returns a refusal with its numbers, or undefined.
 */
import type { TradingRules } from '#instruments/trading-rules';
import { isRiskReducing, judgeMargin, type MarginSituation, maxLots, worstCaseLots } from '#margin/margin';
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
  type ListedContract,
} from './state.ts';

export function checkContractAlive(state: EngineState, listed: ListedContract): Refusal | undefined {
  const { code, lastTradeDay } = listed.contract;
  return state.tradeDate > lastTradeDay
    ? refusal('ContractExpired', { contract: code, date: lastTradeDay })
    : undefined;
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
  const from = state.tradeDate;
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

/** Reads a limit price: LIMIT and STOP_LIMIT orders have one, on the tick grid; the others have none. */
export function readLimitPrice(
  listed: ListedContract,
  orderType: OrderType,
  text: string | undefined,
): { ticks: number | null } | { refusal: Refusal } {
  if (orderType !== 'LIMIT' && orderType !== 'STOP_LIMIT') {
    return text === undefined ? { ticks: null } : { refusal: refusal('BadRequest', { field: 'limitPrice' }) };
  }
  if (text === undefined) return { refusal: refusal('BadRequest', { field: 'limitPrice' }) };
  const reading: PriceReading = priceFromText(text, listed.commodity.grid);
  if (reading.kind === 'price') return { ticks: reading.ticks };
  if (reading.kind === 'notANumber') return { refusal: refusal('BadRequest', { field: 'limitPrice' }) };
  return { refusal: refusal('WrongTick', { tick: 1, lower: reading.lowerTicks, upper: reading.upperTicks }) };
}

/**
 * Hard price band, aggressive side only: a buy too high, a sell too low, against the last settlement, else the last
 * trade; with neither there is no band (trading rules, "Readings: Band").
 */
export function checkBand(
  rules: TradingRules,
  listed: ListedContract,
  side: Side,
  limitTicks: number | null,
): Refusal | undefined {
  const reference = listed.settlementTicks ?? listed.lastTicks;
  if (limitTicks === null || reference === null) return undefined;
  const distance = bandDistanceTicks(reference, rules.bandBasisPoints, rules.bandMinTicks);
  const bound = side === 'BUY' ? reference + distance : reference - distance;
  const outside = side === 'BUY' ? limitTicks > bound : limitTicks < bound;
  if (!outside) return undefined;
  const percent = String(rules.bandBasisPoints / 100);
  return refusal('PriceOutsideBand', { percent, reference, bound, price: limitTicks });
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
