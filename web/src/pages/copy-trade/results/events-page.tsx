/** `/account-overview/copy-trade/events`: what happened over all copies, the newest first. */
import type { CopyEvent } from '@mua/contract/entities/copy-event';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { Badge, type BadgeTone } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Profit, SideText } from '#design/ui/figures/figures.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { copiesQuery, copyEventsQuery } from '#pages/copy-trade/copies/copies.ts';
import { DecisionBadge } from '#pages/copy-trade/copies/decision-row.tsx';
import { weekText } from '#pages/copy-trade/copies/week-text.ts';
import { skipText } from '#pages/copy-trade/copy-texts.ts';
import { MoreButton } from '#pages/copy-trade/more-button.tsx';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';

export function EventsPage() {
  const { t } = useTranslation();
  const title = t(($) => $.strategies.nav.events);
  usePageTitle(title);
  return <OfInvestor title={title}>{(userId) => <Events userId={userId} />}</OfInvestor>;
}

function Events({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(copyEventsQuery(userId));
  const { data: copies } = useQuery(copiesQuery(userId));
  const ratioOf = ({ copyTraderId }: CopyEvent) =>
    copies?.find((copy) => copy.copyTraderId === copyTraderId)?.copyRatio ?? '1';
  return (
    <div className="flex-1 bg-surface" data-testid="copy-events">
      <Answered
        query={query}
        panel={t(($) => $.copies.eventsPanel)}
        waiting={<SkeletonRows rows={10} columns={['text', 'text', 'number']} />}
      >
        {({ pages }) => {
          const events = pages.flatMap(({ items }) => items);
          if (events.length === 0) return <NothingCopied title={t(($) => $.copies.noEvents)} />;
          return (
            <>
              <ol aria-label={t(($) => $.strategies.nav.events)} className="tabular-nums">
                {events.map((event, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: events of one moment have nothing that tells them apart.
                  <EventRow key={events.length - index} event={event} ratio={ratioOf(event)} />
                ))}
              </ol>
              <MoreButton query={query} />
            </>
          );
        }}
      </Answered>
    </div>
  );
}

/** Leads to where copying begins. */
export function NothingCopied({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={CalendarClock}
      title={title}
      hint={t(($) => $.copies.noneHint)}
      action={
        <Link
          to="/account-overview/copy-trade/strategies/{-$strategyId}"
          params={{ strategyId: undefined }}
          className={buttonVariants({ className: 'max-md:min-h-11' })}
        >
          {t(($) => $.copies.toStrategies)}
        </Link>
      }
    />
  );
}

const TONES: Readonly<Record<Exclude<CopyEvent['kind'], 'DECIDED'>, BadgeTone>> = {
  FOLLOWED: 'info',
  CLOSED: 'warning',
  COPY_FEE: 'plain',
  PERFORMANCE_FEE: 'plain',
  FUNDS: 'plain',
  WEEK_ENDED: 'info',
};

function EventRow({ event, ratio }: { readonly event: CopyEvent; readonly ratio: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, time, copyTraderId: copyId, strategyName } = event;
  return (
    <li
      className="grid gap-x-4 gap-y-0.5 border-border border-b px-4 py-2 md:grid-cols-[10rem_13rem_minmax(0,1fr)] md:items-baseline md:px-5"
      data-testid={`copy-event-${kind}`}
    >
      <time dateTime={time} className="text-12 text-fg-3">
        {format.dateTime(time)}
      </time>
      <Link
        to="/account-overview/copy-trade/trading/{-$copyId}"
        params={{ copyId }}
        className="min-w-0 truncate rounded-sm font-medium hover:underline max-md:py-2"
      >
        {strategyName}
      </Link>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
        {event.kind === 'DECIDED' ? (
          <DecisionBadge decision={event.decision} />
        ) : (
          <Badge tone={TONES[event.kind]}>{t(($) => $.copies.event[event.kind])}</Badge>
        )}
        <Detail event={event} ratio={ratio} />
      </span>
    </li>
  );
}

function Detail({ event, ratio }: { readonly event: CopyEvent; readonly ratio: string }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  switch (event.kind) {
    case 'FOLLOWED':
      return null;
    case 'CLOSED':
      return (
        event.endReason && <span className="text-fg-2">{t(($) => $.copies.end[event.endReason ?? 'Follower'])}</span>
      );
    case 'COPY_FEE':
    case 'PERFORMANCE_FEE':
    case 'FUNDS':
      return <span className="font-medium">{format.profit(event.amount).text}</span>;
    case 'WEEK_ENDED':
      return (
        <>
          <Link
            to="/account-overview/copy-trade/trading/{-$copyId}"
            params={{ copyId: event.copyTraderId }}
            search={{ week: event.report.startTime }}
            className="rounded-sm text-primary-text hover:underline"
          >
            {weekText(format, event.report)}
          </Link>
          <Profit amount={event.report.profitInCycle} className="font-medium" />
        </>
      );
    case 'DECIDED':
      return <Decided event={event} ratio={ratio} />;
  }
}

interface DecidedProps {
  readonly event: Extract<CopyEvent, { kind: 'DECIDED' }>;
  readonly ratio: string;
}

function Decided({ event: { decision }, ratio }: DecidedProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = useContractsByCode().get(decision.contractCode)?.decimalFormat;
  const { contractCode, leader, order } = decision;
  const why = skipText({ t, format, grid }, decision, { ratio, tolerance: undefined });
  const side = order?.side ?? leader.side;
  return (
    <>
      <SideText side={side}>
        {t(($) => $.words.side[side])} {format.volume((order ?? leader).lots)}
      </SideText>
      <span className="font-medium">{contractCode}</span>
      <span className="text-fg-2">{t(($) => $.copies.leaderAt, { price: wirePrice(format, leader.price, grid) })}</span>
      {why !== null && <span className="text-fg-2">{why}</span>}
    </>
  );
}
