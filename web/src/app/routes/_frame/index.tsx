/** The priceboard with what it shows and where its rows lead. */
import type { Contract } from '@mua/contract/entities/contract';
import { COMMODITY_GROUPS, type Side } from '@mua/core/values';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { useFavourites } from '#lists/favourites.ts';
import { contractsQuery, useContracts } from '#market/contracts.ts';
import { PriceboardPage } from '#pages/priceboard/priceboard-page.tsx';
import { useLastContract } from '#session/last-contract-store.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export const Route = createFileRoute('/_frame/')({
  // Under way before the page's own code has arrived; the board shows its own waiting and its own error.
  loader: ({ context }) => void context.queryClient.prefetchQuery(contractsQuery()),
  component: PriceboardRoute,
});

function PriceboardRoute() {
  const { contracts, isPending, error, refetch } = useContracts();
  const navigate = useNavigate();
  const favourites = useFavourites();
  const selected = useSelected(contracts);
  const onOpen = useCallback(
    (code: string, side?: Side) =>
      void navigate({ to: '/trading/$code', params: { code }, search: side === undefined ? {} : { side } }),
    [navigate],
  );
  return (
    <PriceboardPage
      contracts={contracts}
      isLoading={isPending}
      errorCode={error === null ? null : errorCodeOf(error)}
      onRetry={() => void refetch()}
      favorites={favourites.codes}
      selected={selected}
      onSelect={rememberContract}
      onOpen={onOpen}
      onToggleFavorite={favourites.toggle}
    />
  );
}

/** The contract looked at last, else a busy one; remembered, so that "Trading" always leads somewhere. */
function useSelected(contracts: readonly Contract[]): Contract | undefined {
  const code = useLastContract((state) => state.code);
  const known = contracts.find((contract) => contract.code === code);
  const first = useMemo(() => busiestContract(contracts), [contracts]);
  useEffect(() => {
    if (!known && first) rememberContract(first.code);
  }, [known, first]);
  return known ?? first;
}

/** The most traded contract of the first group on the board: what a first visit should see moving. */
function busiestContract(contracts: readonly Contract[]): Contract | undefined {
  const group = COMMODITY_GROUPS.find((each) => contracts.some((contract) => contract.group === each));
  const members = contracts.filter((contract) => contract.group === group);
  return members.reduce<Contract | undefined>(
    (best, each) => (best && best.volume >= each.volume ? best : each),
    undefined,
  );
}

function rememberContract(code: string): void {
  useLastContract.getState().remember(code);
}
