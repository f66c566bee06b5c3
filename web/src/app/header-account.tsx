/**
 * Connects the account switcher to its actions. Signing out and switching stay on the page, unless it needs an account.
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { late } from '#app/late.ts';
import { AccountSwitcher } from '#features/shell/account-switcher.tsx';
import { errorText } from '#i18n/error-text.ts';
import { withLimitsWords } from '#i18n/i18n.ts';
import { useAuth } from '#session/auth-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { forgetFigures, forgetRemoved, switchAccount } from '#signed-in/account-switch.ts';
import { tradingAccountOf, useAccountNames, useInvestorNames, useTradingAccount } from '#signed-in/accounts.ts';
import { errorCodeOf } from '#signed-in/actor.ts';
import { signOut, signOutAll } from '#signed-in/sign-in.ts';

const OwnLimitsDialog = late(async () => ({
  default: (await withLimitsWords(() => import('#features/own-limits/own-limits-dialog.tsx'))).OwnLimitsDialog,
}));

export function HeaderAccount() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const signedIn = useAuth((state) => state.accounts);
  const activeUserId = useAuth((state) => state.activeUserId);
  const userIds = signedIn.map(({ user }) => user.userId);
  const investors = useInvestorNames(userIds);
  const accounts = useAccountNames();
  const selected = useSelectedAccount((state) => state.selectedAccount);
  // The account as the server lists it, not only its remembered name: its limits need a page that the server answers.
  const account = useTradingAccount();
  // The dialog keeps the account it was opened for, even if the header switches to another.
  const [limited, setLimited] = useState<{ userId: string; account: AccountOverview } | null>(null);
  if (activeUserId === null) return null;

  const leave = async (signOff: () => Promise<void>, forget: () => Promise<void>) => {
    try {
      await signOff();
      await forget();
      await router.invalidate();
    } catch (error) {
      const { toast } = await import('#design/ui/feedback/toaster.tsx');
      toast.error(errorText(t, errorCodeOf(error)));
    }
  };

  return (
    <>
      <AccountSwitcher
        investors={userIds.map((userId, index) => ({ userId, investor: investors[index] }))}
        activeUserId={activeUserId}
        accounts={accounts}
        account={tradingAccountOf(accounts, selected)}
        onOpen={useAuth.getState().followTabs}
        onSwitch={(userId) => void switchAccount(queryClient, userId)}
        onSelectAccount={(accountId) => useSelectedAccount.getState().select(accountId)}
        onOpenLimits={account && (() => setLimited({ userId: activeUserId, account }))}
        onOpenSettings={() => void navigate({ to: '/account-overview/security-account' })}
        onAdd={() => void navigate({ to: '/login', search: { returnUrl: router.state.location.href } })}
        onLogOut={(userId) =>
          void leave(
            () => signOut(userId),
            () => forgetRemoved(queryClient, userId, userId === activeUserId),
          )
        }
        onLogOutAll={() => void leave(signOutAll, () => forgetFigures(queryClient))}
      />
      {limited && (
        <Suspense>
          <OwnLimitsDialog {...limited} onClose={() => setLimited(null)} />
        </Suspense>
      )}
    </>
  );
}
