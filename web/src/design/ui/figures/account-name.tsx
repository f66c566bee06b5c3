/** Names a sub-account with its kind, wherever an action on it is about to follow. */

import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';

export function AccountName({ account }: { account: { readonly name: string; readonly isDemo: boolean | null } }) {
  return (
    <>
      <AccountKindBadge isDemo={account.isDemo} /> <AccountNumber number={account.name} />
    </>
  );
}
