/**
 * The market model of one seed: a clock for each group of markets, factors shared by underlyings, and a contract model
 * for each delivery month. Contracts of one underlying (standard, mini, micro, nano) share one path.
 */
import {
  type Calendar,
  type Commodity,
  type Contract,
  calendarOf,
  contractOf,
  earlierDeliveryMonths,
  listContracts,
  REFERENCE_COMMODITIES,
  type ReferenceCommodity,
} from '@mua/core/engine';
import { dayNumber, daysFromCivil, type Lots, TRADE_DATE_LEAD_MS } from '@mua/core/values';
import { createMarketCalendar, type MarketCalendar } from '#schedule/calendar/market-calendar.ts';
import { levelOf } from '#venue/simulated/levels/index.ts';
import { ANCHOR_DATE, ANCHOR_MS, type Underlying } from '#venue/simulated/levels/level.ts';
import { ContractModel } from '#venue/simulated/model/contract-model.ts';
import { keyOf } from '#venue/simulated/model/draws.ts';
import { exponential } from '#venue/simulated/model/exponential.ts';
import type { ContractFacts, UnderlyingModel } from '#venue/simulated/model/model-facts.ts';
import { MONTH_MS } from '#venue/simulated/model/price-path.ts';
import { SessionClock } from '#venue/simulated/model/session-clock.ts';
import {
  AlwaysOpenClock,
  DAY_MS,
  type DayStart,
  dayStartMs,
  type TradingClock,
} from '#venue/simulated/model/trading-clock.ts';
import type { MarketHours } from '#venue/thread/market.ts';

const TRADE_DAYS_A_YEAR = 252;
/**
 * Share of an underlying's volume by place among the delivery months: front, second … (docs/rules/market.md#volume).
 */
const VOLUME_SHARES = [0.6, 0.25, 0.08, 0.04, 0.03];
/** For months beyond the first five, which occur in old history only. */
const FAR_SHARE = 0.01;

export interface MarketModel {
  /** Throws for a commodity without a price level, which can't be simulated. */
  contract(contract: Contract, commodity: Commodity): ContractModel;
  /** Where the commodity's trade dates begin. */
  dayStart(commodity: Commodity): DayStart;
}

export function createMarketModel(seed: number, hours: MarketHours = 'always'): MarketModel {
  const clocks = new Map<string, TradingClock>();
  const underlyings = new Map<string, UnderlyingModel>();
  const calendars = new Map<Calendar, MarketCalendar>();

  /** Undefined if the market is always open. */
  function calendarFor(commodity: Commodity | undefined): MarketCalendar | undefined {
    const calendar = hours === 'real' && commodity ? calendarOf(commodity) : undefined;
    if (!calendar) return undefined;
    const known = calendars.get(calendar) ?? createMarketCalendar([calendar]);
    calendars.set(calendar, known);
    return known;
  }

  /** In real hours each underlying follows the calendar of its main commodity; news always belongs to the group. */
  function clockOf({ clockGroup, session, markets }: Underlying): TradingClock {
    const [main = ''] = Object.keys(markets);
    const calendar = calendarFor(referenceOf(main)?.commodity);
    if (calendar) return new SessionClock(seed, clockGroup, session, calendar);
    const name = `${clockGroup}/${session}`;
    const known = clocks.get(name) ?? new AlwaysOpenClock(seed, clockGroup, session);
    clocks.set(name, known);
    return known;
  }

  function underlyingOf(underlying: Underlying): UnderlyingModel {
    const known = underlyings.get(underlying.code) ?? modelOf(seed, underlying, clockOf(underlying));
    underlyings.set(underlying.code, known);
    return known;
  }

  return {
    contract(contract, commodity) {
      const level = levelOf(commodity.code);
      if (!level) throw new Error(`no market level for ${commodity.code}`);
      return new ContractModel(seed, underlyingOf(level.underlying), factsOf(contract, commodity));
    },
    dayStart(commodity) {
      const calendar = calendarFor(commodity);
      return calendar ? (timeMs) => calendar.dayAt(timeMs).beginsMs : dayStartMs;
    },
  };
}

function modelOf(seed: number, underlying: Underlying, clock: TradingClock): UnderlyingModel {
  const dailySigma = underlying.volAnnual[0] / Math.sqrt(TRADE_DAYS_A_YEAR);
  return {
    code: underlying.code,
    clock,
    clockKeys: {
      group: keyOf(seed, 'clock of group', underlying.clockGroup),
      underlying: keyOf(seed, 'clock of underlying', underlying.code),
    },
    key: keyOf(seed, 'underlying', underlying.code),
    factors: Object.entries(underlying.loadings).map(([name, loading]) => ({
      key: keyOf(seed, 'factor', name),
      loading,
    })),
    dailySigma,
    slope: -underlying.curvePctPerMonth[0] / 100 / MONTH_MS / dailySigma,
    anchorMs: ANCHOR_MS,
  };
}

function factsOf(contract: Contract, commodity: Commodity): ContractFacts {
  const level = levelOf(commodity.code);
  const reference = referenceOf(commodity.code);
  if (!level || !reference) throw new Error(`no market level for ${commodity.code}`);
  const { underlying, depth } = level;
  const expiryMs = expiryOf(contract);
  const front = frontAtAnchor(underlying);
  const season = (month: number): number => underlying.season?.[month] ?? 0;
  const alongCurve =
    ((underlying.curvePctPerMonth[0] / 100) * (expiryMs - expiryOf(front))) / MONTH_MS +
    season(contract.expiryMonth) -
    season(front.expiryMonth);
  const tick = commodity.grid.tickUnits / 10 ** commodity.grid.scale;
  return {
    code: contract.code,
    expiryYear: contract.expiryYear,
    expiryMonth: contract.expiryMonth,
    expiryMs,
    anchorTicks: (underlying.seedLevel[0] / tick) * exponential(alongCurve),
    spreadTicks: depth.spreadTicks[0],
    volumeSteps: volumeSteps(contract, reference, depth.dailyLots[0]),
  };
}

/** First day of the delivery month: the same for every commodity of an underlying, whose months share one path. */
function expiryOf(contract: Contract): number {
  return daysFromCivil(contract.expiryYear, contract.expiryMonth, 1) * DAY_MS;
}

function frontAtAnchor(underlying: Underlying): Contract {
  const [main = ''] = Object.keys(underlying.markets);
  const reference = referenceOf(main);
  const [front] = reference ? listContracts(reference.commodity, reference.listing, ANCHOR_DATE, 1) : [];
  if (!front) throw new Error(`${underlying.code} has no front month at the anchor`);
  return front;
}

/** Each expiry of an earlier delivery month moves this one a place forward. */
function volumeSteps(contract: Contract, { commodity, listing }: ReferenceCommodity, dailyLots: Lots) {
  const expiry = { year: contract.expiryYear, month: contract.expiryMonth };
  const earlier = earlierDeliveryMonths(listing, expiry, VOLUME_SHARES.length);
  const steps: { fromMs: number | null; lots: Lots }[] = [{ fromMs: null, lots: FAR_SHARE * dailyLots }];
  let share = FAR_SHARE;
  for (let place = VOLUME_SHARES.length - 1; place >= 0; place -= 1) {
    const ending = earlier[place];
    const grown = VOLUME_SHARES[place] ?? 0;
    if (ending) {
      const { lastTradeDay } = contractOf(commodity, listing, ending);
      steps.push({ fromMs: tradeDateEndMs(lastTradeDay), lots: (grown - share) * dailyLots });
    }
    share = grown;
  }
  return steps;
}

function tradeDateEndMs(date: string): number {
  return (dayNumber(date) + 1) * DAY_MS - TRADE_DATE_LEAD_MS;
}

function referenceOf(commodityCode: string): ReferenceCommodity | undefined {
  return REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === commodityCode);
}
