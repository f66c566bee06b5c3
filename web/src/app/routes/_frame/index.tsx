/** The priceboard: what it shows and where its rows lead. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Side } from '@mua/core/values';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { useFavourites } from '#lists/favourites.ts';
import { contractsQuery, useContracts } from '#market/contracts.ts';
import { defaultContract } from '#market/default-contract.ts';
import { PriceboardPage } from '#pages/priceboard/priceboard-page.tsx';
import { useLastContract } from '#session/last-contract-store.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export const Route = createFileRoute('/_frame/')({
  // Started before the page's own code has arrived; the board shows its own loading and error states.
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

/** Remembered, so that "Trading" always leads somewhere. */
function useSelected(contracts: readonly Contract[]): Contract | undefined {
  const last = useLastContract();
  const selected = useMemo(() => defaultContract(contracts, last), [contracts, last]);
  const code = selected?.code;
  useEffect(() => {
    if (code !== undefined && code !== useLastContract.getState().code) rememberContract(code);
  }, [code]);
  return selected;
}

function rememberContract(code: string): void {
  useLastContract.getState().remember(code);
}
