/**
 * The identity of an approved investor as it was checked (docs/rules/people.md#identity-check). Privacy mode masks all of
 * it that names somebody; nothing of it can be changed here.
 */
import type { EkycRecord } from '@mua/contract/entities/registration';
import { readEkyc } from '@mua/contract/http/ekyc';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { IdentityFacts } from '#pages/account-overview/ekyc/identity-facts.tsx';
import { meQuery } from '#signed-in/accounts.ts';
import { callAs, errorCodeOf } from '#signed-in/actor.ts';

function ekycQuery(userId: string, investorCode: string) {
  return queryOptions({
    queryKey: [userId, 'ekyc', investorCode] as const,
    queryFn: ({ signal }) => callAs(userId, readEkyc, { params: { investorCode }, signal }),
  });
}

export function IdentificationCard({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  return (
    <Card aria-label={t(($) => $.identification.title)} className="grid gap-4 max-md:p-4" data-testid="identification">
      <Identification userId={userId} />
    </Card>
  );
}

function Identification({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const me = useQuery(meQuery(userId));
  const investorCode = me.data?.investorCode;
  const ekyc = useQuery({ ...ekycQuery(userId, investorCode ?? ''), enabled: investorCode !== undefined });
  if (ekyc.data) return <Identity record={ekyc.data} />;
  const failed = me.isError ? me : ekyc;
  if (!failed.error) return <SkeletonRows rows={6} columns={['text', 'text']} />;
  const code = errorCodeOf(failed.error);
  if (code === 'EkycRecordNotFound') return <NoIdentity />;
  return <ErrorPanel panel={t(($) => $.identification.panel)} code={code} onRetry={() => void failed.refetch()} />;
}

/** Of whoever was there before applications were. */
export function NoIdentity() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IdCard}
      title={t(($) => $.identification.none)}
      hint={t(($) => $.identification.noneHint)}
      className="py-10"
    />
  );
}

function Identity({ record }: { readonly record: EkycRecord }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="success">{t(($) => $.identification.verified)}</Badge>
        {record.decidedAt !== null && (
          <p className="text-12 text-fg-3 md:ml-auto">
            {t(($) => $.identification.decidedAt, { time: format.dateTime(record.decidedAt) })}
          </p>
        )}
      </header>
      <IdentityFacts record={record} />
      <p className="border-border border-t pt-3 text-12 text-fg-3">{t(($) => $.identification.change)}</p>
    </>
  );
}
