/** Calendar spreads that can be traded, with their best prices. They are asked for while somebody looks at them. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Spread } from '@mua/contract/entities/spread';
import { listSpreads } from '@mua/contract/http/market';
import { queryOptions } from '@tanstack/react-query';
import { PUBLIC } from '#market/contracts.ts';
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

/** Of two months; undefined where no spread of them is listed. */
export function spreadOf(spreads: readonly Spread[], near: Contract, far: Contract): Spread | undefined {
  return spreads.find((one) => one.near === near.code && one.far === far.code);
}
