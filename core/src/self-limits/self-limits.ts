/**
 * An investor's own limits (docs/rules/margin-and-money.md#own-limits). Tighter ones apply at once, looser ones from
 * the next trade date, so that nobody loosens them impulsively. They never prevent reducing risk.
 */
import { DAY_MS, VIETNAM_OFFSET_MS } from '#values/bar-time.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import type { Lots, Vnd } from '#values/units.ts';

/** Minutes of the day in Vietnam; a window may cross midnight. */
export interface NoTradeHours {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** Null: no such limit. */
export interface SelfLimits {
  readonly maxLotsPerOrder: Lots | null;
  /** Loss since the trade date began, realised and estimated, beyond which orders that add risk are refused. */
  readonly dailyLossVnd: Vnd | null;
  readonly noTradeHours: NoTradeHours | null;
  /** Orders that add risk are refused until then. */
  readonly coolOffUntilMs: number | null;
}

export const NO_SELF_LIMITS: SelfLimits = {
  maxLotsPerOrder: null,
  dailyLossVnd: null,
  noTradeHours: null,
  coolOffUntilMs: null,
};

/** The limits that apply at once on a change: the tighter of each. */
export function tightened(inForce: SelfLimits, wanted: SelfLimits): SelfLimits {
  return {
    maxLotsPerOrder: lower(inForce.maxLotsPerOrder, wanted.maxLotsPerOrder),
    dailyLossVnd: lower(inForce.dailyLossVnd, wanted.dailyLossVnd),
    noTradeHours: longerWindow(inForce.noTradeHours, wanted.noTradeHours),
    coolOffUntilMs: later(inForce.coolOffUntilMs, wanted.coolOffUntilMs),
  };
}

export function sameSelfLimits(a: SelfLimits, b: SelfLimits): boolean {
  return (
    a.maxLotsPerOrder === b.maxLotsPerOrder &&
    a.dailyLossVnd === b.dailyLossVnd &&
    a.coolOffUntilMs === b.coolOffUntilMs &&
    a.noTradeHours?.fromMinute === b.noTradeHours?.fromMinute &&
    a.noTradeHours?.toMinute === b.noTradeHours?.toMinute
  );
}

function lower<T extends number | bigint>(a: T | null, b: T | null): T | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** A window that contains the other replaces it at once; any other change loosens it in part and waits. */
function longerWindow(inForce: NoTradeHours | null, wanted: NoTradeHours | null): NoTradeHours | null {
  if (inForce === null || wanted === null) return inForce ?? wanted;
  const minutes = 24 * 60;
  const holds = Array.from({ length: minutes }, (_, minute) => minute).every(
    (minute) => !isWithin(inForce, minute) || isWithin(wanted, minute),
  );
  return holds ? wanted : inForce;
}

export function isWithin({ fromMinute, toMinute }: NoTradeHours, minute: number): boolean {
  if (fromMinute === toMinute) return true;
  return fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute;
}

/** Minute of the day in Vietnam. */
export function minuteInVietnam(timeMs: number): number {
  const dayMs = (timeMs + VIETNAM_OFFSET_MS) % DAY_MS;
  return Math.floor(dayMs / 60_000);
}

export interface SelfLimitSituation {
  readonly lots: Lots;
  readonly timeMs: number;
  /** Loss since the trade date began; negative for a gain. */
  readonly lossVnd: Vnd;
}

/** The first limit that an order which adds risk would break. */
export function judgeSelfLimits(
  limits: SelfLimits,
  { lots, timeMs, lossVnd }: SelfLimitSituation,
): Refusal | undefined {
  const { maxLotsPerOrder, dailyLossVnd, noTradeHours, coolOffUntilMs } = limits;
  if (coolOffUntilMs !== null && timeMs < coolOffUntilMs) return refusal('BrakeCoolOff', { until: coolOffUntilMs });
  if (noTradeHours !== null && isWithin(noTradeHours, minuteInVietnam(timeMs))) {
    return refusal('BrakeHours', { from: clockText(noTradeHours.fromMinute), to: clockText(noTradeHours.toMinute) });
  }
  if (dailyLossVnd !== null && lossVnd >= dailyLossVnd) {
    return refusal('BrakeDailyLoss', { max: dailyLossVnd, loss: lossVnd });
  }
  return maxLotsPerOrder !== null && lots > maxLotsPerOrder
    ? refusal('BrakeMaxLots', { max: maxLotsPerOrder })
    : undefined;
}

function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
