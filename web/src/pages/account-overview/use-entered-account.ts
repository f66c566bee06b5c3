/**
 * A page of one sub-account is also where its orders are changed and its positions closed, so entering it makes that
 * sub-account the one orders go from, and choosing another one in the header leads to that one's page: what is seen and
 * what is traded with are never two accounts.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';

export interface EnteredAccount {
  /** False for the moment until the account is the trading one. */
  readonly isEntered: boolean;
  /** Which one orders went from before; null where nothing changed. */
  readonly previous: string | null;
}

export function useEnteredAccount(accountId: string, onOther: (accountId: string) => void): EnteredAccount {
  const tradingId = useTradingAccount()?.accountId;
  const [previous, setPrevious] = useState<string | null>(null);
  const enter = useEffectEvent(() => {
    if (tradingId === accountId) return;
    setPrevious(tradingId ?? null);
    useSelectedAccount.getState().select(accountId);
  });
  const leave = useEffectEvent(onOther);
  useEffect(() => {
    enter();
    return useSelectedAccount.subscribe(({ selectedAccount }) => {
      if (selectedAccount !== null && selectedAccount !== accountId) leave(selectedAccount);
    });
  }, [accountId]);
  return { isEntered: tradingId === accountId, previous };
}
