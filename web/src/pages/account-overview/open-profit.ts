/** Estimates the profit of a sub-account's open positions at current prices, by commodity. */
import type { Contract } from '@mua/contract/entities/contract';
import type { MarginStatus } from '@mua/contract/entities/margin';
import { useMemo } from 'react';
import { useContractsByCode } from '#market/contracts.ts';
import { profitAt, useMarks } from '#market/live-marks.ts';

/**
 * By commodity code; a contract that is no longer listed is its own group. Adds up to the account's estimated profit.
 */
export function openProfitOf(
  status: MarginStatus,
  contracts: ReadonlyMap<string, Contract>,
  marks: ReadonlyMap<string, number | null>,
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const held of status.contracts) {
    if (held.netLots === 0) continue;
    const contract = contracts.get(held.contractCode);
    const profit = profitAt(held, contract, marks.get(held.contractCode) ?? null);
    const code = contract?.commodityCode ?? held.contractCode;
    sums.set(code, (sums.get(code) ?? 0n) + (profit?.vnd ?? BigInt(held.estimatedProfit)));
  }
  return sums;
}

const NOTHING: ReadonlyMap<string, bigint> = new Map();

export function useOpenProfit(status: MarginStatus | undefined): ReadonlyMap<string, bigint> {
  const contracts = useContractsByCode();
  const codes = useMemo(() => status?.contracts.map(({ contractCode }) => contractCode) ?? [], [status]);
  const marks = useMarks(codes);
  return useMemo(() => (status ? openProfitOf(status, contracts, marks) : NOTHING), [status, contracts, marks]);
}
