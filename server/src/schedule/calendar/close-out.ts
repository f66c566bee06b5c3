/**
 * When positions in a contract must be closed (docs/rules/margin-and-money.md#expiry-guard). Long positions in a
 * deliverable contract close in the session before first notice; all others in the session before the last trading day.
 */
import type { Commodity, Contract, TradingRules } from '@mua/core/engine';
import { addDays, type CivilDate, type PositionSide } from '@mua/core/values';
import type { TradingHours } from '#schedule/calendar/trading-hours.ts';

export interface CloseOutDay {
  /** A trade date. */
  readonly date: CivilDate;
  /** From then on the broker closes open positions. */
  readonly deadlineMs: number;
  /** The last trade date on which it can be closed at a market price; the rest settles. */
  readonly lastSession: CivilDate;
}

export type CloseOutDays = Readonly<Record<PositionSide, CloseOutDay>>;

const HOUR_MS = 3_600_000;

export function closeOutDays(options: {
  readonly contract: Contract;
  readonly commodity: Commodity;
  readonly hours: TradingHours;
  /** The rules in force. */
  readonly rules: TradingRules | undefined;
}): CloseOutDays {
  const { contract, commodity, hours, rules } = options;
  const { firstNotificationDate, lastTradeDay } = contract;
  const beforeEndMs = rules?.expiry?.deadlineBeforeEndMs ?? HOUR_MS;
  const dayOf = (date: CivilDate, lastSession: CivilDate): CloseOutDay => {
    return { date, lastSession, deadlineMs: hours.sessionEndMs(commodity, date) - beforeEndMs };
  };
  // Delivery rules count weekdays, so the last trading day may be a holiday.
  const lastSession = hours.sessionBefore(commodity, addDays(lastTradeDay, 1));
  const short = dayOf(hours.sessionBefore(commodity, lastSession), lastSession);
  if (firstNotificationDate === null) return { long: short, short };
  const beforeNotice = hours.sessionBefore(commodity, firstNotificationDate);
  if (beforeNotice > short.date) return { long: short, short };
  return { long: dayOf(beforeNotice, beforeNotice), short };
}
