/** What the session is, and whether the quote is late: in an open session a quote of more than ten seconds says so. */
import { LIMITS } from '@mua/contract/limits';
import type { TFunction } from 'i18next';
import { Clock } from 'lucide-react';
import { marketNowMs, useEverySecond } from '#data/market-clock.ts';
import { priceStore } from '#data/price-store.ts';
import { useQuoteSession } from '#data/use-quote.ts';
import { cn } from '#design/class-names.ts';
import { MISSING } from '#i18n/format.ts';

/** From here on the second is noise, and the cell has no room for it. */
const LONG_LATE_SECONDS = 100;

const DOTS = { OPEN: 'bg-up', PAUSED: 'bg-warning', CLOSED: 'bg-disabled' };
const TEXTS = { OPEN: '', PAUSED: 'text-warning', CLOSED: 'text-fg-3' };

export function SessionCell({ code, t }: { code: string; t: TFunction }) {
  const session = useQuoteSession(code);
  const seconds = useEverySecond(() => lateSeconds(code));
  if (session === null) return MISSING;
  if (seconds !== null) {
    return (
      <span className="flex items-center gap-1 text-12 text-warning">
        <Clock aria-hidden className="size-3.5 shrink-0" />
        {seconds < LONG_LATE_SECONDS
          ? t(($) => $.words.board.late, { seconds })
          : t(($) => $.board.lateMinutes, { minutes: Math.floor(seconds / 60) })}
      </span>
    );
  }
  return (
    <span className={cn('flex items-center gap-1.5 text-12', TEXTS[session])}>
      <span aria-hidden className={cn('size-1.5 shrink-0 rounded-full', DOTS[session])} />
      {t(($) => $.words.sessionShort[session])}
    </span>
  );
}

/** Age of the quote in seconds, or null while it is fresh or its market rests. */
export function lateSeconds(code: string): number | null {
  const timeMs = priceStore.read(code, 'timeMs');
  if (timeMs === null || priceStore.sessionOf(code) !== 'OPEN') return null;
  const ageMs = marketNowMs() - timeMs;
  return ageMs > LIMITS.quoteStaleMs ? Math.floor(ageMs / 1000) : null;
}
