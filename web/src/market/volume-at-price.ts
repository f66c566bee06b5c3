/**
 * Lots traded at each price on the current trade date: what the server has counted, and on top of it the trades that the
 * tape has brought since. Nothing is guessed: where the first trades of the day are not known, the sum is smaller than
 * the day's volume.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { readVolumeAtPrice } from '@mua/contract/http/market';
import type { Lots, Ticks } from '@mua/core/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { PUBLIC } from '#market/contracts.ts';
import { type TradeTicks, useTape } from '#market/trades-store.ts';
import { useQuoteField } from '#market/use-quote.ts';
import { call } from '#wire/call.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

/** The tape holds 200 trades: with this many behind it, the count is read again before they are lost. */
const MOST_BEHIND = 100;
/** Between two readings, so that a tape that never meets the count does not ask without end. */
const READ_AGAIN_MS = 1_000;

export type VolumeAtPrice = ReadonlyMap<Ticks, Lots>;

export interface CountedVolume {
  readonly lots: VolumeAtPrice;
  /** The last trade that is counted; null before the first. */
  readonly lastTradeId: string | null;
}

const NONE: CountedVolume = { lots: new Map(), lastTradeId: null };

/**
 * Adds the trades of the tape, newest first, that came after the last counted one. `isBehind` is true where that one is
 * not in the tape any more, or nearly so: trades may be missing, and the count has to be read again.
 */
export function withTape(
  { lots, lastTradeId }: CountedVolume,
  tape: readonly TradeTicks[],
): { readonly lots: VolumeAtPrice; readonly isBehind: boolean } {
  const counted = lastTradeId === null ? tape.length : tape.findIndex(({ tradeId }) => tradeId === lastTradeId);
  if (counted < 0) return { lots, isBehind: tape.length > 0 };
  if (counted === 0) return { lots, isBehind: false };
  const all = new Map(lots);
  for (const trade of tape.slice(0, counted)) {
    all.set(trade.priceTicks, (all.get(trade.priceTicks) ?? 0) + trade.lots);
  }
  return { lots: all, isBehind: counted > MOST_BEHIND };
}

export function useVolumeAtPrice({ code, decimalFormat: grid }: Contract): VolumeAtPrice {
  const { data, refetch, dataUpdatedAt } = useQuery(volumeAtPriceQuery(code));
  const tape = useTape(code);
  const base = useMemo((): CountedVolume => {
    if (!data) return NONE;
    const rows = data.items.flatMap(({ price, lots }) => {
      const ticks = ticksFromWire(price, grid);
      return ticks === null ? [] : [[ticks, lots] as const];
    });
    return { lots: new Map(rows), lastTradeId: data.lastTradeId };
  }, [data, grid]);
  const { lots, isBehind } = useMemo(() => withTape(base, tape), [base, tape]);
  // A volume that falls is another trade date.
  const volume = useQuoteField(code, 'volume');
  const before = useRef(volume);
  useEffect(() => {
    if (volume !== null && before.current !== null && volume < before.current) void refetch();
    before.current = volume;
  }, [volume, refetch]);
  useEffect(() => {
    if (!isBehind || dataUpdatedAt === 0) return;
    const timer = setTimeout(() => void refetch(), READ_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isBehind, dataUpdatedAt, refetch]);
  return data ? lots : NONE.lots;
}

function volumeAtPriceQuery(code: string) {
  return queryOptions({
    queryKey: [PUBLIC, 'volume-at-price', code] as const,
    queryFn: ({ signal }) => call(readVolumeAtPrice, { params: { contractCode: code }, signal }),
    staleTime: 0,
    gcTime: 60_000,
  });
}
