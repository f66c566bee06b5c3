/** Days to the first notice day: from ten days on it is a warning, because longs have to be out before. */
import type { Contract } from '@mua/contract/entities/contract';
import { dayNumber } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { marketNowMs, useEverySecond, vietnamDate } from '#data/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { formatCivilDate, MISSING } from '#i18n/format.ts';

const SOON_DAYS = 10;

export function NoticeCell({ contract, t }: { contract: Contract; t: TFunction }) {
  const date = contract.firstNotificationDate;
  const days = useEverySecond(() => daysUntil(date));
  if (days === null) return <span className="text-fg-3">{MISSING}</span>;
  const isSoon = days <= SOON_DAYS;
  return (
    <span
      title={t(($) => $.board.noticeOn, { date: formatCivilDate(date) })}
      className={cn(isSoon ? 'font-medium text-warning' : 'text-fg-2')}
    >
      {isSoon ? t(($) => $.words.board.closeOutIn, { sessions: days }) : days}
    </span>
  );
}

/** Whole days from today in Vietnam; null without a date, never below 0. */
function daysUntil(date: string | null): number | null {
  if (date === null) return null;
  return Math.max(0, dayNumber(date) - dayNumber(vietnamDate(marketNowMs())));
}
