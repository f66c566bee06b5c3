/**
 * A contract as its ticket would trade it: for a signed-in investor with the fee and the largest order of the service
 * package of the sub-account that orders go to.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { useMemo } from 'react';
import { useTradingAccount } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { ownTerms, useSubscription } from '#signed-in/service-packages.ts';

export interface OwnContract {
  readonly contract: Contract;
  /** Of the service package; null without one. */
  readonly packageTitle: string | null;
}

export function useOwnContract(listed: Contract): OwnContract {
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId;
  const subscription = useSubscription(userId !== null && accountId !== undefined ? { userId, accountId } : null);
  return useMemo(
    () => ({
      contract: { ...listed, terms: ownTerms(listed.terms, subscription) },
      packageTitle: subscription?.terms.title ?? null,
    }),
    [listed, subscription],
  );
}
