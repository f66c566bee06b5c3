/** The time-dependent status of a contract for display: trade date, session and the next change, limits, close-out. */
import { type DailyLimits, dailyLimits, type EngineState, inForce, tradeDateOf } from '@mua/core/engine';
import type { CivilDate, PositionSide, SessionState } from '@mua/core/values';
import { closeOutDays } from '#schedule/calendar/close-out.ts';
import type { TradingHours } from '#schedule/calendar/trading-hours.ts';
import { scheduledSession } from '#schedule/sessions.ts';

export interface ContractStatus {
  readonly tradeDate: CivilDate;
  readonly session: SessionState;
  readonly isHalted: boolean;
  /** Null if it is open, halted for an unknown time, or expired. */
  readonly opensAtMs: number | null;
  /** The calendar's next change; null if there is none. */
  readonly nextChange: { readonly atMs: number; readonly state: SessionState } | null;
  /** From these instants on the broker closes positions. */
  readonly closeOutAtMs: Readonly<Record<PositionSide, number>>;
  /** Sessions until the close-out day; 0 on and after it. */
  readonly sessionsLeft: Readonly<Record<PositionSide, number>>;
  readonly dailyLimits: DailyLimits | null;
}

/** Undefined for a contract that is not listed. */
export type ContractStatusOf = (contractCode: string) => ContractStatus | undefined;

/** `timeMs` is the market's. */
export function contractStatus(options: {
  readonly state: EngineState;
  readonly hours: TradingHours;
  readonly contractCode: string;
  readonly timeMs: number;
}): ContractStatus | undefined {
  const { state, hours, contractCode, timeMs } = options;
  const listed = state.contracts.get(contractCode);
  if (!listed) return undefined;
  const { contract, commodity } = listed;
  const tradeDate = tradeDateOf(state, listed);
  const plan = closeOutDays({ contract, commodity, hours, rules: inForce(state.rules, state.timeMs) });
  const left = (position: PositionSide): number => hours.sessionsBetween(commodity, tradeDate, plan[position].date);
  const { changesAtMs, changesTo } = hours.sessionAt(commodity, timeMs);
  const isOver = tradeDate > contract.lastTradeDay;
  const isFixed = isOver || changesAtMs === Number.POSITIVE_INFINITY;
  return {
    tradeDate,
    session: listed.session,
    isHalted: listed.isHalted,
    opensAtMs: listed.isHalted ? null : scheduledSession(state, hours, listed, timeMs).opensAtMs,
    nextChange: isFixed ? null : { atMs: changesAtMs, state: changesTo },
    closeOutAtMs: { long: plan.long.deadlineMs, short: plan.short.deadlineMs },
    sessionsLeft: { long: left('long'), short: left('short') },
    dailyLimits: dailyLimits(commodity, listed.settlementTicks, timeMs) ?? null,
  };
}
