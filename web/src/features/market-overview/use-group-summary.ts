/** Summarizes a group from the current quotes: at most twice a second, so that a headline can be read. */
import type { Contract } from '@mua/contract/entities/contract';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type GroupSummary, indexSeries, type PricePair, summarize } from '#features/market-overview/market-index.ts';
import { priceStore } from '#market/price-store.ts';
import { sparkQuery } from '#market/sparklines.ts';

const PAUSE_MS = 500;

export function useGroupSummary(contracts: readonly Contract[]): GroupSummary {
  const [summary, setSummary] = useState(() => summaryOf(contracts));
  useEffect(() => {
    setSummary(summaryOf(contracts));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = priceStore.subscribeFrame(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setSummary((last) => unlessSame(last, summaryOf(contracts)));
      }, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [contracts]);
  return summary;
}

/**
 * The index over the last day, from the nearest contract of each commodity; undefined until all their bars have loaded.
 */
export function useIndexSeries(contracts: readonly Contract[]): readonly number[] | undefined {
  const nearest = useMemo(() => nearestContracts(contracts), [contracts]);
  const bars = useQueries({
    queries: nearest.map((contract) => sparkQuery(contract)),
    combine: (results) =>
      results.every(({ isFetched }) => isFetched) ? results.map(({ data }) => data ?? []) : undefined,
  });
  return useMemo(() => {
    if (!bars?.length || bars.length !== nearest.length) return undefined;
    return indexSeries(
      nearest.map(({ code }, index) => ({
        settlement: priceStore.read(code, 'settlement'),
        closes: bars[index] ?? [],
      })),
    );
  }, [bars, nearest]);
}

function nearestContracts(contracts: readonly Contract[]): readonly Contract[] {
  const byCommodity = new Map<string, Contract>();
  for (const contract of contracts) {
    const known = byCommodity.get(contract.commodityCode);
    if (!known || contract.expiryMonth < known.expiryMonth) byCommodity.set(contract.commodityCode, contract);
  }
  return [...byCommodity.values()];
}

function summaryOf(contracts: readonly Contract[]): GroupSummary {
  return summarize(contracts.map(({ code }) => pairOf(code)));
}

function pairOf(code: string): PricePair {
  return { last: priceStore.read(code, 'last'), settlement: priceStore.read(code, 'settlement') };
}

function unlessSame(last: GroupSummary, next: GroupSummary): GroupSummary {
  const isSame =
    last.index === next.index &&
    last.counted === next.counted &&
    last.rising === next.rising &&
    last.unchanged === next.unchanged &&
    last.falling === next.falling;
  return isSame ? last : next;
}
