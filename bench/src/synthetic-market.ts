/**
 * Generates a market of contracts that nobody lists, as many as a figure needs: 500 by default, in all groups, on grids
 * with decimals and with eighths, walking up and down by a seed. They are valid by the contract's own schemas.
 */
import { type Contract, contract as contractSchema } from '@mua/contract/entities/contract';
import type { Quote, QuoteChange } from '@mua/contract/entities/prices';
import {
  COMMODITY_GROUPS,
  formatDecimal,
  type PriceGrid,
  priceFromText,
  priceToDisplay,
  priceToText,
  type Random,
  seededRandom,
} from '@mua/core/values';

export interface SyntheticMarket {
  readonly contracts: readonly Contract[];
  quotes(): Quote[];
  /** Moves this many fields, in turn over the contracts; volume and time of a change are not counted. */
  move(cells: number): QuoteChange[];
  /** Returns the last price as people read it. */
  lastText(code: string): string;
}

interface Line {
  readonly code: string;
  readonly grid: PriceGrid;
  readonly settlementTicks: number;
  lastTicks: number;
  bidTicks: number;
  askTicks: number;
  lastLots: number;
  bidLots: number;
  askLots: number;
  highTicks: number;
  lowTicks: number;
  volume: number;
}

const MONTHS = ['F', 'G', 'H', 'J', 'K', 'M', 'N', 'Q', 'U', 'V'] as const;
const EXPIRY_YEAR = 27;
const GRIDS: readonly PriceGrid[] = [
  { scale: 2, tickUnits: 25, display: 'eighths' },
  { scale: 2, tickUnits: 1, display: 'decimal' },
  { scale: 1, tickUnits: 5, display: 'decimal' },
  { scale: 4, tickUnits: 5, display: 'decimal' },
];
/** A price and its lots change together. */
const CELLS_PER_CHANGE = 2;
/**
 * Distance from one contract to move to the next: it divides no count of contracts, so that all have their turn, and is
 * long enough that the rows in view move with every frame and not in one of four.
 */
const STRIDE = 7;
/** Every tenth commodity is traded on the other feed. */
const ACM_EVERY = 10;

export function createSyntheticMarket({ count, seed }: { count: number; seed: number }): SyntheticMarket {
  const random = seededRandom(seed);
  const lines = Array.from({ length: count }, (_, index) => lineOf(index, random));
  const contracts = lines.map((line, index) => contractSchema.parse(contractOf(line, index)));
  return marketOf(contracts, lines, random);
}

/** Walks the same way over listed contracts, from their current prices. */
export function walkListed(contracts: readonly Contract[], seed: number): SyntheticMarket {
  return marketOf(contracts, contracts.map(listedLine), seededRandom(seed));
}

function marketOf(contracts: readonly Contract[], lines: readonly Line[], random: Random): SyntheticMarket {
  const byCode = new Map(lines.map((line) => [line.code, line]));
  let moves = 0;

  function moveNext(time: string): QuoteChange {
    const line = lines[(moves * STRIDE) % lines.length];
    if (!line) throw new Error('a market needs contracts');
    // Each round over all contracts begins with the next kind, so that every contract sees all of them.
    const kind = ((moves % lines.length) + Math.floor(moves / lines.length)) % 3;
    moves += 1;
    if (kind === 0) return { ...trade(line, random), time };
    return { ...(kind === 1 ? bid(line, random) : ask(line, random)), time };
  }

  return {
    contracts,
    quotes: () => lines.map(quoteOf),
    move(cells) {
      const time = new Date().toISOString();
      return Array.from({ length: cells / CELLS_PER_CHANGE }, () => moveNext(time));
    },
    lastText(code) {
      const line = byCode.get(code);
      if (!line) throw new Error(`no contract ${code}`);
      return priceToDisplay(line.lastTicks, line.grid);
    },
  };
}

function commodityOf(index: number): number {
  return Math.floor(index / MONTHS.length);
}

function commodityCodeOf(index: number): string {
  return `X${String(commodityOf(index)).padStart(2, '0')}`;
}

function lineOf(index: number, random: Random): Line {
  const grid = GRIDS[commodityOf(index) % GRIDS.length] ?? { scale: 2, tickUnits: 1, display: 'decimal' };
  const settlementTicks = random.between(1_500, 9_000);
  const lastTicks = settlementTicks + random.between(-40, 40);
  return {
    code: `${commodityCodeOf(index)}${MONTHS[index % MONTHS.length]}${EXPIRY_YEAR}`,
    grid,
    settlementTicks,
    lastTicks,
    bidTicks: lastTicks - 1,
    askTicks: lastTicks + 1,
    lastLots: 1,
    bidLots: 10,
    askLots: 10,
    highTicks: lastTicks + 20,
    lowTicks: lastTicks - 20,
    volume: random.between(100, 90_000),
  };
}

function listedLine(contract: Contract): Line {
  const { code, decimalFormat: grid } = contract;
  const ticks = (text: string | null): number | null => {
    const reading = text === null ? undefined : priceFromText(text, grid);
    return reading?.kind === 'price' ? reading.ticks : null;
  };
  const lastTicks = ticks(contract.matchPrice) ?? ticks(contract.settlementPrice) ?? 1_000;
  return {
    ...{ code, grid, lastTicks },
    settlementTicks: ticks(contract.settlementPrice) ?? lastTicks,
    bidTicks: ticks(contract.bidPrice) ?? lastTicks - 1,
    askTicks: ticks(contract.askPrice) ?? lastTicks + 1,
    ...{ lastLots: 1, bidLots: 10, askLots: 10 },
    highTicks: ticks(contract.high) ?? lastTicks,
    lowTicks: ticks(contract.low) ?? lastTicks,
    volume: contract.volume,
  };
}

/** Moves one tick up or down, never none, and not out of sight of the settlement price. */
function stepped(ticks: number, line: Line, random: Random): number {
  const isFar = Math.abs(ticks - line.settlementTicks) > 200;
  if (isFar) return ticks + (ticks < line.settlementTicks ? 1 : -1);
  return ticks + (random.chance(0.5) ? 1 : -1);
}

/** Returns a different number of lots. */
function otherLots(lots: number, random: Random): number {
  return ((lots + random.below(98)) % 99) + 1;
}

function trade(line: Line, random: Random): QuoteChange {
  line.lastTicks = stepped(line.lastTicks, line, random);
  line.lastLots = otherLots(line.lastLots, random);
  line.volume += line.lastLots;
  const change: QuoteChange = {
    code: line.code,
    last: priceToText(line.lastTicks, line.grid),
    lastLots: line.lastLots,
    volume: line.volume,
  };
  if (line.lastTicks > line.highTicks) {
    line.highTicks = line.lastTicks;
    return { ...change, high: priceToText(line.highTicks, line.grid) };
  }
  if (line.lastTicks < line.lowTicks) {
    line.lowTicks = line.lastTicks;
    return { ...change, low: priceToText(line.lowTicks, line.grid) };
  }
  return change;
}

function bid(line: Line, random: Random): QuoteChange {
  line.bidTicks = stepped(line.bidTicks, line, random);
  line.bidLots = otherLots(line.bidLots, random);
  return { code: line.code, bid: priceToText(line.bidTicks, line.grid), bidLots: line.bidLots };
}

function ask(line: Line, random: Random): QuoteChange {
  line.askTicks = stepped(line.askTicks, line, random);
  line.askLots = otherLots(line.askLots, random);
  return { code: line.code, ask: priceToText(line.askTicks, line.grid), askLots: line.askLots };
}

function quoteOf(line: Line): Quote {
  const price = (ticks: number): string => priceToText(ticks, line.grid);
  return {
    code: line.code,
    last: price(line.lastTicks),
    lastLots: line.lastLots,
    bid: price(line.bidTicks),
    bidLots: line.bidLots,
    ask: price(line.askTicks),
    askLots: line.askLots,
    open: price(line.settlementTicks + 3),
    high: price(line.highTicks),
    low: price(line.lowTicks),
    settlement: price(line.settlementTicks),
    volume: line.volume,
    session: 'OPEN',
    time: new Date().toISOString(),
  };
}

function contractOf(line: Line, index: number): Contract {
  const month = String((index % MONTHS.length) + 1).padStart(2, '0');
  const expiryMonth = `20${EXPIRY_YEAR}-${month}`;
  const commodity = commodityOf(index);
  const tick = priceToText(1, line.grid);
  const quote = quoteOf(line);
  const change = line.lastTicks - line.settlementTicks;
  return {
    code: line.code,
    name: { vi: `Mặt hàng ${commodity} ${expiryMonth}`, en: `Commodity ${commodity} ${expiryMonth}` },
    commodityCode: commodityCodeOf(index),
    commodityName: { vi: `Mặt hàng ${commodity}`, en: `Commodity ${commodity}` },
    group: COMMODITY_GROUPS[commodity % COMMODITY_GROUPS.length] ?? 'grain',
    productType: commodity % ACM_EVERY === ACM_EVERY - 1 ? 'ACM' : 'FUTURES',
    exchange: 'BENCH',
    expiryMonth,
    size: '5000',
    sizeUnit: 'bushel',
    priceUnit: 'cent/bushel',
    minimumPriceStep: tick,
    tickSize: tick,
    decimalFormat: line.grid,
    firstNotificationDate: `${expiryMonth}-10`,
    lastNotificationDate: `${expiryMonth}-20`,
    lastTradeDay: `${expiryMonth}-15`,
    closeOutAt: { long: null, short: null },
    sessionsLeft: null,
    tradeDate: TRADE_DATE,
    dailyLimits: null,
    initialMargin: '30000000',
    maxLots: 50,
    terms: TERMS,
    session: { state: 'OPEN', changesAt: null, reason: null },
    settlementPrice: quote.settlement,
    referencePrice: quote.settlement,
    open: quote.open,
    close: quote.last,
    high: quote.high,
    low: quote.low,
    bidPrice: quote.bid,
    bidVolume: quote.bidLots,
    askPrice: quote.ask,
    askVolume: quote.askLots,
    matchPrice: quote.last,
    matchVolume: quote.lastLots,
    change: priceToText(change, line.grid),
    changePercent: formatDecimal(BigInt(Math.round((change / line.settlementTicks) * 10_000)), 2),
    volume: quote.volume,
    openInterest: null,
    pricesAt: quote.time,
  };
}

/** Trade date of a calendar that nobody here reads. */
const TRADE_DATE = '2026-11-20';

const TERMS: Contract['terms'] = {
  currency: 'USD',
  tickValue: '12.50',
  fxRate: '26100.0000',
  fxRateFrom: '2026-01-01T00:00:00.000Z',
  exchangeMargin: '1150.00',
  exchangeMarginFrom: '2026-01-01T00:00:00.000Z',
  marginPercent: { individual: 120, business: 100 },
  feePerLot: '350000',

  feeClass: 'standard',
  marginPerLot: { individual: '36000000', business: '30000000' },
  marginLevels: { call: 100, cancel: 70, countdown: 40, lift: 70, liquidation: 20, target: 100 },
  maxLotsPerOrder: 50,
  maxLotsPerContract: 1_000,
  durations: { MARKET: ['DAY'], LIMIT: ['DAY', 'GTC'] },
  bandPercent: '7.00',
  bandMinTicks: 20,
  warnPercent: '3.00',
  warnMinTicks: 10,
  collarPercent: '2',
  collarMinTicks: 10,
};
