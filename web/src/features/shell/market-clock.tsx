/** The exchange, whether it is open and until when, and the time in Vietnam: the clock that orders depend on. */
import type { Session } from '@mua/contract/entities/contract';
import { DAY_MS, type SessionState, TRADE_DATE_LEAD_MS } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { isMarketElsewhen, marketNowMs, useEverySecond } from '#clock/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { formatDateTime, formatTime } from '#i18n/format.ts';
import { sessionText } from '#i18n/session-text.ts';

export interface MarketClockProps {
  readonly exchange: string;
  /** The current state; the session's own may be older. */
  readonly state: SessionState;
  readonly session: Session;
}

const DOTS: Record<SessionState, string> = { OPEN: 'bg-success', PAUSED: 'bg-warning', CLOSED: 'bg-disabled' };

export function MarketClock({ exchange, state, session }: MarketClockProps) {
  const { t } = useTranslation();
  const changesAt = session.state === state ? session.changesAt : null;
  const left = useEverySecond(() => timeLeft(changesAt === null ? nextTradeDateMs() : Date.parse(changesAt)));
  return (
    <div
      role="timer"
      aria-label={t(($) => $.shell.header.marketClock)}
      data-testid="market-clock"
      className="hidden items-center gap-2 whitespace-nowrap px-2.5 text-12 text-fg-2 lg:flex"
    >
      <span aria-hidden className={cn('size-1.75 shrink-0 rounded-full', DOTS[state])} />
      <span className="max-xl:hidden">
        <span className="font-medium text-foreground">{exchange}</span> <StateText {...{ state, session, left }} />
      </span>
      <Now />
    </div>
  );
}

interface StateTextProps {
  readonly state: SessionState;
  readonly session: Session;
  readonly left: string | null;
}

function StateText({ state, session, left }: StateTextProps) {
  const { t } = useTranslation();
  if (state === 'OPEN' && left !== null) {
    const next = session.state === state && session.changesAt !== null ? 'closes' : 'rolls';
    return (
      <>
        {t(($) => $.words.session.OPEN)}
        {/* The longer of the two needs a wide header. */}
        <span className={next === 'rolls' ? 'max-[1439px]:hidden' : undefined}>
          , {t(($) => $.words.sessionNext[next], { time: left })}
        </span>
      </>
    );
  }
  return sessionText(t, state, session, marketNowMs()).text;
}

function Now() {
  // The time of a recording without its date would look like today's.
  const now = useEverySecond(() => (isMarketElsewhen() ? formatDateTime(marketNowMs()) : formatTime(marketNowMs())));
  return <time className="text-fg-3">{now}</time>;
}

/** A market that does not close continues to its next trade date. */
function nextTradeDateMs(): number {
  return Math.floor((marketNowMs() + TRADE_DATE_LEAD_MS) / DAY_MS + 1) * DAY_MS - TRADE_DATE_LEAD_MS;
}

/** `4:05`, hours and minutes; null when it has passed and the next schedule has not arrived. */
function timeLeft(changesAtMs: number): string | null {
  const minutes = Math.ceil((changesAtMs - marketNowMs()) / 60_000);
  if (minutes <= 0) return null;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
