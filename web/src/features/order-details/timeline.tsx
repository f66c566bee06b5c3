/** Events from the first to the last, to the millisecond; each new day is named. */
import type { Contract } from '@mua/contract/entities/contract';
import type { TimelineEvent, TimelineEventKind } from '@mua/contract/entities/order-timeline';
import type { OrderType } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { momentDetail } from '#features/order-details/event-text.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface TimelineProps {
  readonly events: readonly TimelineEvent[];
  readonly orderType: OrderType;
  readonly contract: Contract | undefined;
}

/** A shape as well as a colour: failures are squares. */
const TONES: Partial<Record<TimelineEventKind, string>> = {
  filled: 'bg-success',
  partiallyFilled: 'bg-success',
  refused: 'rounded-none bg-danger',
  rejected: 'rounded-none bg-danger',
  modifyRefused: 'rounded-none bg-danger',
  cancelRefused: 'rounded-none bg-danger',
  failed: 'rounded-none bg-danger',
  linkLost: 'rounded-none bg-warning',
  lostSight: 'rounded-none bg-warning',
  suspended: 'rounded-none bg-warning',
};

export function Timeline({ events, orderType, contract }: TimelineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const writer = { t, format, grid: contract?.decimalFormat, orderType };
  return (
    <ol aria-label={t(($) => $.timeline.title)} className="grid text-12 tabular-nums" data-testid="timeline">
      {events.map((timelineEvent, at) => {
        const day = format.date(timelineEvent.time);
        const isNewDay = day !== format.date(events[at - 1]?.time);
        const detail = momentDetail(writer, timelineEvent);
        const isLast = at === events.length - 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end, and may share a seq.
          <li key={at} data-moment={timelineEvent.kind}>
            {isNewDay && <p className="pt-1 pb-1 text-11 text-fg-3">{day}</p>}
            <div className="grid grid-cols-[84px_12px_minmax(0,1fr)] gap-x-2">
              <time dateTime={timelineEvent.time} className="text-fg-3">
                {format.timeMs(timelineEvent.time)}
              </time>
              <span aria-hidden className="relative flex justify-center">
                {!isLast && <span className="absolute top-2.5 -bottom-2 w-px bg-border-strong" />}
                <span className={cn('mt-1 size-2 rounded-full bg-primary-text', TONES[timelineEvent.kind])} />
              </span>
              <span className="min-w-0 pb-2">
                <span className="font-medium text-foreground">{t(($) => $.timeline.kind[timelineEvent.kind])}</span>
                {detail !== null && <span className="block text-fg-2">{detail}</span>}
              </span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
