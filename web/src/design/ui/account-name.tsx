/** A sub-account with its kind, wherever something is about to be done with it. */
import { AccountNumber } from '#design/ui/account-number.tsx';
import { AccountKindBadge } from '#design/ui/badge.tsx';

export function AccountName({ account }: { account: { readonly name: string; readonly isDemo: boolean | null } }) {
  return (
    <>
      <AccountKindBadge isDemo={account.isDemo} /> <AccountNumber number={account.name} />
    </>
  );
}
