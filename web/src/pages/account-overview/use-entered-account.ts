/**
 * Orders are changed and positions closed on an account page, so opening it makes its sub-account the trading account,
 * and choosing another account in the header opens that account's page. The account on screen and the trading account
 * are always the same.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';

export interface EnteredAccount {
  /** False until the account has become the trading account. */
  readonly isEntered: boolean;
  /** The previous trading account; null if it did not change. */
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
