/**
 * Sessions until the next close-out, with a warning from ten on: longs have to be closed before the first notice day.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { TFunction } from 'i18next';
import { marketNowMs, useEverySecond } from '#clock/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { formatCivilDate, formatDate, formatHour, MISSING } from '#i18n/format.ts';
import { nextCloseOut, SOON_SESSIONS } from '#market/close-out.ts';

export function NoticeCell({ contract, t }: { contract: Contract; t: TFunction }) {
  // Renders again when the deadline of one side passes, not every second.
  useEverySecond(() => nextCloseOut(contract, marketNowMs())?.side ?? null);
  const next = nextCloseOut(contract, marketNowMs());
  if (next === null) return <span className="text-fg-3">{MISSING}</span>;
  const isSoon = next.sessions <= SOON_SESSIONS;
  const notice = contract.firstNotificationDate;
  const titles = [
    next.at === null ? null : t(($) => $.words.closeOutBy[next.side], { deadline: deadline(next.at) }),
    notice === null ? null : t(($) => $.board.noticeOn, { date: formatCivilDate(notice) }),
  ];
  return (
    <span
      title={titles.filter((title) => title !== null).join('\n')}
      className={cn(isSoon ? 'font-medium text-warning' : 'text-fg-2')}
    >
      {isSoon ? t(($) => $.words.board.closeOutIn, { sessions: next.sessions }) : next.sessions}
    </span>
  );
}

function deadline(at: string): string {
  return `${formatHour(at)} ${formatDate(at)}`;
}
