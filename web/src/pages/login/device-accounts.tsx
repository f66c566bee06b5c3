/** The investors already signed in on this device: one tap instead of a password. */
import type { SignedInAccount } from '@mua/contract/entities/auth-state';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { Avatar } from '#design/ui/figures/avatar.tsx';

export interface DeviceName {
  readonly fullName: string;
  readonly investorCode: string;
}

export interface DeviceAccountsProps {
  readonly accounts: readonly SignedInAccount[];
  readonly activeUserId: string | null;
  /** By userId, if already known; otherwise the id is shown. */
  readonly names: Readonly<Record<string, DeviceName>>;
  readonly onOpen: (userId: string) => void;
}

export function DeviceAccounts({ accounts, activeUserId, names, onOpen }: DeviceAccountsProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="device-accounts" className="grid gap-5">
      <h2
        id="device-accounts"
        className="flex items-center gap-3 font-normal text-12 text-fg-3 before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border"
      >
        {t(($) => $.pages.login.onThisDevice)}
      </h2>
      <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border">
        {accounts.map(({ user: { userId } }) => (
          <li key={userId}>
            <button
              type="button"
              onClick={() => onOpen(userId)}
              aria-label={t(($) => $.pages.login.openAccount, { account: names[userId]?.fullName ?? userId })}
              className="flex w-full items-center gap-3 px-3 py-2.5 text-left outline-offset-[-3px] hover:bg-surface-2"
            >
              <Avatar name={names[userId]?.fullName ?? userId} className="size-8" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{names[userId]?.fullName ?? userId}</span>
                {names[userId] && (
                  <span className="block text-12 text-fg-3">
                    <AccountNumber number={names[userId].investorCode} />
                  </span>
                )}
              </span>
              {userId === activeUserId && <Badge tone="info">{t(($) => $.pages.login.active)}</Badge>}
              <ChevronRight aria-hidden className="size-3.5 text-fg-3" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
