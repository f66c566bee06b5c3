/** Parts shared by the row and the card of a sub-account. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { formatDecimal } from '@mua/core/values';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LiveAccount } from '#accounts/live-accounts.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { AccountKindBadge, Badge } from '#design/ui/feedback/badge.tsx';
import { useFormat } from '#i18n/use-format.ts';

export function SubAccountLink({ account }: { account: AccountOverview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const number = format.accountNumber(account.subAccountCode);
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap max-md:min-h-11">
      <AccountKindBadge isDemo={account.isDemo} className="min-w-11.5 justify-center" />
      <Link
        to="/account-overview/property/$accountId"
        params={{ accountId: account.accountId }}
        aria-label={t(($) => $.accounts.figuresOf, { account: number })}
        className="rounded-[3px] font-medium hover:text-primary-text hover:underline max-md:py-3"
      >
        {number}
      </Link>
    </span>
  );
}

export function SubAccountState({ account, reason }: { account: AccountOverview; reason: string }) {
  const { t } = useTranslation();
  if (account.isActivated) return <Badge tone="success">{t(($) => $.words.accountStatus.ACTIVE)}</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone="warning">{t(($) => $.accounts.waiting)}</Badge>
      <span className="text-12 text-fg-2">{reason}</span>
    </span>
  );
}

export interface ChooseProps {
  readonly account: AccountOverview;
  readonly isCurrent: boolean;
  readonly onChoose: (accountId: string) => void;
}

export function ChooseSubAccount({ account, isCurrent, onChoose }: ChooseProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!account.isActivated) return null;
  if (isCurrent) {
    return (
      <span className="inline-flex items-center gap-1 whitespace-nowrap text-12 text-fg-2">
        <Check aria-hidden className="size-3.5" />
        {t(($) => $.accounts.inUse)}
      </span>
    );
  }
  const number = format.accountNumber(account.subAccountCode);
  return (
    <Button
      size="sm"
      variant="outline"
      className="max-md:h-11 max-md:px-4"
      data-testid={`choose-${account.accountId}`}
      aria-label={t(($) => $.accounts.chooseAria, { account: number })}
      onClick={() => onChoose(account.accountId)}
    >
      {t(($) => $.accounts.choose)}
    </Button>
  );
}

/** Without required margin nothing is at risk, and there is no ratio. */
export function RatioText({ live }: { live: LiveAccount | undefined }) {
  const format = useFormat();
  const ratio = live?.ratioBasisPoints ?? null;
  return format.ratio(ratio === null ? null : formatDecimal(ratio, 2));
}
