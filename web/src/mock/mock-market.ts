/**
 * Makes a market that is a function of time: four contracts, each with a quote, a book and a tape that move as one
 * looks.
 */
import type { Candle } from '@mua/contract/entities/candle';
import type { Contract } from '@mua/contract/entities/contract';
import type { Depth } from '@mua/contract/entities/depth';
import type { Quote } from '@mua/contract/entities/prices';
import type { PublicTrade } from '@mua/contract/entities/public-trade';
import { type BarInterval, barOpenMs, nextOpenMs, priceToText, type Ticks } from '@mua/core/values';
import { CORN, CORN_TERMS } from '#mock/sample-records.ts';

interface Listed {
  readonly contract: Contract;
  /** The price swings around this one. */
  readonly centreTicks: Ticks;
}

const LISTED: readonly Listed[] = [
  { contract: CORN, centreTicks: 1831 },
  listed('KCEH27', 6249, {
    ...{ group: 'industrial', vi: 'Cà phê Arabica', en: 'Arabica coffee', exchange: 'ICE US' },
    ...{ size: '37500', sizeUnit: 'lb', priceUnit: 'cent/lb', tickUnits: 5, tickSize: '0.05', tickValue: '18.75' },
  }),
  listed('CLEF27', 7431, {
    ...{ group: 'energy', vi: 'Dầu thô WTI', en: 'WTI crude oil', exchange: 'NYMEX' },
    ...{
      size: '1000',
      sizeUnit: 'barrel',
      priceUnit: 'USD/barrel',
      tickUnits: 1,
      tickSize: '0.01',
      tickValue: '10.00',
    },
  }),
  listed('GCEG27', 26_845, {
    ...{ group: 'metal', vi: 'Vàng', en: 'Gold', exchange: 'COMEX' },
    ...{
      size: '100',
      sizeUnit: 'troy oz',
      priceUnit: 'USD/troy oz',
      tickUnits: 10,
      tickSize: '0.10',
      tickValue: '10.00',
    },
  }),
];

interface Facts {
  readonly group: Contract['group'];
  readonly vi: string;
  readonly en: string;
  readonly exchange: string;
  readonly size: string;
  readonly sizeUnit: string;
  readonly priceUnit: string;
  /** Tick in units of a price with two decimals. */
  readonly tickUnits: number;
  readonly tickSize: string;
  readonly tickValue: string;
}

/** Builds a contract: what moves is made up, and so are the last days; its size and tick are its exchange's. */
function listed(code: string, centreTicks: Ticks, facts: Facts): Listed {
  const { group, vi, en, exchange, size, sizeUnit, priceUnit, tickUnits, tickSize, tickValue } = facts;
  const grid = { scale: 2, tickUnits, display: 'decimal' } as const;
  const price = (ticks: Ticks) => priceToText(ticks, grid);
  const expiryMonth = `20${code.slice(-2)}-${{ F: '01', G: '02', H: '03' }[code.slice(-3, -2)] ?? '12'}`;
  const lastDay = `${expiryMonth}-15`;
  return {
    centreTicks,
    contract: {
      ...CORN,
      ...{ code, group, exchange, expiryMonth, size, sizeUnit, priceUnit },
      ...{ decimalFormat: grid, minimumPriceStep: tickSize, tickSize, terms: { ...CORN_TERMS, tickValue } },
      ...{ firstNotificationDate: null, lastTradeDay: lastDay, sessionsLeft: { long: 60, short: 60 } },
      closeOutAt: { long: `${lastDay}T21:00:00.000Z`, short: `${lastDay}T21:00:00.000Z` },
      ...{ name: { vi: `${vi} ${expiryMonth}`, en: `${en} ${expiryMonth}` }, commodityName: { vi, en } },
      ...{ commodityCode: code.slice(0, 3), settlementPrice: price(centreTicks), referencePrice: price(centreTicks) },
      ...{ matchPrice: price(centreTicks), bidPrice: price(centreTicks - 1), askPrice: price(centreTicks + 1) },
      dailyLimits: { upper: price(Math.round(centreTicks * 1.07)), lower: price(Math.round(centreTicks * 0.93)) },
    },
  };
}

const SWING_MS = 40_000;
const SPREAD_TICKS = 1;

export const MOCK_CONTRACTS: readonly Contract[] = LISTED.map(({ contract }) => contract);

function find(code: string): Listed | undefined {
  return LISTED.find(({ contract }) => contract.code === code);
}

/** Adds a quick swing to a slow one. */
function ticksAt({ centreTicks, contract }: Listed, timeMs: number): number {
  const phase = contract.code.charCodeAt(0);
  const reach = Math.max(4, centreTicks / 400);
  const wave = Math.sin(timeMs / SWING_MS + phase) + 0.3 * Math.sin(timeMs / 1700 + phase);
  return Math.round(centreTicks + reach * wave);
}

const text = (one: Listed, ticks: Ticks) => priceToText(ticks, one.contract.decimalFormat);
const isoAt = (timeMs: number) => new Date(timeMs).toISOString();

export function mockQuotes(codes: readonly string[], nowMs: number): Quote[] {
  return codes.flatMap((code) => {
    const one = find(code);
    if (!one) return [];
    const ticks = ticksAt(one, nowMs);
    const reach = Math.ceil(Math.max(4, one.centreTicks / 400) * 1.3);
    return [
      {
        code,
        ...{ last: text(one, ticks), lastLots: 1 + (Math.floor(nowMs / 1000) % 7) },
        ...{ bid: text(one, ticks - SPREAD_TICKS), bidLots: 25, ask: text(one, ticks + SPREAD_TICKS), askLots: 48 },
        ...{ open: text(one, one.centreTicks), settlement: text(one, one.centreTicks) },
        ...{ high: text(one, one.centreTicks + reach), low: text(one, one.centreTicks - reach) },
        ...{ volume: Math.floor((nowMs % 86_400_000) / 1000), session: 'OPEN', time: isoAt(nowMs) },
      },
    ];
  });
}

export function mockDepths(codes: readonly string[], nowMs: number): Depth[] {
  return codes.flatMap((code) => {
    const one = find(code);
    if (!one) return [];
    const ticks = ticksAt(one, nowMs);
    const side = (sign: 1 | -1) =>
      Array.from({ length: 10 }, (_, level) => ({
        price: text(one, ticks + sign * (SPREAD_TICKS + level)),
        lots: 8 + ((ticks + level * 13) % 60),
      }));
    return [{ code, bids: side(-1), asks: side(1), time: isoAt(nowMs) }];
  });
}

export function mockTrades(codes: readonly string[], nowMs: number): PublicTrade[] {
  return mockQuotes(codes, nowMs).map(({ code, last, lastLots, time }) => {
    const isBuy = Math.floor(nowMs / 1000) % 2 === 0;
    const side = isBuy ? ({ side: 'BUY', sideCode: 1 } as const) : ({ side: 'SELL', sideCode: 2 } as const);
    return { tradeId: `mock-${code}-${nowMs}`, code, price: last ?? '0', lots: lastLots ?? 1, ...side, time };
  });
}

export interface Bars {
  readonly interval: BarInterval;
  /** Only bars that open before this instant are returned. */
  readonly beforeMs: number;
  readonly count: number;
  /** The bar that contains this instant is unfinished. */
  readonly nowMs: number;
}

/** Returns the newest `count` bars, oldest first. */
export function mockCandles(code: string, { interval, beforeMs, count, nowMs }: Bars): Candle[] {
  const one = find(code);
  if (!one) return [];
  const bars: Candle[] = [];
  for (let openMs = barOpenMs(interval, beforeMs - 1); bars.length < count; openMs = barOpenMs(interval, openMs - 1)) {
    const lengthMs = Math.min(nextOpenMs(interval, openMs), nowMs) - openMs;
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => ticksAt(one, openMs + part * lengthMs));
    const [open = 0, close = open] = [ticks[0], ticks.at(-1)];
    const [high, low] = [Math.max(...ticks), Math.min(...ticks)];
    const volume = 20 + (Math.floor(openMs / 60_000) % 80);
    bars.push({ time: isoAt(openMs), ...priced(one, { open, high, low, close }), volume });
  }
  return bars.reverse();
}

function priced(one: Listed, { open, high, low, close }: Record<'open' | 'high' | 'low' | 'close', number>) {
  return { open: text(one, open), high: text(one, high), low: text(one, low), close: text(one, close) };
}
