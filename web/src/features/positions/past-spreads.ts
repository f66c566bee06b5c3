/** What the spread of two months was at the end of each of the last days, from the market's own bars. */

import type { Contract } from '@mua/contract/entities/contract';
import { listCandles } from '@mua/contract/http/market';
import type { Ticks } from '@mua/core/values';
import { queryOptions } from '@tanstack/react-query';
import { type Bar, barFrom } from '#market/candles.ts';
import { PUBLIC } from '#market/contracts.ts';
import { call } from '#wire/call.ts';

const DAYS = 20;

export interface PastSpreads {
  /** Near less far, oldest first; only days on which both months traded. */
  readonly spreads: readonly Ticks[];
  readonly lowest: Ticks;
  readonly highest: Ticks;
}

type Charted = Pick<Contract, 'code' | 'decimalFormat'>;

export function pastSpreadsQuery(near: Charted, far: Charted) {
  return queryOptions({
    queryKey: [PUBLIC, 'spreads', near.code, far.code, DAYS] as const,
    queryFn: async ({ signal }) => {
      const [nearBars, farBars] = await Promise.all([dayBars(near, signal), dayBars(far, signal)]);
      return pastSpreads(nearBars, farBars);
    },
    staleTime: 5 * 60_000,
  });
}

async function dayBars({ code, decimalFormat }: Charted, signal: AbortSignal): Promise<readonly Bar[]> {
  const { items } = await call(listCandles, {
    params: { contractCode: code },
    query: { interval: '1d', limit: String(DAYS) },
    signal,
  });
  return items.flatMap((candle) => barFrom(candle, decimalFormat) ?? []);
}

/** Null without a day on which both traded. */
export function pastSpreads(near: readonly Bar[], far: readonly Bar[]): PastSpreads | null {
  const closes = new Map(far.map(({ timeMs, close }) => [timeMs, close]));
  const spreads = near.flatMap(({ timeMs, close }) => {
    const other = closes.get(timeMs);
    return other === undefined ? [] : [close - other];
  });
  if (spreads.length === 0) return null;
  return { spreads, lowest: Math.min(...spreads), highest: Math.max(...spreads) };
}
