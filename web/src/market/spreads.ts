/**
 * Calendar spreads that can be traded, with their best prices. They are asked for while somebody looks at them; when the
 * answers stop, the last one stays, and its prices are late.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Spread } from '@mua/contract/entities/spread';
import { listSpreads } from '@mua/contract/http/market';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { quoteAgeMs, useEverySecond } from '#clock/market-clock.ts';
import { PUBLIC, useContracts } from '#market/contracts.ts';
import { lateBy } from '#market/quote-age.ts';
import { nowMs } from '#session/clock.ts';
import { call } from '#wire/call.ts';

/** Makers look once a second. */
const LIVE_MS = 2_000;

/** Null while the commodity is not known. */
export function spreadsQuery(commodityCode: string | null) {
  return queryOptions({
    enabled: commodityCode !== null,
    queryKey: [PUBLIC, 'spreads', commodityCode] as const,
    queryFn: async ({ signal }): Promise<readonly Spread[]> => {
      const { items } = await call(listSpreads, { query: commodityCode === null ? {} : { commodityCode }, signal });
      return items;
    },
    refetchInterval: LIVE_MS,
  });
}

export interface ListedSpreads {
  readonly spreads: readonly Spread[];
  readonly contracts: readonly Contract[];
}

export interface SpreadsReading {
  /** With the contracts, so that a question begins when all it needs is there; null until then. */
  readonly listed: ListedSpreads | null;
  /** Asks again for what did not come; null while it is on its way. */
  readonly retry: (() => void) | null;
}

export function useListedSpreads(commodityCode: string | null): SpreadsReading {
  const { data: contracts, error, refetch } = useContracts();
  const { data: spreads, errorUpdateCount, isPaused, refetch: askAgain } = useQuery(spreadsQuery(commodityCode));
  if (contracts && spreads) return { listed: { spreads, contracts }, retry: null };
  const lacksContracts = !contracts && error !== null;
  // It goes on asking: what failed once has failed until there is an answer.
  const lacksSpreads = !spreads && (errorUpdateCount > 0 || isPaused);
  const retry = () => {
    if (lacksContracts) void refetch();
    if (lacksSpreads) void askAgain();
  };
  return { listed: null, retry: lacksContracts || lacksSpreads ? retry : null };
}

/** How late its best prices are, in seconds: not confirmed by the exchange, or by no answer. Null while they are fresh. */
export function useLateSpread({ commodityCode, quote }: Spread): number | null {
  const client = useQueryClient();
  return useEverySecond(() => {
    const answered = client.getQueryState(spreadsQuery(commodityCode).queryKey);
    if (quote === null || !answered) return null;
    const confirmedAgeMs = quote.session === 'OPEN' ? quoteAgeMs(Date.parse(quote.time)) : 0;
    return lateBy(Math.max(confirmedAgeMs, nowMs() - answered.dataUpdatedAt));
  });
}

/** Of two months; undefined where no spread of them is listed. */
export function spreadOf(spreads: readonly Spread[], near: Contract, far: Contract): Spread | undefined {
  return spreads.find((one) => one.near === near.code && one.far === far.code);
}
