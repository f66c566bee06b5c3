/**
 * Tells how close the day is by which a position must be closed. Sessions are counted by the server, which has the
 * exchange's calendar; board, strip and positions all read them here, so that no two screens count differently.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { PositionSide } from '@mua/core/values';

/**
 * The warning starts with the first of the expiry guard's notices (docs/rules/margin-and-money.md#expiry-guard: 10, 5,
 * 3 and 1).
 */
export const SOON_SESSIONS = 10;

/**
 * From here on, orders in the contract may only reduce (docs/rules/margin-and-money.md#expiry-guard). The server
 * decides; this is the default of its rules (core/instruments/reference), shown before it has to refuse.
 */
export const REDUCE_ONLY_SESSIONS = 3;

export interface CloseOut {
  readonly side: PositionSide;
  /** 0 on the close-out day and after it. */
  readonly sessions: number;
  /** Our deadline; null where only the sessions are known. */
  readonly at: string | null;
}

type Ends = Pick<Contract, 'closeOutAt' | 'sessionsLeft'>;

/** Returns the close-out of a long or a short; null where the server knows no plan. */
export function closeOutOf({ closeOutAt, sessionsLeft }: Ends, side: PositionSide): CloseOut | null {
  return sessionsLeft && { side, sessions: sessionsLeft[side], at: closeOutAt[side] };
}

/** Returns null while such positions may still be opened, or where no plan is known. */
export function reduceOnlyOf(ends: Ends, side: PositionSide): CloseOut | null {
  const closeOut = closeOutOf(ends, side);
  return closeOut !== null && closeOut.sessions <= REDUCE_ONLY_SESSIONS ? closeOut : null;
}

/**
 * Tells whether one side at least may only reduce: such a contract is not suggested to anybody who has not asked for
 * it.
 */
export function isClosingOut({ sessionsLeft }: Pick<Contract, 'sessionsLeft'>): boolean {
  return sessionsLeft !== null && Math.min(sessionsLeft.long, sessionsLeft.short) <= REDUCE_ONLY_SESSIONS;
}

/** Returns the earlier of the two that is still ahead; null when both are past, or unknown. */
export function nextCloseOut(ends: Ends, nowMs: number): CloseOut | null {
  const ahead = [closeOutOf(ends, 'long'), closeOutOf(ends, 'short')].flatMap((one) =>
    one === null || (one.at !== null && Date.parse(one.at) <= nowMs) ? [] : [one],
  );
  return ahead.sort((a, b) => a.sessions - b.sessions)[0] ?? null;
}
