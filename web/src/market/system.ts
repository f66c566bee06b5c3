/** Tells which product, market and clock this page talks to. */
import { readExtraInfo } from '@mua/contract/http/system';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useWithoutNetwork } from '#market/cached-market.ts';
import { PUBLIC } from '#market/contracts.ts';
import { readKept, writeKept } from '#session/kept-value.ts';
import { call } from '#wire/call.ts';

const KEY = 'kept-venue';

export function extraInfoQuery() {
  return queryOptions({
    queryKey: [PUBLIC, 'extraInfo'] as const,
    queryFn: async ({ signal }) => {
      const info = await call(readExtraInfo, { signal });
      writeKept(KEY, info.venue);
      return info;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Tells whether prices come from a simulation, remembered prices included. */
export function useIsSimulated(): boolean {
  const { data } = useQuery(extraInfoQuery());
  const isWithoutNetwork = useWithoutNetwork();
  return (data?.venue ?? (isWithoutNetwork ? readKept(KEY) : null)) === 'simulated';
}
