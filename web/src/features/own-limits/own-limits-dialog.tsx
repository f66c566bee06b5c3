/** Giới hạn của tôi / My limits: of one sub-account, the one current when it was opened. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { selfLimitsQuery } from '#accounts/self-limits.ts';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { focusSheet } from '#design/ui/dialogs/sheet.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { LimitsForm } from '#features/own-limits/limits-form.tsx';
import { errorCodeOf } from '#signed-in/actor.ts';

export interface OwnLimitsDialogProps {
  readonly userId: string;
  readonly account: AccountOverview;
  readonly onClose: () => void;
}

export function OwnLimitsDialog({ userId, account, onClose }: OwnLimitsDialogProps) {
  const { t } = useTranslation();
  const actor = { userId, accountId: account.accountId };
  const { data, error, refetch } = useQuery(selfLimitsQuery(actor));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="w-[480px]" onOpenAutoFocus={focusSheet}>
        <header className="grid gap-1">
          <DialogTitle>{t(($) => $.accounts.limits)}</DialogTitle>
          <p className="flex items-center gap-2 text-12 text-fg-2">
            <AccountKindBadge isDemo={account.isDemo} /> <AccountNumber number={account.subAccountCode} />
          </p>
        </header>
        <DialogDescription>{t(($) => $.limits.about)}</DialogDescription>
        {data ? (
          <LimitsForm actor={actor} reply={data} onClose={onClose} />
        ) : error ? (
          <ErrorPanel panel={t(($) => $.limits.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} columns={['text', 'number']} />
        )}
      </DialogContent>
    </Dialog>
  );
}
