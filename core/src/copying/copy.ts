/**
 * A follower's copy of a strategy on a sub-account of its own, and what it sends for a leader's fill
 * (docs/rules/copying.md#copying).
 */
import type { CopySkip, CopyState, Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

export type CopyHappening = 'paused' | 'resumed' | 'kept' | 'closing' | 'flat';

const MOVES: Readonly<Record<CopyState, Partial<Record<CopyHappening, CopyState>>>> = {
  ACTIVE: { paused: 'PAUSED', resumed: 'ACTIVE', kept: 'CLOSED', closing: 'CLOSING' },
  PAUSED: { paused: 'PAUSED', resumed: 'ACTIVE', kept: 'CLOSED', closing: 'CLOSING' },
  CLOSING: { closing: 'CLOSING', flat: 'CLOSED', kept: 'CLOSED' },
  CLOSED: {},
};

/** Undefined where it can't happen. */
export function nextCopyState(state: CopyState, happening: CopyHappening): CopyState | undefined {
  return MOVES[state][happening];
}

/** One; a ratio is in hundredths of a percent of the leader's lots. */
export const WHOLE_RATIO = 10_000;

/** Signed lots that a follower should hold: whole lots toward zero, so that part fills never drift. */
export function targetLots(
  leader: { readonly heldLots: Lots; readonly isLong: boolean },
  ratioBasisPoints: number,
): Lots {
  const lots = Math.floor((leader.heldLots * ratioBasisPoints) / WHOLE_RATIO);
  return leader.isLong || lots === 0 ? lots : -lots;
}

/** A follower's order for one fill of the leader. */
export interface CopyPlan {
  readonly side: Side;
  readonly lots: Lots;
  /** Those of them that reduce. */
  readonly reducingLots: Lots;
  /** Null: at market, because it only reduces. */
  readonly limitTicks: Ticks | null;
  /** Why less is sent than the target asks for. */
  readonly skip: CopySkip | null;
}

export interface CopySituation {
  readonly targetLots: Lots;
  /** Position, signed, and what is on its way. */
  readonly netLots: Lots;
  readonly onItsWay: Readonly<Record<Side, Lots>>;
  readonly isPaused: boolean;
  /** The leader's fill, and the last price now. */
  readonly priceTicks: Ticks;
  readonly lastTicks: Ticks;
  readonly slippageTicks: Ticks;
}

/**
 * What brings a follower from where it stands to its target; null: it is there. Lots that reduce go at market whatever
 * the price; lots that open are bounded by the leader's price and the tolerance. One order does both where the last
 * price is within it; beyond it only the reducing lots are sent. What is on its way to close a position leaves nothing
 * of it to be reduced.
 */
export function planCopy(situation: CopySituation): CopyPlan | null {
  const { targetLots: target, netLots, onItsWay, isPaused, priceTicks, slippageTicks, lastTicks } = situation;
  const missing = target - netLots - onItsWay.BUY + onItsWay.SELL;
  if (missing === 0) return null;
  const side = missing > 0 ? 'BUY' : 'SELL';
  const lots = Math.abs(missing);
  const open = (side === 'BUY' ? -netLots : netLots) - onItsWay[side];
  const reducing = Math.min(lots, Math.max(0, open));
  const onlyReducing = { side, lots: reducing, reducingLots: reducing, limitTicks: null } as const;
  if (reducing === lots) return { ...onlyReducing, skip: null };
  if (isPaused) return { ...onlyReducing, skip: 'Paused' };
  const limitTicks = side === 'BUY' ? priceTicks + slippageTicks : priceTicks - slippageTicks;
  const isBeyond = side === 'BUY' ? lastTicks > limitTicks : lastTicks < limitTicks;
  if (isBeyond) return { ...onlyReducing, skip: 'SlippageExceeded' };
  return { side, lots, reducingLots: reducing, limitTicks, skip: null };
}
