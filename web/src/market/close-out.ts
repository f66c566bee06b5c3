/**
 * How close the day is by which a position must be out. Sessions are counted by the server, which has the exchange's
 * calendar; board, strip and positions all read them here, so that no two screens count differently.
 */
import type { Contract } from '@mua/contract/entities/contract';

/**
 * The first of the expiry guard's notices (docs/rules/margin-and-money.md#expiry-guard: 10, 5, 3 and 1): from here on
 * it is a warning.
 */
export const SOON_SESSIONS = 10;

export type PositionSide = 'long' | 'short';

export interface CloseOut {
  readonly side: PositionSide;
  /** 0 on the close-out day and after it. */
  readonly sessions: number;
  /** Our deadline; null where only the sessions are known. */
  readonly at: string | null;
}

type Ends = Pick<Contract, 'closeOutAt' | 'sessionsLeft'>;

/** Of a long or of a short; null where the server knows no plan. */
export function closeOutOf({ closeOutAt, sessionsLeft }: Ends, side: PositionSide): CloseOut | null {
  return sessionsLeft && { side, sessions: sessionsLeft[side], at: closeOutAt[side] };
}

/** Whichever of the two comes next; null when both are past, or unknown. */
export function nextCloseOut(ends: Ends, nowMs: number): CloseOut | null {
  const ahead = [closeOutOf(ends, 'long'), closeOutOf(ends, 'short')].flatMap((one) =>
    one === null || (one.at !== null && Date.parse(one.at) <= nowMs) ? [] : [one],
  );
  return ahead.sort((a, b) => a.sessions - b.sessions)[0] ?? null;
}
