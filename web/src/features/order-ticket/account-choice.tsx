/** The sub-account the order is sent from, demo or live: shown on everything that can send an order. */
import { ChevronsUpDown } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import type { TicketAccountChoice } from '#features/order-ticket/ticket-owner.ts';
import { useFormat } from '#i18n/use-format.ts';

const PILL = 'inline-flex h-6.5 min-w-0 shrink items-center rounded-md text-12 tabular-nums';

/** `isBare`: in a sheet's header there is no room for a frame. */
export interface AccountChoiceProps {
  readonly choice: TicketAccountChoice;
  readonly isBare?: boolean;
}

export const AccountChoice = memo(function AccountChoice({ choice, isBare = false }: AccountChoiceProps) {
  const { t } = useTranslation();
  const { account, accounts, owner } = choice;
  const pill = cn(PILL, isBare ? 'gap-1' : 'gap-1.5 border border-border-strong px-1.5');
  if (owner === 'visitor' || owner === 'loading' || accounts.length === 0) return null;
  const name = account ? (
    <>
      <AccountKindBadge isDemo={account.isDemo} />
      <span className="truncate">
        <AccountNumber number={account.subAccountCode} />
      </span>
    </>
  ) : (
    t(($) => $.ticket.issue.account)
  );
  if (account && accounts.length === 1) return <span className={pill}>{name}</span>;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={t(($) => $.ticket.account)}
        data-testid="ticket-account"
        className={cn(pill, 'finger-sized hover:bg-surface-3')}
      >
        {name}
        <ChevronsUpDown aria-hidden className="size-3 shrink-0 text-fg-3" />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup value={account?.accountId ?? ''} onValueChange={choice.choose}>
          {accounts.map((one) => (
            <DropdownMenuRadioItem key={one.accountId} value={one.accountId}>
              <AccountKindBadge isDemo={one.isDemo} />
              <AccountNumber number={one.subAccountCode} />
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
});

/** If the draft was begun for another sub-account than the current one, says so; it moves only when asked. */
export function DraftElsewhere({ choice: { elsewhere, choose } }: { choice: TicketAccountChoice }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!elsewhere) return null;
  return (
    <p className="flex items-center justify-between gap-2 border-border border-b bg-warning-soft px-3 py-1 text-12 text-warning">
      <Button variant="link" size="text" className="text-12" onClick={() => choose(elsewhere.accountId)}>
        {t(($) => $.ticket.useAccount, { account: format.accountNumber(elsewhere.subAccountCode) })}
      </Button>
      <AccountKindBadge isDemo={elsewhere.isDemo} />
    </p>
  );
}
