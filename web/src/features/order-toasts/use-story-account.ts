/** The sub-account named in an order's toast: only if the page shows another one, as in every list. */

import type { ToastStory } from '#features/order-toasts/toast-story.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useAccounts, useTradingAccount } from '#signed-in/accounts.ts';

export function useStoryAccount({ accountId }: ToastStory): string | null {
  const format = useFormat();
  const onScreen = useTradingAccount();
  const account = useAccounts().find((one) => one.accountId === accountId);
  if (onScreen === undefined || onScreen.accountId === accountId) return null;
  return format.accountNumber(account?.subAccountCode ?? accountId);
}
