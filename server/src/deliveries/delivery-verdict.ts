/** What becomes of a delivery that is due: it is sent, waits for the end of quiet hours, or has no more reason. */
import { DAMPED_CODES, type NoticeCode } from '@mua/contract/entities/mailbox-message';
import type { DeliveryCause, QuietHours } from '@mua/contract/entities/notice-delivery';
import { CATEGORY_OF, type NoticeCategory } from '@mua/contract/entities/notification-settings';
import { LIMITS } from '@mua/contract/limits';
import { MARGIN_LEVELS, type MarginLevel, type MarginState } from '@mua/core/engine';
import { quietUntilMs } from '#deliveries/quiet-hours.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long news is news: a fill of half an hour ago is read in the mailbox, a margin call still matters in the morning,
 * what concerns money and papers for a day.
 */
const NEWS_MS: Readonly<Record<NoticeCategory, number>> = {
  ORDERS: 30 * MINUTE_MS,
  ALERTS: 30 * MINUTE_MS,
  MARGIN: 12 * HOUR_MS,
  EXPIRY: 24 * HOUR_MS,
  MONEY: 24 * HOUR_MS,
  COPYING: 24 * HOUR_MS,
  ACCOUNT: 24 * HOUR_MS,
  SECURITY: 24 * HOUR_MS,
};
/** Whoever asked for a test looks at the page. */
const TEST_MS = MINUTE_MS;

/** They may wake somebody. */
const NEVER_QUIET: ReadonlySet<NoticeCategory> = new Set<NoticeCategory>(['MARGIN', 'SECURITY']);

/** The level of which each code tells. */
const LEVEL_OF: Readonly<Partial<Record<NoticeCode, MarginLevel>>> = {
  Margin100: 'CALL',
  Margin70: 'CANCEL',
  Margin40: 'COUNTDOWN',
  Margin20: 'LIQUIDATION',
};

export const LEVEL_CODES = Object.keys(LEVEL_OF) as readonly NoticeCode[];

/** Of how a sub-account's margin stands the last word is enough; of several liquidations each is news. */
export function tellsOfLevel(code: NoticeCode | null): boolean {
  return code !== null && (code === 'MarginLifted' || LEVEL_OF[code] !== undefined);
}

/** A level that is lifted is looked at again after this time, and once more when it would be told anew. */
const LIFTED_LOOK_MS = MINUTE_MS;
/** So is one that has left its place to a later notice: that one may be lifted before it is sent. */
const GIVEN_WAY_LOOK_MS = MINUTE_MS;

/** A later notice that says better how things stand, on its way by the same channel or sent. */
export interface NewerDelivery {
  readonly id: bigint;
  readonly code: NoticeCode;
  readonly isSent: boolean;
}

export interface DueDelivery {
  /** Null of a test. */
  readonly code: NoticeCode | null;
  readonly timeMs: number;
  /** It comes after another channel that nobody has answered to, or shows on a device: who has read it needs it no more. */
  readonly isForUnread: boolean;
  /** It may sound at night. */
  readonly isLoud: boolean;
  readonly isRead: boolean;
  /** Where its sub-account is now; undefined of a notice of none. */
  readonly margin: MarginState | undefined;
  /** Of its sub-account, unread, the newest first; of a notice that escalates. */
  readonly newer: readonly NewerDelivery[];
  readonly quietHours: QuietHours;
}

export type DeliveryVerdict =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly untilMs: number }
  /** The newer one goes in its place, now: whoever was to hear by this time does. It ends once that one is sent. */
  | { readonly kind: 'giveWay'; readonly to: NewerDelivery; readonly untilMs: number }
  | { readonly kind: 'skip'; readonly cause: DeliveryCause };

export function expiresMs({ code, timeMs }: Pick<DueDelivery, 'code' | 'timeMs'>): number {
  return timeMs + (code === null ? TEST_MS : NEWS_MS[CATEGORY_OF[code]]);
}

export function verdictOf(due: DueDelivery, nowMs: number): DeliveryVerdict {
  const { code } = due;
  const untilMs = expiresMs(due);
  if (nowMs >= untilMs) return { kind: 'skip', cause: 'TooLate' };
  if (code === null) return { kind: 'send' };
  if (due.isForUnread && due.isRead) return { kind: 'skip', cause: 'Read' };
  if (isLifted(code, due.margin)) return liftedVerdict(code, due.timeMs, nowMs);
  const newer = due.newer.filter((one) => !isLifted(one.code, due.margin));
  if (newer.some(({ isSent }) => isSent)) return { kind: 'skip', cause: 'Newer' };
  if (newer[0]) return { kind: 'giveWay', to: newer[0], untilMs: nowMs + GIVEN_WAY_LOOK_MS };
  if (!due.isLoud || NEVER_QUIET.has(CATEGORY_OF[code])) return { kind: 'send' };
  const quietMs = quietUntilMs(due.quietHours, nowMs);
  if (quietMs === undefined) return { kind: 'send' };
  return quietMs < untilMs ? { kind: 'wait', untilMs: quietMs } : { kind: 'skip', cause: 'TooLate' };
}

/** A level that is reached again before it is told again has but this notice: it goes then. */
function liftedVerdict(code: NoticeCode, timeMs: number, nowMs: number): DeliveryVerdict {
  const lastLookMs = timeMs + LIMITS.marginToldAgainMs + LIFTED_LOOK_MS;
  if (!DAMPED_CODES.has(code) || nowMs >= lastLookMs) return { kind: 'skip', cause: 'Lifted' };
  return { kind: 'wait', untilMs: Math.min(nowMs + LIFTED_LOOK_MS, lastLookMs) };
}

/**
 * Whether the sub-account is above the level of which the notice tells. A countdown runs on whatever the price does, and
 * forced liquidation until its target.
 */
function isLifted(code: NoticeCode, margin: DueDelivery['margin']): boolean {
  const level = LEVEL_OF[code];
  if (level === undefined || margin === undefined || margin.isLiquidating || margin.deadlineMs !== null) return false;
  return MARGIN_LEVELS.indexOf(margin.rung) < MARGIN_LEVELS.indexOf(level);
}
