/**
 * The loaded part of the account switcher: every signed-in investor, the active one's sub-accounts, signing in and out.
 */
import { useNavigate } from '@tanstack/react-router';
import { ArrowDownToLine, LogOut, ShieldCheck, UserCog, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#design/ui/dialogs/confirm-dialog.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { Avatar } from '#design/ui/figures/avatar.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { AccountButton, type AccountSwitcherProps, nameOf } from '#features/shell/account-button.tsx';
import type { KnownAccount } from '#session/known-investors-store.ts';

export function AccountChoices(props: AccountSwitcherProps) {
  const {
    investors,
    activeUserId,
    accounts,
    account,
    onOpen,
    onSwitch,
    onSelectAccount,
    onOpenLimits,
    onOpenSettings,
    onAdd,
    onLogOut,
    onLogOutAll,
  } = props;
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const active = investors.find(({ userId }) => userId === activeUserId);
  return (
    <>
      <DropdownMenu defaultOpen onOpenChange={(isOpen) => isOpen && onOpen()}>
        <DropdownMenuTrigger asChild>
          <AccountButton investor={active} account={account} />
        </DropdownMenuTrigger>
        <DropdownMenuContent className="w-75 max-w-[calc(100vw-16px)]">
          <DropdownMenuGroup>
            <DropdownMenuLabel>{t(($) => $.shell.header.switchAccount)}</DropdownMenuLabel>
            <DropdownMenuRadioGroup value={activeUserId} onValueChange={onSwitch}>
              {investors.map((each) => (
                <DropdownMenuRadioItem key={each.userId} value={each.userId} className="py-1.5 max-md:min-h-12">
                  <Avatar name={nameOf(each)} />
                  <span className="min-w-0">
                    <span className="block truncate font-medium leading-4">{nameOf(each)}</span>
                    <span className="block text-11 text-fg-3 leading-4">
                      {each.investor && <AccountNumber number={each.investor.investorCode} />}
                    </span>
                  </span>
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </DropdownMenuGroup>
          {accounts.length > 0 && (
            <DropdownMenuGroup>
              <DropdownMenuSeparator />
              <DropdownMenuLabel>{t(($) => $.shell.header.subAccounts)}</DropdownMenuLabel>
              <DropdownMenuRadioGroup value={account?.accountId ?? ''} onValueChange={onSelectAccount}>
                {accounts.map((each) => (
                  <SubAccountItem key={each.accountId} account={each} />
                ))}
              </DropdownMenuRadioGroup>
            </DropdownMenuGroup>
          )}
          <DropdownMenuSeparator />
          {account?.isActivated && <DepositItem />}
          <DropdownMenuItem onSelect={onOpenSettings}>
            <UserCog aria-hidden className="text-fg-2" />
            {t(($) => $.shell.header.accountSettings)}
          </DropdownMenuItem>
          {onOpenLimits && (
            <DropdownMenuItem onSelect={onOpenLimits} data-testid="own-limits">
              <ShieldCheck aria-hidden className="text-fg-2" />
              {t(($) => $.accounts.limits)}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={onAdd}>
            <UserPlus aria-hidden className="text-fg-2" />
            {t(($) => $.shell.header.addAccount)}
          </DropdownMenuItem>
          {investors.map((each) => (
            <DropdownMenuItem key={each.userId} onSelect={() => onLogOut(each.userId)}>
              <LogOut aria-hidden className="text-fg-2" />
              {investors.length > 1 || each.investor
                ? t(($) => $.shell.header.logOutOf, { name: nameOf(each) })
                : t(($) => $.shell.header.logOut)}
            </DropdownMenuItem>
          ))}
          {investors.length > 0 && (
            <DropdownMenuItem danger onSelect={() => setAsking(true)}>
              <LogOut aria-hidden />
              {t(($) => $.shell.header.logOutAll)}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t(($) => $.dialogs.logoutAll.title, { count: investors.length, accounts: investors.length })}
        body={t(($) => $.dialogs.logoutAll.body)}
        action={t(($) => $.dialogs.logoutAll.button)}
        onConfirm={onLogOutAll}
      />
    </>
  );
}

function DepositItem() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <DropdownMenuItem data-testid="to-deposit" onSelect={() => void navigate({ to: '/account-overview/deposit' })}>
      <ArrowDownToLine aria-hidden className="text-fg-2" />
      {t(($) => $.deposits.title)}
    </DropdownMenuItem>
  );
}

function SubAccountItem({ account }: { account: KnownAccount }) {
  const { t } = useTranslation();
  const { accountId, subAccountCode, isActivated, isDemo } = account;
  return (
    <DropdownMenuRadioItem value={accountId} disabled={!isActivated}>
      <span>
        <AccountNumber number={subAccountCode} />
      </span>
      <AccountKindBadge isDemo={isDemo} />
      {!isActivated && <span className="text-11 text-fg-3">{t(($) => $.shell.header.notActivated)}</span>}
    </DropdownMenuRadioItem>
  );
}
