/** Computes sub-accounts at the prices of this moment: the very sums that the desk's figures explain. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { Contract } from '@mua/contract/entities/contract';
import type { MarginStatus } from '@mua/contract/entities/margin';
import { equityVnd, marginRatioBasisPoints } from '@mua/core/preview';
import type { Vnd } from '@mua/core/values';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useContractsByCode } from '#market/contracts.ts';
import { liveFunds, useMarks } from '#market/live-marks.ts';
import { marginStatusQuery } from '#signed-in/accounts.ts';

export interface LiveAccount {
  readonly status: MarginStatus;
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
  readonly availableVnd: Vnd;
  readonly estimatedProfitVnd: Vnd;
  /** Ratio in hundredths of a percent; null without required margin. */
  readonly ratioBasisPoints: bigint | null;
}

export interface LiveAccounts {
  /** Accounts by accountId; one whose figures have not come is missing. */
  readonly byAccount: ReadonlyMap<string, LiveAccount>;
  /** The first error among the accounts that did not load. */
  readonly error: unknown;
  retry(): void;
}

export function useLiveAccounts(userId: string, accounts: readonly AccountOverview[]): LiveAccounts {
  const { statuses, error, retry } = useQueries({
    queries: accounts.map(({ accountId }) => marginStatusQuery(userId, accountId)),
    combine: joined,
  });
  const contracts = useContractsByCode();
  const codes = useMemo(
    () => [...new Set(statuses.flatMap((status) => status.contracts.map(({ contractCode }) => contractCode)))],
    [statuses],
  );
  const marks = useMarks(codes);
  const byAccount = useMemo(
    () => new Map(statuses.map((status) => [status.accountId, liveAccountOf(status, contracts, marks)])),
    [statuses, contracts, marks],
  );
  return { byAccount, error, retry };
}

function joined(results: readonly UseQueryResult<MarginStatus>[]) {
  return {
    statuses: results.flatMap(({ data }) => data ?? []),
    error: results.find((result) => result.error !== null && result.data === undefined)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error !== null) void result.refetch();
    },
  };
}

export function liveAccountOf(
  status: MarginStatus,
  contracts: ReadonlyMap<string, Contract>,
  marks: ReadonlyMap<string, number | null>,
): LiveAccount {
  const funds = liveFunds(status, contracts, marks);
  const equity = equityVnd(funds);
  const requiredVnd = BigInt(status.requiredMargin);
  return {
    status,
    equityVnd: equity,
    requiredVnd,
    availableVnd: equity - requiredVnd,
    estimatedProfitVnd: funds.estimatedProfitVnd,
    ratioBasisPoints: marginRatioBasisPoints(equity, requiredVnd),
  };
}
