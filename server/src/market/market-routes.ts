/** Public routes: contracts, prices, charts, the tape (docs/rules/connections.md#calls). */
import type { Quote } from '@mua/contract/entities/prices';
import { ROLL_DAYS_DEFAULT } from '@mua/contract/entities/roll-rule';
import { listContinuousCandles } from '@mua/contract/http/continuous-candles';
import {
  listCandles,
  listContracts,
  listPublicTrades,
  listSparklines,
  listSpreads,
  readCommodity,
  readContract,
  readPriceboard,
  readVolumeAtPrice,
} from '@mua/contract/http/market';
import { listOpenInterest } from '@mua/contract/http/open-interest';
import { LIMITS } from '@mua/contract/limits';
import { pageSize } from '@mua/contract/wire';
import { type EngineState, hasEnded, type ListedContract } from '@mua/core/engine';
import { civilFromDays, priceToText, tradeDateAt } from '@mua/core/values';
import { type Bind, type Handler, ok } from '#http/bind-route.ts';
import { continuousCandles, monthsOf } from '#market/continuous-candles.ts';
import {
  barToWire,
  type ContractPlace,
  commodityToWire,
  contractToWire,
  openingToWire,
  rollToWire,
  spreadToWire,
  tradeToWire,
} from '#market/market-wire.ts';
import type { RollBy } from '#market/roll-schedule.ts';
import { replyError } from '#refusals/reply-error.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { idText, instantOrNull, instantText } from '#wire/wire-text.ts';

/** A day of quarter hours. */
const SPARK_INTERVAL = '15m';
const SPARK_BARS = 96;

export interface MarketRouteDeps extends ContractPlace {
  /** Every quote as of one frame of the market feed. */
  readonly priceboard: () => { readonly seq: number; readonly items: Quote[] };
}

export function bindMarketRoutes(bind: Bind, deps: MarketRouteDeps): void {
  const { state, market, priceboard } = deps;
  const listedOf = (contractCode: string): ListedContract => {
    const listed = state.contracts.get(contractCode);
    if (!listed) throw replyError('ContractNotFound', { code: contractCode });
    return listed;
  };

  bind(listContracts, ({ query }) => {
    const limit = pageSize(query.limit, { usual: LIMITS.pageSizeMax, max: LIMITS.pageSizeMax });
    const [after] = decodeCursor(query.cursor, /^contract ([A-Za-z0-9]{1,16})$/) ?? [];
    const all = sortedContracts(state).filter(
      ({ commodity }) => query.commodityCode === undefined || commodity.code === query.commodityCode,
    );
    const start = after === undefined ? 0 : all.findIndex(({ contract }) => contract.code === after) + 1;
    const page = all.slice(start, start + limit);
    const last = start + limit < all.length ? page.at(-1) : undefined;
    return ok({
      items: page.map((listed) => contractToWire(listed, deps)),
      nextCursor: last ? encodeCursor('contract', last.contract.code) : null,
    });
  });
  bind(readContract, ({ params }) => ok(contractToWire(listedOf(params.contractCode), deps)));
  bind(listSpreads, ({ query: { commodityCode } }) => {
    const traded = [...state.spreads.values()].filter(
      (listed) => !hasEnded(state, listed) && (commodityCode ?? listed.commodity.code) === listed.commodity.code,
    );
    const place = placesOf(state);
    const inOrder = traded.sort((a, b) => place(a.near) - place(b.near));
    return ok({ items: inOrder.map((listed) => spreadToWire(listed, deps)) });
  });
  bind(readCommodity, ({ params }) => {
    const contracts = sortedContracts(state).filter(({ commodity }) => commodity.code === params.commodityCode);
    const [first] = contracts;
    if (!first) throw replyError('CommodityNotFound', { code: params.commodityCode });
    return ok(
      commodityToWire(
        first,
        contracts.map(({ contract }) => contract.code),
      ),
    );
  });
  bindCharts(bind, deps, listedOf);
  bindContinuous(bind, deps);
  bindOpenInterest(bind, deps, listedOf);
  bind(readPriceboard, () => ok(priceboard()));
  bind(readVolumeAtPrice, ({ params: { contractCode } }) => {
    const { grid } = listedOf(contractCode).commodity;
    const [last] = market.tape(contractCode, null, 1);
    return ok({
      items: market.volumeAtPrice(contractCode).map(({ priceTicks, lots }) => ({
        price: priceToText(priceTicks, grid),
        lots,
      })),
      lastTradeId: last ? idText(last.tradeId) : null,
      volume: market.quote(contractCode)?.volumeLots ?? 0,
    });
  });
  bind(listPublicTrades, ({ query }) => {
    const { grid } = listedOf(query.contractCode).commodity;
    const limit = pageSize(query.limit);
    const [before = null] = decodeCursor(query.cursor, /^trade (\S{1,128})$/) ?? [];
    const trades = market.tape(query.contractCode, before, limit);
    const last = trades.length === limit ? trades.at(-1) : undefined;
    return ok({
      items: trades.map((trade) => tradeToWire(query.contractCode, trade, grid)),
      nextCursor: last ? encodeCursor('trade', last.tradeId) : null,
    });
  });
}

function bindCharts(bind: Bind, { market }: MarketRouteDeps, listedOf: (contractCode: string) => ListedContract): void {
  const presentMs = (contractCode: string): number => market.quote(contractCode)?.timeMs ?? 0;

  const sparklines: Handler<typeof listSparklines> = async ({ query }) => {
    const listed = [...new Set(query.contractCodes.split(','))].map(listedOf);
    const items = await Promise.all(
      listed.map(async ({ contract: { code: contractCode }, commodity: { grid } }) => {
        const beforeMs = presentMs(contractCode) + 1;
        const bars = await market.candles({ contractCode, interval: SPARK_INTERVAL, beforeMs, limit: SPARK_BARS });
        return {
          contractCode,
          times: bars.map(({ openMs }) => instantText(openMs)),
          closes: bars.map(({ closeTicks }) => priceToText(closeTicks, grid)),
        };
      }),
    );
    return ok({ items });
  };
  bind(listSparklines, sparklines, { cost: ({ query }) => countOf(query) });
  const candles: Handler<typeof listCandles> = async ({ params, query }) => {
    const { grid } = listedOf(params.contractCode).commodity;
    const limit = pageSize(query.limit, { usual: LIMITS.candlesDefault, max: LIMITS.candlesMax });
    // Without a bound the newest bar is included, which opened at the market's present instant at the latest.
    const { contractCode } = params;
    const beforeMs = query.before === undefined ? presentMs(contractCode) + 1 : Date.parse(query.before);
    const { interval } = query;
    const bars = await market.candles({ contractCode, interval, beforeMs, limit });
    const [oldest] = bars;
    const newestMs = query.before === undefined ? market.nowMs() : null;
    const openings = market.openings(bars, { contractCode, interval, newestMs });
    return ok({
      items: bars.map((bar) => barToWire(bar, grid)),
      nextCursor: oldest && bars.length === limit ? instantText(oldest.openMs) : null,
      tradeDates: openings?.map(openingToWire) ?? null,
    });
  };
  bind(listCandles, candles, { cost: ({ query }) => hundredsOf(query) });
}

function bindContinuous(bind: Bind, { state, market }: MarketRouteDeps): void {
  const continuous: Handler<typeof listContinuousCandles> = async ({ params: { commodityCode }, query }) => {
    const commodity = state.commodities.get(commodityCode);
    const months = monthsOf(state, commodityCode);
    if (!commodity || months.length === 0) throw replyError('CommodityNotFound', { code: commodityCode });
    const { grid } = commodity;
    const { interval, before, roll = 'days', rollDays, adjustment = 'none' } = query;
    const limit = pageSize(query.limit, { usual: LIMITS.candlesDefault, max: LIMITS.candlesMax });
    const beforeMs = before === undefined ? market.nowMs() + 1 : Date.parse(before);
    const days = rollDays === undefined ? ROLL_DAYS_DEFAULT : Number(rollDays);
    const by: RollBy = roll === 'days' ? { kind: 'days', days } : { kind: 'volume' };
    const page = await continuousCandles({ months, by, adjustment, interval, beforeMs, limit }, market);
    const { bars, front, frontUntilMs, rolls, begins } = page;
    const [oldest] = bars;
    const newestMs = before === undefined ? market.nowMs() : null;
    const openings = market.openings(bars, { contractCode: front.code, interval, newestMs });
    return ok({
      items: bars.map((bar) => barToWire(bar, grid)),
      nextCursor: oldest && bars.length === limit ? instantText(oldest.openMs) : null,
      tradeDates: openings?.map(openingToWire) ?? null,
      front: front.code,
      frontUntil: instantOrNull(frontUntilMs),
      rolls: rolls.map((one) => rollToWire(one, grid)),
      begins,
    });
  };
  bind(listContinuousCandles, continuous, { cost: ({ query }) => MONTHS_A_PAGE * hundredsOf(query) });
}

function bindOpenInterest(
  bind: Bind,
  { market }: MarketRouteDeps,
  listedOf: (contractCode: string) => ListedContract,
): void {
  const openInterest: Handler<typeof listOpenInterest> = async ({ params: { contractCode }, query }) => {
    listedOf(contractCode);
    const limit = pageSize(query.limit, { usual: LIMITS.candlesDefault, max: LIMITS.candlesMax });
    const beforeMs = query.before === undefined ? market.nowMs() + 1 : Date.parse(query.before);
    const held = await market.openInterest({ contractCode, beforeMs, limit });
    const [oldest] = held;
    const calendar = market.calendarOf(contractCode);
    const dateOf = (timeMs: number) => (calendar ? civilFromDays(calendar.dayAt(timeMs).day) : tradeDateAt(timeMs));
    return ok({
      items: held.map(({ endsMs, lots }) => ({
        ...{ date: dateOf(endsMs - 1), endedAt: instantText(endsMs), openInterest: lots },
      })),
      nextCursor: oldest && held.length === limit ? instantText(oldest.endsMs) : null,
    });
  };
  bind(listOpenInterest, openInterest, { cost: ({ query }) => hundredsOf(query) });
}

/** A page is usually read from two months. */
const MONTHS_A_PAGE = 2;

/** No schema has seen these queries yet: what is out of range is refused afterwards. */
function countOf(query: unknown): number {
  const { contractCodes } = query as { contractCodes?: unknown };
  return Math.min(LIMITS.sparklineContracts, String(contractCodes).split(',').length);
}

const BARS_PER_COST = 100;

function hundredsOf(query: unknown): number {
  const { limit = LIMITS.candlesDefault } = query as { limit?: unknown };
  const bars = Math.min(LIMITS.candlesMax, Math.max(1, Number(limit) || 1));
  return Math.ceil(bars / BARS_PER_COST);
}

/** Orders contracts by commodity and expiry. */
function placesOf(state: EngineState): (listed: ListedContract) => number {
  const rank = new Map([...state.commodities.keys()].map((code, index) => [code, index]));
  return ({ contract }) =>
    (rank.get(contract.commodityCode) ?? 0) * 100_000 + contract.expiryYear * 12 + contract.expiryMonth;
}

/** Commodities in listing order (the full-size grain before its mini), each by expiry. */
function sortedContracts(state: EngineState): ListedContract[] {
  const place = placesOf(state);
  return [...state.contracts.values()].sort((a, b) => place(a) - place(b));
}
