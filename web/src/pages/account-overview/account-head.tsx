/** The page title and the sub-account it shows, which is also the trading account. Says so if this page changed it. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { ArrowLeftRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { useAccounts } from '#signed-in/accounts.ts';

export interface AccountHeadProps {
  readonly title: string;
  readonly account: AccountOverview;
  /** The trading account before this page was opened; null if it is unchanged. */
  readonly previous: string | null;
  readonly children?: ReactNode;
}

export function AccountHead({ title, account, previous, children }: AccountHeadProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const accounts = useAccounts();
  const select = (accountId: string) => useSelectedAccount.getState().select(accountId);
  const nameOf = (accountId: string) =>
    format.accountNumber(accounts.find((one) => one.accountId === accountId)?.subAccountCode ?? accountId);
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20">{title}</h1>
        <Select
          aria-label={t(($) => $.accounts.account)}
          data-testid="page-account"
          className="w-auto max-md:h-11"
          value={account.accountId}
          onValueChange={select}
          options={accounts.map(({ accountId, subAccountCode, isDemo, isActivated }) => ({
            value: accountId,
            disabled: !isActivated,
            label: (
              <span className="flex items-center gap-2">
                <AccountKindBadge isDemo={isDemo} />
                {format.accountNumber(subAccountCode)}
              </span>
            ),
          }))}
        />
        {children}
      </div>
      {previous !== null && (
        <p
          role="status"
          data-testid="account-switched"
          className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-primary-soft px-3 py-1.5 text-12 text-primary-text"
        >
          <ArrowLeftRight aria-hidden className="size-3.5 shrink-0" />
          {t(($) => $.accounts.switched, { account: nameOf(account.accountId), previous: nameOf(previous) })}
          <Button size="sm" variant="outline" className="max-md:h-11" onClick={() => select(previous)}>
            {t(($) => $.accounts.switchBack, { previous: nameOf(previous) })}
          </Button>
        </p>
      )}
    </header>
  );
}
