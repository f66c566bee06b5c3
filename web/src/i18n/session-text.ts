/**
 * Tells why a market is not trading and until when, in the same words on board, strip, book and ticket. The hour stands
 * alone when it is today's; a halt has no known end. The feed's state is newer than the contract's own session: where
 * they differ, reason and time belong to a past state and are left out.
 */
import type { Session } from '@mua/contract/entities/contract';
import type { SessionState } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { formatDate, formatHour } from '#i18n/format.ts';

export type Rest = 'BREAK' | 'HALT' | 'PAUSED' | 'CLOSED';

export interface SessionText {
  readonly state: SessionState;
  /** Null in an open market. */
  readonly rest: Rest | null;
  /** Text for a narrow column: the hour today, the day otherwise; null when it is unknown. */
  readonly shortOpening: string | null;
  /** The full text: `Nghỉ giữa phiên · mở lại 20:30`. */
  readonly text: string;
}

export function sessionText(t: TFunction, state: SessionState, session: Session, nowMs: number): SessionText {
  if (state === 'OPEN') return { state, rest: null, shortOpening: null, text: t(($) => $.words.session.OPEN) };
  const isCurrent = session.state === state;
  const rest = restOf(state, isCurrent ? session.reason : null);
  const opensAt = isCurrent && rest !== 'HALT' ? session.changesAt : null;
  const word = t(($) => $.words.rest[rest]);
  if (opensAt === null) return { state, rest, shortOpening: null, text: word };
  const hour = formatHour(opensAt);
  const day = formatDate(opensAt).slice(0, 5);
  const isToday = formatDate(opensAt) === formatDate(nowMs);
  const text = t(($) => $.words.restUntil, { rest: word, opensAt: isToday ? hour : `${hour} ${day}` });
  return { state, rest, shortOpening: isToday ? hour : day, text };
}

function restOf(state: Exclude<SessionState, 'OPEN'>, reason: string | null): Rest {
  if (reason === 'halt') return 'HALT';
  return state === 'PAUSED' && reason === 'break' ? 'BREAK' : state;
}
