/**
 * Shows the session's state, and whether the quote is late: in an open session a quote older than ten seconds says so.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { TFunction } from 'i18next';
import { Clock } from 'lucide-react';
import { useEverySecond } from '#clock/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { lateSeconds } from '#market/quote-age.ts';
import { useSessionText } from '#market/use-session-text.ts';

/** From here on the seconds are noise, and the cell has no room for them. */
const LONG_LATE_SECONDS = 100;

const DOTS = { OPEN: 'bg-success', PAUSED: 'bg-warning', CLOSED: 'bg-disabled' };
const TEXTS = { OPEN: '', PAUSED: 'text-warning', CLOSED: 'text-fg-3' };

export interface SessionCellProps {
  readonly contract: Contract;
  readonly t: TFunction;
  /** On a phone the time is below the word. */
  readonly isStacked?: boolean;
}

export function SessionCell({ contract, t, isStacked = false }: SessionCellProps) {
  const { code } = contract;
  const seconds = useEverySecond(() => lateSeconds(code));
  const { state, rest, shortOpening, text } = useSessionText(contract);
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
  const word = rest === null ? t(($) => $.words.sessionShort[state]) : t(($) => $.words.restShort[rest]);
  return (
    <span
      title={rest === null ? undefined : text}
      className={cn('flex items-center gap-1.5 text-12', isStacked && 'text-center leading-4', TEXTS[state])}
    >
      <span
        aria-hidden
        className={cn('size-1.5 shrink-0 rounded-full', DOTS[state], isStacked && rest !== null && 'hidden')}
      />
      <span className={cn(isStacked && 'grid')}>
        {/* Repeating the same word two hundred times would hide the one that differs. */}
        <span className={cn(state === 'OPEN' && rest === null && 'sr-only')}>{word}</span>
        {shortOpening !== null && (
          <>
            <span aria-hidden className={cn(isStacked && 'hidden')}>
              {' · '}
            </span>
            <span>{shortOpening}</span>
          </>
        )}
      </span>
    </span>
  );
}
