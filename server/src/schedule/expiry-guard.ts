/**
 * The timing of the expiry guard (docs/rules/margin-and-money.md#expiry-guard): enters how near each contract's close-out
 * is, closes positions at the deadline and cancels what would open one, again while something is left, and settles the
 * rest.
 */
import {
  type CommandBody,
  type EngineState,
  hasEnded,
  inForce,
  type ListedContract,
  leavesLots,
  openedMs,
  openingOrders,
  tradeDateOf,
} from '@mua/core/engine';
import { type CivilDate, POSITION_SIDES, type PositionSide } from '@mua/core/values';
import { type CloseOutDay, type CloseOutDays, closeOutDays } from '#schedule/calendar/close-out.ts';
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

  /** Its last session is over and an account still has a position from before the last settlement price. */
  function isLeftOver(listed: ListedContract, position: PositionSide): boolean {
    if (tradeDateOf(state, listed) <= planOf(listed)[position].lastSession) return false;
    return isHeld(state, listed.contract.code, position, { openedBeforeMs: settlesOpenedBefore(listed) });
  }

  /** What was opened since a settlement price waits for the next one; when none will come it has the last one. */
  function settlesOpenedBefore(listed: ListedContract): number {
    return (hasEnded(state, listed) ? null : listed.settledMs) ?? Number.POSITIVE_INFINITY;
  }

  function settlement(listed: ListedContract, position: PositionSide): CommandBody[] {
    const { code: contractCode } = listed.contract;
    const settlementTicks = listed.settlementTicks ?? listed.lastTicks;
    if (settlementTicks === null || !isLeftOver(listed, position)) return [];
    // Closing orders in transit may have traded already: settling too would open the opposite position.
    if (isBeingClosed(state, contractCode)) return [];
    const openedBeforeMs = settlesOpenedBefore(listed);
    const bound = Number.isFinite(openedBeforeMs) ? { openedBeforeMs } : {};
    return [{ kind: 'settlePositions', contractCode, position, settlementTicks, ...bound }];
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
    const stage = listed.closeOut[position];
    // A corrected date may take back a close-out that was near.
    if (!stage && sessionsLeft > Math.max(NOTICE_SESSIONS, ...notices)) return [];
    if (stage?.date === date && stage.sessionsLeft === sessionsLeft && stage.deadlineMs === deadlineMs) return [];
    return [{ kind: 'nearCloseOut', contractCode: listed.contract.code, position, date, sessionsLeft, deadlineMs }];
  }

  /** Also after the last session, as long as the contract trades: an exchange that was not reached may fill an order. */
  function isDue({ deadlineMs }: CloseOutDay, listed: ListedContract, timeMs: number): boolean {
    return timeMs >= deadlineMs && !hasEnded(state, listed);
  }

  function closing(listed: ListedContract, position: PositionSide, timeMs: number): CommandBody[] {
    const { code: contractCode } = listed.contract;
    if (!isDue(planOf(listed)[position], listed, timeMs)) return [];
    const key = `${contractCode} ${position}`;
    if (timeMs < (triedMs.get(key) ?? Number.NEGATIVE_INFINITY) + RETRY_MS) return [];
    if (!canClose(listed, position) && !mayOpen(state, contractCode, position)) return [];
    triedMs.set(key, timeMs);
    return [{ kind: 'closeOut', contractCode, position }];
  }

  /** What is left over waits for its settlement. */
  function canClose(listed: ListedContract, position: PositionSide): boolean {
    if (listed.session !== 'OPEN' || isLeftOver(listed, position)) return false;
    return isHeld(state, listed.contract.code, position, { isUncovered: true });
  }

  function settlesNextMs(timeMs: number): number {
    for (const listed of state.contracts.values())
      if (POSITION_SIDES.some((position) => isLeftOver(listed, position))) return timeMs + ANSWER_MS;
    return Number.POSITIVE_INFINITY;
  }

  /** The next deadline, or the next look after one: also an order that reduces now may be one that opens then. */
  function nextMs(timeMs: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const listed of state.contracts.values()) {
      for (const position of POSITION_SIDES) {
        const day = planOf(listed)[position];
        if (day.deadlineMs > timeMs) next = Math.min(next, day.deadlineMs);
        else if (isDue(day, listed, timeMs) && isInUse(state, listed.contract.code))
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

/** Whether an account has a position on that side; `isUncovered`: more than closing orders in transit will close. */
function isHeld(
  state: EngineState,
  contractCode: string,
  position: PositionSide,
  { openedBeforeMs = Number.POSITIVE_INFINITY, isUncovered = false },
): boolean {
  for (const account of state.holders.get(contractCode) ?? []) {
    if (openedMs(account, contractCode) >= openedBeforeMs) continue;
    const netLots = account.positions.get(contractCode)?.netLots ?? 0;
    let lots = position === 'long' ? netLots : -netLots;
    if (lots <= 0) continue;
    if (isUncovered) {
      for (const order of account.holdings.get(contractCode)?.orders ?? [])
        if (order.isForceSell) lots -= leavesLots(order);
    }
    if (lots > 0) return true;
  }
  return false;
}

/** Whether anybody has a position or a live order in a contract. */
function isInUse(state: EngineState, contractCode: string): boolean {
  for (const account of state.accounts.values()) if (account.holdings.has(contractCode)) return true;
  return false;
}

/** Whether a live order would open a position on that side. */
function mayOpen(state: EngineState, contractCode: string, position: PositionSide): boolean {
  for (const _order of openingOrders(state, contractCode, position)) return true;
  return false;
}

/** A closing order is not answered yet. */
function isBeingClosed(state: EngineState, contractCode: string): boolean {
  for (const account of state.holders.get(contractCode) ?? [])
    for (const order of account.holdings.get(contractCode)?.orders ?? []) if (order.isForceSell) return true;
  return false;
}
