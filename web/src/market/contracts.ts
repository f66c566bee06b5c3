/**
 * Reads the listed contracts with facts, terms of trade and the prices of the moment they were read. Public, so no
 * actor.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { listContracts, readPriceboard } from '@mua/contract/http/market';
import type { ReplyOf } from '@mua/contract/route';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMarketMemory } from '#market/cached-market.ts';
import { seedPrices } from '#market/seed-prices.ts';
import { CallError, call } from '#wire/call.ts';

/** Query key of everything that anybody may see. */
export const PUBLIC = 'public';

type ContractPage = ReplyOf<typeof listContracts>;

const REFETCH_MS = 5 * 60_000;
/** Interval while the list shown is only remembered. */
const RETRY_MS = 5_000;

/**
 * Returns how long the list is valid. Facts and terms change by notice, which no feed reports; changes of session and
 * settlement arrive by feed (use-fresh-contracts.ts).
 */
function holdsForMs(): number {
  return useMarketMemory.getState().shownFromMs === null ? REFETCH_MS : RETRY_MS;
}

/** Reads all pages of the list, usually one. Their prices are in the store before anybody sees the list. */
async function fetchContracts(signal: AbortSignal): Promise<readonly Contract[]> {
  const all: Contract[] = [];
  let cursor: string | null = null;
  do {
    const page: ContractPage = await call(listContracts, { query: cursor === null ? {} : { cursor }, signal });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

/**
 * Falls back, on a page that starts without a network, to the market as last seen, which says so (cached-market.ts).
 */
async function fetchOrRemember(signal: AbortSignal): Promise<readonly Contract[]> {
  try {
    const contracts = await fetchContracts(signal);
    seedPrices(contracts);
    useMarketMemory.getState().forget();
    return contracts;
  } catch (error) {
    const kept = isUnreachable(error) ? useMarketMemory.getState().recall() : null;
    if (kept === null) throw error;
    seedPrices(kept);
    return kept;
  }
}

export function contractsQuery() {
  return queryOptions({
    queryKey: [PUBLIC, 'contracts'] as const,
    queryFn: ({ signal }) => fetchOrRemember(signal),
    // Runs without a network too: the answer is then what is remembered.
    networkMode: 'always',
    // A screen that asks once more, as a tab that wakes does, gets the list already loaded.
    staleTime: holdsForMs,
    refetchInterval: holdsForMs,
    placeholderData: keepPreviousData,
  });
}

/** Tells whether no answer came at all: neither a refusal nor a server's fault. */
function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && error.status === null;
}

const NO_CONTRACTS: readonly Contract[] = [];

/** Renders again when one of these changes, not when a fetch of the list merely begins or ends. */
export function useContracts() {
  const { data, error, isPending, refetch } = useQuery(contractsQuery());
  return { data, error, isPending, refetch, contracts: data ?? NO_CONTRACTS };
}

/** Returns one contract of the list; undefined while the list loads or when the code is not listed. */
export function useContract(code: string): Contract | undefined {
  const { contracts } = useContracts();
  return useMemo(() => contracts.find((contract) => contract.code === code), [contracts, code]);
}

export function useContractsByCode(): ReadonlyMap<string, Contract> {
  const { contracts } = useContracts();
  return useMemo(() => new Map(contracts.map((contract) => [contract.code, contract])), [contracts]);
}

/** Reads every quote in one frame of the market feed: the source of prices while the feed itself is down. */
export function priceboardQuery() {
  return queryOptions({
    queryKey: [PUBLIC, 'priceboard'] as const,
    queryFn: ({ signal }) => call(readPriceboard, { signal }),
    refetchInterval: 10_000,
  });
}
