/**
 * The timing of the expiry guard (docs/rules/margin-and-money.md#margin): enters how near each contract's close-out is,
 * closes positions at the deadline, again while a session is open and something is left, and settles the rest.
 */
import {
  type CommandBody,
  type EngineState,
  inForce,
  type ListedContract,
  leavesLots,
  tradeDateOf,
} from '@mua/core/engine';
import type { CivilDate } from '@mua/core/values';
import {
  type CloseOutDay,
  type CloseOutDays,
  closeOutDays,
  POSITION_SIDES,
  type PositionSide,
} from '#schedule/calendar/close-out.ts';
import type { TradingHours } from '#schedule/calendar/trading-hours.ts';
import type { Stage } from '#schedule/timekeeper.ts';

/** When a closing order that found no price is tried again. */
const RETRY_MS = 30_000;
/** Enough time for the exchange to answer. */
const ANSWER_MS = 1_000;
/** Used if no rule gives the first notice day. */
const NOTICE_SESSIONS = 10;

export interface ExpiryGuard {
  /** Settles positions whose last session is over, before sessions of the new date open. */
  readonly settling: Stage;
  /** Enters notices and closes positions. */
  readonly closing: Stage;
}

export function guardExpiry(state: EngineState, hours: TradingHours): ExpiryGuard {
  const plans = new Map<string, CloseOutDays>();
  const triedMs = new Map<string, number>();
  /** The trade date on which sessions left were last counted. */
  const lookedOn = new Map<string, CivilDate>();

  function planOf(listed: ListedContract): CloseOutDays {
    const { contract, commodity } = listed;
    const known = plans.get(contract.code);
    if (known) return known;
    const rules = inForce(state.rules, state.timeMs);
    const plan = closeOutDays({ contract, commodity, hours, rules });
    if (rules) plans.set(contract.code, plan);
    return plan;
  }

  /** Its last session is over and an account still has a position. */
  function isLeftOver(listed: ListedContract, position: PositionSide): boolean {
    const { code } = listed.contract;
    return isHeld(state, code, position) && tradeDateOf(state, listed) > planOf(listed)[position].lastSession;
  }

  function settlement(listed: ListedContract, position: PositionSide): CommandBody[] {
    const { code: contractCode } = listed.contract;
    const settlementTicks = listed.settlementTicks ?? listed.lastTicks;
    if (settlementTicks === null || !isLeftOver(listed, position)) return [];
    // Closing orders in transit may have traded already: settling too would open the opposite position.
    if (isBeingClosed(state, contractCode)) return [];
    return [{ kind: 'settlePositions', contractCode, position, settlementTicks }];
  }

  function notice(listed: ListedContract, position: PositionSide): CommandBody[] {
    const { date, lastSession, deadlineMs } = planOf(listed)[position];
    const today = tradeDateOf(state, listed);
    const key = `${listed.contract.code} ${position}`;
    if (lookedOn.get(key) === today) return [];
    lookedOn.set(key, today);
    // None is left after the last one, also for an engine that has never heard of it: it would let positions open.
    const sessionsLeft = today > lastSession ? 0 : hours.sessionsBetween(listed.commodity, today, date);
    const notices = inForce(state.rules, state.timeMs)?.expiry?.noticeSessions ?? [];
    if (sessionsLeft > Math.max(NOTICE_SESSIONS, ...notices)) return [];
    const stage = listed.closeOut[position];
    if (stage?.date === date && stage.sessionsLeft === sessionsLeft && stage.deadlineMs === deadlineMs) return [];
    return [{ kind: 'nearCloseOut', contractCode: listed.contract.code, position, date, sessionsLeft, deadlineMs }];
  }

  function isDue({ deadlineMs, lastSession }: CloseOutDay, listed: ListedContract, timeMs: number): boolean {
    return timeMs >= deadlineMs && tradeDateOf(state, listed) <= lastSession;
  }

  function closing(listed: ListedContract, position: PositionSide, timeMs: number): CommandBody[] {
    const { code: contractCode } = listed.contract;
    if (!isDue(planOf(listed)[position], listed, timeMs) || listed.session !== 'OPEN') return [];
    const key = `${contractCode} ${position}`;
    if (timeMs < (triedMs.get(key) ?? Number.NEGATIVE_INFINITY) + RETRY_MS) return [];
    if (!isHeld(state, contractCode, position, 'uncovered')) return [];
    triedMs.set(key, timeMs);
    return [{ kind: 'closeOut', contractCode, position }];
  }

  function settlesNextMs(timeMs: number): number {
    for (const listed of state.contracts.values())
      if (POSITION_SIDES.some((position) => isLeftOver(listed, position))) return timeMs + ANSWER_MS;
    return Number.POSITIVE_INFINITY;
  }

  /** The next deadline, or the next retry after one. */
  function nextMs(timeMs: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const listed of state.contracts.values()) {
      for (const position of POSITION_SIDES) {
        const day = planOf(listed)[position];
        if (day.deadlineMs > timeMs) next = Math.min(next, day.deadlineMs);
        else if (isDue(day, listed, timeMs) && isHeld(state, listed.contract.code, position))
          next = Math.min(next, timeMs + RETRY_MS);
      }
    }
    return next;
  }

  const forEach = (what: (listed: ListedContract, position: PositionSide) => CommandBody[]): CommandBody[] =>
    [...state.contracts.values()].flatMap((listed) => POSITION_SIDES.flatMap((position) => what(listed, position)));

  return {
    settling: { due: () => forEach(settlement), nextMs: settlesNextMs },
    closing: {
      due: (timeMs) => [...forEach(notice), ...forEach((listed, position) => closing(listed, position, timeMs))],
      nextMs,
    },
  };
}

/** Whether an account has a position on that side; `uncovered`: more than closing orders in transit will close. */
function isHeld(state: EngineState, contractCode: string, position: PositionSide, how?: 'uncovered'): boolean {
  for (const account of state.holders.get(contractCode) ?? []) {
    const netLots = account.positions.get(contractCode)?.netLots ?? 0;
    let lots = position === 'long' ? netLots : -netLots;
    if (lots <= 0) continue;
    if (how === 'uncovered') {
      for (const order of account.holdings.get(contractCode)?.orders ?? [])
        if (order.isForceSell) lots -= leavesLots(order);
    }
    if (lots > 0) return true;
  }
  return false;
}

/** A closing order is not answered yet. */
function isBeingClosed(state: EngineState, contractCode: string): boolean {
  for (const account of state.holders.get(contractCode) ?? [])
    for (const order of account.holdings.get(contractCode)?.orders ?? []) if (order.isForceSell) return true;
  return false;
}
