/** The investor and the sub-account, always visible (design principle 5), live ones in a colour of their own. */
import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { Avatar } from '#design/ui/figures/avatar.tsx';
import { useFormat } from '#i18n/use-format.ts';
import type { KnownAccount, KnownName } from '#session/known-investors-store.ts';

export interface SignedInInvestor {
  readonly userId: string;
  /** Undefined until it has loaded: then the id is shown instead of the name. */
  readonly investor: KnownName | undefined;
}

export interface AccountSwitcherProps {
  readonly investors: readonly SignedInInvestor[];
  readonly activeUserId: string;
  readonly accounts: readonly KnownAccount[];
  readonly account: KnownAccount | undefined;
  /** Called when the menu opens, which must include investors who signed in elsewhere meanwhile. */
  readonly onOpen: () => void;
  readonly onSwitch: (userId: string) => void;
  readonly onSelectAccount: (accountId: string) => void;
  /** Opens the own limits of the trading sub-account; undefined while they can't be requested. */
  readonly onOpenLimits: (() => void) | undefined;
  readonly onOpenSettings: () => void;
  readonly onAdd: () => void;
  readonly onLogOut: (userId: string) => void;
  readonly onLogOutAll: () => void;
}

export interface AccountButtonProps extends ComponentProps<'button'> {
  readonly investor: SignedInInvestor | undefined;
  readonly account: KnownAccount | undefined;
}

export function AccountButton({ investor, account, ...props }: AccountButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const number = account?.subAccountCode ?? investor?.investor?.investorCode;
  const shown = number === undefined ? undefined : format.accountNumber(number);
  const name = investor ? nameOf(investor) : '';
  const kind = account && t(($) => (account.isDemo ? $.words.account.demo : $.words.account.live));
  return (
    <button
      type="button"
      data-testid="account-switcher"
      aria-label={[t(($) => $.shell.header.account), name, shown, kind].filter(Boolean).join(', ')}
      className="relative flex h-9 items-center gap-2 whitespace-nowrap rounded-md border border-border-strong pr-2 pl-1.5 hover:bg-surface-2 data-[state=open]:bg-surface-2 max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-1.25"
      aria-haspopup="menu"
      {...props}
    >
      <Avatar name={name} className="max-md:hidden" />
      <span className="hidden text-left text-11 text-fg-3 leading-3.5 md:block">
        <span className="block max-w-40 truncate font-medium text-12 text-foreground leading-[15px]">{name}</span>
        {shown ?? ' '}
      </span>
      <span className="pl-1 text-12 text-fg-2 md:hidden">{shown ?? name}</span>
      {account && <AccountKindBadge isDemo={account.isDemo} />}
      <ChevronsUpDown aria-hidden className="size-3.5 text-fg-2" />
    </button>
  );
}

export function nameOf({ userId, investor }: SignedInInvestor): string {
  return investor?.fullName ?? userId;
}
