/**
 * `/account-overview/alerts`: by which channels news leaves the page and how each of them is, which news goes by which,
 * quiet hours, price alerts that are on, and what was sent (docs/rules/people.md#notices).
 */
import type { NoticeDeliverySettings } from '@mua/contract/entities/notice-delivery';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { noticeDeliveryQuery } from '#accounts/notice-delivery.ts';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { AlertsOn } from '#pages/alerts/alerts-on.tsx';
import { ChannelCards } from '#pages/alerts/channel-cards.tsx';
import { NoticeMatrix } from '#pages/alerts/notice-matrix.tsx';
import { PushDeviceCard } from '#pages/alerts/push-device-card.tsx';
import { LockScreenCard, QuietHoursCard } from '#pages/alerts/quiet-hours-card.tsx';
import { SentList } from '#pages/alerts/sent-list.tsx';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';

export function AlertsPage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.settings.news.title));
  const userId = useActiveUser();
  return (
    <div className="grid shrink-0 gap-4 p-4 md:p-5 2xl:px-6">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="mr-auto text-20">{t(($) => $.settings.news.title)}</h1>
        <p className="text-12 text-fg-3">{t(($) => $.notices.about)}</p>
      </div>
      {userId !== null && <Parts userId={userId} />}
    </div>
  );
}

function Parts({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(noticeDeliveryQuery(userId));
  if (error && !data)
    return <ErrorPanel panel={t(($) => $.notices.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-96" />;
  return (
    <>
      <ChannelCards userId={userId} channels={data.channels} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_392px]">
        <div className="grid min-w-0 gap-4">
          <NoticeMatrix userId={userId} offered={offeredBy(data)} />
          <AlertsOn />
        </div>
        <div className="grid min-w-0 gap-4">
          {offeredBy(data).has('push') && <PushDeviceCard userId={userId} />}
          <QuietHoursCard userId={userId} quietHours={data.quietHours} />
          <LockScreenCard userId={userId} isOn={data.detailsOnLockScreen} />
          <Escalation />
          <SentList />
        </div>
      </div>
    </>
  );
}

function offeredBy({ channels }: NoticeDeliverySettings): ReadonlySet<string> {
  return new Set(channels.filter(({ isOffered }) => isOffered).map(({ channel }) => channel));
}

function Escalation() {
  const { t } = useTranslation();
  const steps = [
    [t(($) => $.notices.escalation.atOnce), t(($) => $.notices.escalation.atOnceBy)],
    [t(($) => $.notices.escalation.later), t(($) => $.notices.escalation.laterBy)],
    [t(($) => $.notices.escalation.lower), t(($) => $.notices.escalation.lowerBy)],
  ] as const;
  return (
    <Card className="p-4">
      <h2 className="mb-2 font-semibold text-14">{t(($) => $.notices.escalation.title)}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-12">
        {steps.map(([when, by]) => (
          <div key={when} className="contents">
            <dt className="font-medium">{when}</dt>
            <dd className="text-fg-2">{by}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
