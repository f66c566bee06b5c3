/** Converts quotes, depth, tape, bars and contracts to wire form. Ticks become price text by the contract's grid. */
import type { Candle, TradeDateOpening as WireTradeDateOpening } from '@mua/contract/entities/candle';
import type { Commodity as WireCommodity } from '@mua/contract/entities/commodity';
import type { SeriesRoll } from '@mua/contract/entities/continuous';
import type { Session, TradingTerms, Contract as WireContract } from '@mua/contract/entities/contract';
import type { Depth } from '@mua/contract/entities/depth';
import type { Quote } from '@mua/contract/entities/prices';
import type { PublicTrade } from '@mua/contract/entities/public-trade';
import type { Spread as WireSpread } from '@mua/contract/entities/spread';
import { orderType, sideToWire } from '@mua/contract/wire';
import {
  type EngineState,
  entryInForce,
  inForce,
  type ListedContract,
  type ListedSpread,
  marginPercent,
  spreadPriceLimits,
  type TradingRules,
  tradeDateOf,
} from '@mua/core/engine';
import {
  divideHalfEven,
  divideUp,
  formatDecimal,
  MINOR_PER_UNIT,
  type PriceGrid,
  priceToText,
  RATE_SCALE,
  type Ticks,
} from '@mua/core/values';
import type { Roll } from '#market/continuous-candles.ts';
import type { MarketView, QuoteView, TradeDateOpening } from '#market/market-view.ts';
import type { ContractStatus, ContractStatusOf } from '#schedule/contract-status.ts';
import type { Bar, QuotedLevel, Trade } from '#venue/port/market-data.ts';
import { marginLevelsToWire } from '#wire/margin-levels.ts';
import { idText, instantOrNull, instantText, priceOrNull } from '#wire/wire-text.ts';

export function quoteToWire(quote: QuoteView, grid: PriceGrid): Quote {
  return {
    code: quote.contractCode,
    last: priceOrNull(quote.lastTicks, grid),
    lastLots: quote.lastLots,
    bid: priceOrNull(quote.bidTicks, grid),
    bidLots: quote.bidLots,
    ask: priceOrNull(quote.askTicks, grid),
    askLots: quote.askLots,
    open: priceOrNull(quote.openTicks, grid),
    high: priceOrNull(quote.highTicks, grid),
    low: priceOrNull(quote.lowTicks, grid),
    settlement: priceOrNull(quote.settlementTicks, grid),
    volume: quote.volumeLots,
    session: quote.session,
    time: instantText(quote.timeMs),
  };
}

export function depthToWire(
  contractCode: string,
  depth: { readonly bids: readonly QuotedLevel[]; readonly asks: readonly QuotedLevel[] },
  timeMs: number,
  grid: PriceGrid,
): Depth {
  const level = ({ priceTicks, lots }: QuotedLevel): Depth['bids'][number] => ({
    price: priceToText(priceTicks, grid),
    lots,
  });
  return { code: contractCode, bids: depth.bids.map(level), asks: depth.asks.map(level), time: instantText(timeMs) };
}

export function tradeToWire(contractCode: string, trade: Trade, grid: PriceGrid): PublicTrade {
  return {
    tradeId: idText(trade.tradeId),
    code: contractCode,
    price: priceToText(trade.priceTicks, grid),
    lots: trade.lots,
    ...sideToWire(trade.aggressor),
    time: instantText(trade.timeMs),
  };
}

export function barToWire(bar: Bar, grid: PriceGrid): Candle {
  return {
    time: instantText(bar.openMs),
    open: priceToText(bar.openTicks, grid),
    high: priceToText(bar.highTicks, grid),
    low: priceToText(bar.lowTicks, grid),
    close: priceToText(bar.closeTicks, grid),
    volume: bar.volumeLots,
  };
}

export function rollToWire({ atMs, from, to, closes }: Roll, grid: PriceGrid): SeriesRoll {
  return {
    at: instantText(atMs),
    from: from.code,
    to: to.code,
    fromClose: priceOrNull(closes?.from, grid),
    toClose: priceOrNull(closes?.to, grid),
  };
}

/** Change in percent of the reference's absolute value, with two decimals; null without a reference or at zero. */
function changePercent(lastTicks: Ticks, settlementTicks: Ticks): string | null {
  if (settlementTicks === 0) return null;
  const hundredths = divideHalfEven(BigInt(lastTicks - settlementTicks) * 10_000n, BigInt(Math.abs(settlementTicks)));
  return formatDecimal(hundredths, 2);
}

/** The inputs of a contract's wire form. */
export interface ContractPlace {
  readonly state: EngineState;
  readonly market: MarketView;
  readonly contractStatusOf: ContractStatusOf;
}

export function contractToWire(listed: ListedContract, at: ContractPlace): WireContract {
  const { state, market, contractStatusOf } = at;
  const { contract, commodity } = listed;
  const { grid } = commodity;
  const status = contractStatusOf(contract.code);
  const closeOut = status?.closeOutAtMs;
  const tick = priceToText(1, grid);
  const expiry = `${contract.expiryYear}-${String(contract.expiryMonth).padStart(2, '0')}`;
  return {
    code: contract.code,
    name: { vi: `${commodity.nameVi} ${expiry}`, en: `${commodity.nameEn} ${expiry}` },
    commodityCode: commodity.code,
    commodityName: { vi: commodity.nameVi, en: commodity.nameEn },
    group: commodity.group,
    productType: commodity.productType,
    exchange: commodity.exchange,
    expiryMonth: expiry,
    size: commodity.size,
    sizeUnit: commodity.sizeUnit,
    priceUnit: commodity.priceUnit,
    minimumPriceStep: tick,
    tickSize: tick,
    decimalFormat: { ...grid },
    firstNotificationDate: contract.firstNotificationDate,
    lastNotificationDate: contract.lastNotificationDate,
    lastTradeDay: contract.lastTradeDay,
    closeOutAt: { long: instantOrNull(closeOut?.long ?? null), short: instantOrNull(closeOut?.short ?? null) },
    sessionsLeft: status ? { ...status.sessionsLeft } : null,
    tradeDate: status?.tradeDate ?? tradeDateOf(state, listed),
    dailyLimits: dailyLimitsToWire(status, grid),
    initialMargin: initialMarginVnd(listed, state),
    maxLots: inForce(state.rules, state.timeMs)?.maxLotsPerOrder ?? 0,
    terms: termsToWire(listed, state),
    session: sessionToWire(listed, status),
    ...pricesOf(listed, market.quote(contract.code)),
  };
}

export function spreadToWire(listed: ListedSpread, { state, market }: ContractPlace): WireSpread {
  const { spread, near, commodity } = listed;
  const { grid } = commodity;
  const limits = spreadPriceLimits(state, listed);
  const quote = market.quote(spread.code);
  return {
    ...spread,
    commodityCode: commodity.code,
    priceUnit: commodity.priceUnit,
    tickSize: priceToText(1, grid),
    decimalFormat: { ...grid },
    lastTradeDay: near.contract.lastTradeDay,
    priceLimits: limits && {
      upper: priceToText(limits.highestTicks, grid),
      lower: priceToText(limits.lowestTicks, grid),
    },
    quote: quote ? quoteToWire(quote, grid) : null,
  };
}

function dailyLimitsToWire(status: ContractStatus | undefined, grid: PriceGrid): WireContract['dailyLimits'] {
  if (!status?.dailyLimits) return null;
  const { highestTicks, lowestTicks } = status.dailyLimits;
  return { upper: priceToText(highestTicks, grid), lower: priceToText(lowestTicks, grid) };
}

/** A halt has no known end. */
function sessionToWire({ session, isHalted }: ListedContract, status: ContractStatus | undefined): Session {
  const changesAtMs = session === 'OPEN' ? status?.nextChange?.atMs : status?.opensAtMs;
  const rests = session === 'PAUSED' ? 'break' : null;
  return { state: session, changesAt: instantOrNull(changesAtMs ?? null), reason: isHalted ? 'halt' : rests };
}

function pricesOf(
  listed: ListedContract,
  quote: QuoteView | undefined,
): Pick<
  WireContract,
  | 'settlementPrice'
  | 'referencePrice'
  | 'open'
  | 'close'
  | 'high'
  | 'low'
  | 'bidPrice'
  | 'bidVolume'
  | 'askPrice'
  | 'askVolume'
  | 'matchPrice'
  | 'matchVolume'
  | 'change'
  | 'changePercent'
  | 'volume'
  | 'openInterest'
  | 'pricesAt'
> {
  const { grid } = listed.commodity;
  const settlement = listed.settlementTicks ?? quote?.settlementTicks ?? null;
  const last = quote?.lastTicks ?? null;
  const hasChange = last !== null && settlement !== null;
  return {
    settlementPrice: priceOrNull(settlement, grid),
    referencePrice: priceOrNull(settlement ?? last, grid),
    open: priceOrNull(quote?.openTicks, grid),
    close: priceOrNull(last, grid),
    high: priceOrNull(quote?.highTicks, grid),
    low: priceOrNull(quote?.lowTicks, grid),
    bidPrice: priceOrNull(quote?.bidTicks, grid),
    bidVolume: quote?.bidLots ?? null,
    askPrice: priceOrNull(quote?.askTicks, grid),
    askVolume: quote?.askLots ?? null,
    matchPrice: priceOrNull(last, grid),
    matchVolume: quote?.lastLots ?? null,
    change: hasChange ? priceToText(last - settlement, grid) : null,
    changePercent: hasChange ? changePercent(last, settlement) : null,
    volume: quote?.volumeLots ?? 0,
    openInterest: quote?.openInterestLots ?? null,
    pricesAt: instantOrNull(quote?.timeMs ?? null),
  };
}

/** The exchange's margin at 100 %, in dong, rounded up as the margin rule does. */
function initialMarginVnd({ commodity }: ListedContract, state: EngineState): string | null {
  const minor = inForce(commodity.initialMarginMinor, state.timeMs);
  const rateE4 = inForce(state.rates.get(commodity.currency) ?? [], state.timeMs);
  if (minor === undefined || rateE4 === undefined) return null;
  return divideUp(minor * rateE4, MINOR_PER_UNIT * RATE_SCALE).toString();
}

/** The reach of a market order by the exchange's rule (docs/rules/orders.md#collar), for the client's warning. */
const COLLAR = { collarPercent: '2', collarMinTicks: 10 } as const;

function termsToWire({ commodity }: ListedContract, state: EngineState): TradingTerms | null {
  const terms = state.terms.get(commodity.code);
  const rules = inForce(state.rules, state.timeMs);
  const rate = entryInForce(state.rates.get(commodity.currency) ?? [], state.timeMs);
  const margin = entryInForce(commodity.initialMarginMinor, state.timeMs);
  if (!terms || !rules || !rate || !margin) return null;
  return {
    currency: commodity.currency,
    tickValue: formatDecimal(terms.tickValueMinor, 2),
    fxRate: formatDecimal(terms.rateE4, 4),
    fxRateFrom: instantText(rate.fromMs),
    exchangeMargin: formatDecimal(margin.value, 2),
    exchangeMarginFrom: instantText(margin.fromMs),
    marginPercent: {
      individual: marginPercent(commodity, rules, 'individual'),
      business: marginPercent(commodity, rules, 'business'),
    },
    feePerLot: terms.feeVnd.toString(),
    feeClass: commodity.feeClass,
    marginPerLot: {
      individual: terms.marginPerLotVnd.individual.toString(),
      business: terms.marginPerLotVnd.business.toString(),
    },
    marginLevels: rules.ladder ? marginLevelsToWire(rules.ladder) : null,
    maxLotsPerOrder: rules.maxLotsPerOrder,
    maxLotsPerContract: rules.maxLotsPerContract,
    durations: durationsToWire(rules.durationsByType),
    bandPercent: formatDecimal(BigInt(rules.bandBasisPoints), 2),
    bandMinTicks: rules.bandMinTicks,
    warnPercent: formatDecimal(BigInt(rules.warnBasisPoints), 2),
    warnMinTicks: rules.warnMinTicks,
    ...COLLAR,
  };
}

function durationsToWire(byType: TradingRules['durationsByType']): TradingTerms['durations'] {
  const durations: TradingTerms['durations'] = {};
  for (const type of orderType.options) if (byType[type]) durations[type] = [...byType[type]];
  return durations;
}

export function commodityToWire({ commodity }: ListedContract, contractCodes: readonly string[]): WireCommodity {
  return {
    code: commodity.code,
    name: { vi: commodity.nameVi, en: commodity.nameEn },
    group: commodity.group,
    productType: commodity.productType,
    exchange: commodity.exchange,
    currency: commodity.currency,
    size: commodity.size,
    sizeUnit: commodity.sizeUnit,
    priceUnit: commodity.priceUnit,
    tickSize: priceToText(1, commodity.grid),
    decimalFormat: { ...commodity.grid },
    contractCodes: [...contractCodes],
  };
}

export function openingToWire({ date, opensMs, sessions }: TradeDateOpening): WireTradeDateOpening {
  const parts = sessions.map((session) => ({
    opensAt: instantText(session.opensMs),
    closesAt: instantText(session.closesMs),
  }));
  return { date, opensAt: instantText(opensMs), sessions: parts };
}
