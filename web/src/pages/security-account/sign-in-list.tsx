/** The latest sign-ins and failed attempts, newest first, where an intruder would leave traces. */
import type { SignInRecord } from '@mua/contract/entities/security';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { SecurityCard } from '#pages/security-account/security-card.tsx';
import { errorCodeOf } from '#signed-in/actor.ts';
import { signInsQuery } from '#signed-in/security.ts';

/** The page scrolls as a whole, without scroll areas inside, so further rows are loaded on request. */
const FIRST = 6;

export function SignInList({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(signInsQuery(userId));
  const [isWhole, setWhole] = useState(false);
  return (
    <SecurityCard testId="security-sign-ins" title={t(($) => $.security.signIns.title)}>
      {error && !data ? (
        <ErrorPanel
          panel={t(($) => $.security.signIns.panel)}
          code={errorCodeOf(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <SkeletonRows rows={5} columns={['text', 'number']} />
      ) : data.length === 0 ? (
        <EmptyState title={t(($) => $.security.signIns.none)} />
      ) : (
        <>
          <ul className="divide-y divide-border">
            {data.slice(0, isWhole ? undefined : FIRST).map((record) => (
              <SignInRow key={`${record.at} ${record.outcome}`} record={record} />
            ))}
          </ul>
          {data.length > FIRST && !isWhole && (
            <Button variant="outline" size="sm" className="mt-2 justify-self-center" onClick={() => setWhole(true)}>
              {t(($) => $.orders.more)}
            </Button>
          )}
        </>
      )}
    </SecurityCard>
  );
}

function SignInRow({ record }: { record: SignInRecord }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-2">
      <div className="min-w-0">
        <p>{record.device || t(($) => $.security.devices.unknown)}</p>
        <p className="text-12 text-fg-2 tabular-nums">
          {format.dateTime(record.at)} · {record.address}
        </p>
      </div>
      <Badge tone={record.outcome === 'signed-in' ? 'success' : 'danger'}>
        {t(($) => $.security.signIns.is[record.outcome])}
      </Badge>
    </li>
  );
}
