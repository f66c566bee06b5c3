/** Lists programs that may act for the investor, what each may do, and a way to revoke it. */
import type { OAuthGrant } from '@mua/contract/entities/oauth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { ConfirmDialog } from '#design/ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { errorCodeOf } from '#signed-in/actor.ts';
import { grantsQuery, takeBack } from '#signed-in/grants.ts';
import { useSubmission } from '#wire/submission.ts';

export function GrantedApplications({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data: grants, error, refetch } = useQuery(grantsQuery(userId));
  if (grants?.length === 0) return <EmptyState icon={AppWindow} title={t(($) => $.applications.granted.none)} />;
  if (grants) {
    return (
      <ul className="divide-y divide-border">
        {grants.map((grant) => (
          <Granted key={grant.grantId} userId={userId} grant={grant} />
        ))}
      </ul>
    );
  }
  if (error === null) return <SkeletonRows rows={2} columns={['text', 'text']} />;
  return (
    <ErrorPanel
      panel={t(($) => $.applications.granted.panel)}
      code={errorCodeOf(error)}
      onRetry={() => void refetch()}
    />
  );
}

function Granted({ userId, grant }: { userId: string; grant: OAuthGrant }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, refusal, submit } = useSubmission();
  const { name } = grant.client;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2.5" data-testid={`grant-${grant.grantId}`}>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="break-words font-medium">{name}</p>
        <p className="text-12 text-fg-2">{useGrantText(grant)}</p>
        {grant.accountIds.length > 0 && (
          <p className="flex flex-wrap gap-x-3 text-12 text-fg-2">
            {grant.accountIds.map((id) => (
              <AccountNumber key={id} number={id} />
            ))}
          </p>
        )}
        <p className="text-12 text-fg-3">
          {t(($) => $.applications.granted.until, { date: format.date(grant.expiresAt) })}
          {' · '}
          {grant.lastUsedAt === null
            ? t(($) => $.applications.granted.unused)
            : t(($) => $.applications.granted.used, { time: format.dateTime(grant.lastUsedAt) })}
        </p>
        {refusal && (
          <p role="alert" className="text-12 text-danger">
            {writtenError({ t, format }, refusal)}
          </p>
        )}
      </div>
      <Button
        variant="outline"
        className="max-md:h-11"
        busy={isBusy}
        aria-label={t(($) => $.applications.granted.revokeAria, { name })}
        onClick={() => setIsAsking(true)}
      >
        {t(($) => $.applications.granted.revoke)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t(($) => $.applications.granted.revokeTitle, { name })}
        body={t(($) => $.applications.granted.revokeBody)}
        action={t(($) => $.applications.granted.revoke)}
        onConfirm={() => void submit(() => takeBack(queryClient, userId, grant.grantId))}
      />
    </li>
  );
}

/** "Xem giá · Đặt, sửa và hủy lệnh · 5 lot mỗi ngày · ZCEZ26". */
function useGrantText({ scopes, maxLotsPerDay, contractCodes }: OAuthGrant): string {
  const { t } = useTranslation();
  const format = useFormat();
  const parts = scopes.map((scope) => t(($) => $.applications.scope[scope].name));
  if (scopes.includes('trade')) {
    if (maxLotsPerDay !== null) {
      const lots = lotsText({ t, format }, maxLotsPerDay);
      parts.push(t(($) => $.applications.granted.lots, { lots }));
    }
    parts.push(contractCodes === null ? t(($) => $.applications.granted.anyContract) : contractCodes.join(', '));
  }
  return parts.join(' · ');
}
