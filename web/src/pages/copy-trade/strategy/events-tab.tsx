/** A strategy's life and each fill of its leader, with how many followers copied it. */
import type { StrategyEvent } from '@mua/contract/entities/strategy-figures';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { SideText } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { MoreButton } from '#pages/copy-trade/more-button.tsx';
import { strategyEventsQuery } from '#pages/copy-trade/strategies/strategies.ts';

export function EventsTab({ userId, strategyId }: { readonly userId: string; readonly strategyId: string }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(strategyEventsQuery(userId, strategyId));
  return (
    <Answered
      query={query}
      panel={t(($) => $.strategies.eventsPanel)}
      waiting={<SkeletonRows rows={8} columns={['text', 'text', 'number']} />}
    >
      {({ pages }) => {
        const events = pages.flatMap(({ items }) => items);
        if (events.length === 0) return <EmptyState icon={CalendarClock} title={t(($) => $.strategies.noEvents)} />;
        return (
          <>
            <ol aria-label={t(($) => $.strategies.tabs.events)} className="tabular-nums">
              {events.map((event, index) => (
                // Fills of one order may be of one moment.
                // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart, and they never move.
                <EventRow key={events.length - index} event={event} />
              ))}
            </ol>
            <MoreButton query={query} />
          </>
        );
      }}
    </Answered>
  );
}

function EventRow({ event }: { readonly event: StrategyEvent }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-border border-b px-4 py-2 md:grid-cols-[10rem_minmax(0,1fr)_auto] md:px-5"
      data-testid={`strategy-event-${event.kind}`}
    >
      <time dateTime={event.time} className="text-12 text-fg-3 max-md:col-span-2">
        {format.dateTime(event.time)}
      </time>
      {event.kind === 'FILL' ? (
        <Fill fill={event} />
      ) : (
        <span className="font-medium">{t(($) => $.strategies.event[event.kind])}</span>
      )}
    </li>
  );
}

function Fill({ fill }: { readonly fill: Extract<StrategyEvent, { kind: 'FILL' }> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const contracts = useContractsByCode();
  const { contractCode, side, lots, price, copied, notCopied } = fill;
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <SideText side={side}>
          {t(($) => $.words.side[side])} {format.volume(lots)}
        </SideText>
        <span className="font-medium">{contractCode}</span>
        <span className="text-fg-2">@ {wirePrice(format, price, contracts.get(contractCode)?.decimalFormat)}</span>
      </span>
      <span className="text-right text-12 text-fg-2">
        {copied + notCopied === 0
          ? t(($) => $.strategies.nobodyCopied)
          : t(($) => $.strategies.copiedBy, {
              copied: format.volume(copied),
              followers: format.volume(copied + notCopied),
            })}
      </span>
    </>
  );
}
