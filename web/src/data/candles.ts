/** Bars of a chart in ticks. History comes by query, the growing minute by feed (`watchCandles`). */
import type { Candle, CandleInterval } from '@mua/contract/entities/candle';
import type { Contract } from '@mua/contract/entities/contract';
import { listCandles } from '@mua/contract/http/market';
import { type PriceGrid, priceFromText } from '@mua/core/values';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { PUBLIC } from './contracts.ts';
import { inTurn } from './in-turn.ts';

export interface Bar {
  /** Start of the bar. */
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface BarPage {
  /** Oldest first. */
  readonly bars: readonly Bar[];
  /** `before` of the page of older bars; null when there are none. */
  readonly olderBefore: string | null;
}

export interface CandleRequest {
  readonly contract: Pick<Contract, 'code' | 'decimalFormat'>;
  readonly interval: CandleInterval;
  readonly limit: number;
}

async function fetchBars(request: CandleRequest & { before?: string | null; signal?: AbortSignal }): Promise<BarPage> {
  const { contract, interval, limit, before, signal } = request;
  const page = await call(listCandles, {
    params: { contractCode: contract.code },
    query: { interval, limit: String(limit), ...(before ? { before } : {}) },
    signal,
  });
  return {
    bars: page.items.flatMap((candle) => barFrom(candle, contract.decimalFormat) ?? []),
    olderBefore: page.nextCursor,
  };
}

/** The newest bars of one interval. */
export function candlesQuery({ contract, interval, limit }: CandleRequest) {
  return queryOptions({
    queryKey: [PUBLIC, 'candles', contract.code, interval, limit] as const,
    queryFn: ({ signal }) => fetchBars({ contract, interval, limit, signal }),
    select: selectBars,
  });
}

/** The same, with older pages on demand (`fetchNextPage` goes back in time). */
export function candlePagesQuery({ contract, interval, limit }: CandleRequest) {
  return infiniteQueryOptions({
    queryKey: [PUBLIC, 'candlePages', contract.code, interval, limit] as const,
    queryFn: ({ pageParam, signal }) => fetchBars({ contract, interval, limit, before: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ olderBefore }: BarPage) => olderBefore,
  });
}

/** Undefined when a price is not on the contract's grid: such a bar would be drawn in the wrong place. */
export function barFrom(candle: Candle, grid: PriceGrid): Bar | undefined {
  const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map((text) => {
    const reading = priceFromText(text, grid);
    return reading.kind === 'price' ? reading.ticks : undefined;
  });
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  return { timeMs: Date.parse(candle.time), open, high, low, close, volume: candle.volume };
}

function selectBars(page: BarPage): readonly Bar[] {
  return page.bars;
}

/** A day of quarter hours, for lines without axes. Many rows ask at once, so few calls run at a time. */
export const SPARK_BARS = 96;

export function sparkQuery(contract: CandleRequest['contract']) {
  const request = { contract, interval: '15m', limit: SPARK_BARS } as const;
  return queryOptions({
    queryKey: [PUBLIC, 'candles', contract.code, request.interval, request.limit] as const,
    queryFn: ({ signal }) => inTurn(() => fetchBars({ ...request, signal }), signal),
    select: selectBars,
    staleTime: 5 * 60_000,
    refetchInterval: 5 * 60_000,
  });
}
