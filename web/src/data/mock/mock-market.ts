/** A market that is a function of time: four contracts, a quote, a book and a tape of each that move as one looks. */
import type { Candle } from '@mua/contract/entities/candle';
import type { Contract } from '@mua/contract/entities/contract';
import type { Depth } from '@mua/contract/entities/depth';
import type { Quote } from '@mua/contract/entities/prices';
import type { PublicTrade } from '@mua/contract/entities/public-trade';
import { priceToText } from '@mua/core/values';
import { CORN } from '../sample-records.ts';

interface Listed {
  readonly contract: Contract;
  /** What its price swings around. */
  readonly centreTicks: number;
}

const GRID = { scale: 2, tickUnits: 1, display: 'decimal' } as const;

const LISTED: readonly Listed[] = [
  { contract: CORN, centreTicks: 1831 },
  listed('KCEH27', { group: 'industrial', vi: 'Cà phê Arabica', en: 'Arabica coffee', exchange: 'ICE US' }, 31_245),
  listed('CLEF27', { group: 'energy', vi: 'Dầu thô WTI', en: 'WTI crude oil', exchange: 'NYMEX' }, 7431),
  listed('GCEG27', { group: 'metal', vi: 'Vàng', en: 'Gold', exchange: 'COMEX' }, 268_450),
];

interface Facts {
  readonly group: Contract['group'];
  readonly vi: string;
  readonly en: string;
  readonly exchange: string;
}

function listed(code: string, { group, vi, en, exchange }: Facts, centreTicks: number): Listed {
  const price = (ticks: number) => priceToText(ticks, GRID);
  const expiryMonth = `20${code.slice(-2)}-${{ F: '01', G: '02', H: '03' }[code.slice(-3, -2)] ?? '12'}`;
  return {
    centreTicks,
    contract: {
      ...CORN,
      ...{ code, group, exchange, expiryMonth, decimalFormat: GRID, minimumPriceStep: '0.01', tickSize: '0.01' },
      ...{ name: { vi: `${vi} ${expiryMonth}`, en: `${en} ${expiryMonth}` }, commodityName: { vi, en } },
      ...{ commodityCode: code.slice(0, 3), settlementPrice: price(centreTicks), referencePrice: price(centreTicks) },
      ...{ matchPrice: price(centreTicks), bidPrice: price(centreTicks - 1), askPrice: price(centreTicks + 1) },
      dailyLimits: { upper: price(Math.round(centreTicks * 1.07)), lower: price(Math.round(centreTicks * 0.93)) },
    },
  };
}

const SWING_MS = 40_000;
const MINUTE_MS = 60_000;
const SPREAD_TICKS = 1;

export const MOCK_CONTRACTS: readonly Contract[] = LISTED.map(({ contract }) => contract);

function find(code: string): Listed | undefined {
  return LISTED.find(({ contract }) => contract.code === code);
}

/** A slow swing with a quick one on it. */
function ticksAt({ centreTicks, contract }: Listed, timeMs: number): number {
  const phase = contract.code.charCodeAt(0);
  const reach = Math.max(4, centreTicks / 400);
  const wave = Math.sin(timeMs / SWING_MS + phase) + 0.3 * Math.sin(timeMs / 1700 + phase);
  return Math.round(centreTicks + reach * wave);
}

const text = (one: Listed, ticks: number) => priceToText(ticks, one.contract.decimalFormat);
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

/** The bars before an instant, oldest first. */
export function mockCandles(code: string, { before, count, stepMs = MINUTE_MS }: Bars): Candle[] {
  const one = find(code);
  if (!one) return [];
  const end = Math.ceil(before / stepMs) * stepMs;
  return Array.from({ length: count }, (_, index) => {
    const start = end - (count - index) * stepMs;
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => ticksAt(one, start + part * stepMs));
    const [open = 0] = ticks;
    const price = (value: number) => text(one, value);
    const prices = { open: price(open), high: price(Math.max(...ticks)), low: price(Math.min(...ticks)) };
    return { time: isoAt(start), ...prices, close: price(ticks.at(-1) ?? open), volume: 20 + ((start / stepMs) % 80) };
  });
}

export interface Bars {
  readonly before: number;
  readonly count: number;
  readonly stepMs?: number;
}
