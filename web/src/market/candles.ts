/** Reads bars in ticks, and the day of them that the board's chart shows. The desk's chart pages through its own. */
import type { Candle } from '@mua/contract/entities/candle';
import type { Contract } from '@mua/contract/entities/contract';
import { listCandles } from '@mua/contract/http/market';
import { type PriceGrid, priceFromText } from '@mua/core/values';
import { queryOptions } from '@tanstack/react-query';
import { PUBLIC } from '#market/contracts.ts';
import { call } from '#wire/call.ts';

export interface Bar {
  /** Start of the bar. */
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

type Charted = Pick<Contract, 'code' | 'decimalFormat'>;

/** Returns undefined when a price is not on the contract's grid: such a bar would be drawn in the wrong place. */
export function barFrom(candle: Candle, grid: PriceGrid): Bar | undefined {
  const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map((text) => {
    const reading = priceFromText(text, grid);
    return reading.kind === 'price' ? reading.ticks : undefined;
  });
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  return { timeMs: Date.parse(candle.time), open, high, low, close, volume: candle.volume };
}

/** The bars cover the last day in quarter hours. */
const DAY_BARS = 96;
const DAY_INTERVAL = '15m';

/** The bars come oldest first. */
export function dayBarsQuery(contract: Charted) {
  return queryOptions({
    queryKey: [PUBLIC, 'candles', contract.code, DAY_INTERVAL, DAY_BARS] as const,
    queryFn: async ({ signal }): Promise<readonly Bar[]> => {
      const { items } = await call(listCandles, {
        params: { contractCode: contract.code },
        query: { interval: DAY_INTERVAL, limit: String(DAY_BARS) },
        signal,
      });
      return items.flatMap((candle) => barFrom(candle, contract.decimalFormat) ?? []);
    },
    staleTime: 5 * 60_000,
    refetchInterval: 5 * 60_000,
  });
}
