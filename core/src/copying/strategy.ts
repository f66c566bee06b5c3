/**
 * A strategy: what a leader publishes on one sub-account, and its way from a draft that waits for approval to its end
 * (docs/rules/copying.md#strategies).
 */
import type { Approval, FeePeriod, Running } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

/** What a leader offers. */
export interface StrategyTerms {
  readonly name: string;
  readonly description: string;
  readonly maxFollowers: number;
  /** Dong at the start of each period. */
  readonly copyFeeVnd: Vnd;
  readonly feePeriod: FeePeriod;
  /** Share of a week's profit above the high-water mark, in hundredths of a percent. */
  readonly performanceFeeBasisPoints: number;
  /** Equity that a sub-account must have to follow. */
  readonly minFollowVnd: Vnd;
  /** How much worse than the leader's fill a follower may open. */
  readonly slippageTicks: Ticks;
}

export interface StrategyStatus {
  readonly approval: Approval;
  readonly running: Running;
}

/** What happens to a strategy; its followers and its fills are not among it. */
export type StrategyHappening = 'changed' | 'approved' | 'rejected' | 'run' | 'stopped';

/**
 * Where each happening leads from each status; what is not named can't happen. A change asks for approval anew, and
 * once a strategy runs its followers rely on its terms: it is not changed any more.
 */
const MOVES: Readonly<Record<string, Partial<Record<StrategyHappening, StrategyStatus>>>> = {
  'PENDING NOT_STARTED': {
    changed: { approval: 'PENDING', running: 'NOT_STARTED' },
    approved: { approval: 'APPROVED', running: 'NOT_STARTED' },
    rejected: { approval: 'REJECTED', running: 'NOT_STARTED' },
    stopped: { approval: 'PENDING', running: 'ENDED' },
  },
  'REJECTED NOT_STARTED': {
    changed: { approval: 'PENDING', running: 'NOT_STARTED' },
    stopped: { approval: 'REJECTED', running: 'ENDED' },
  },
  'APPROVED NOT_STARTED': {
    changed: { approval: 'PENDING', running: 'NOT_STARTED' },
    run: { approval: 'APPROVED', running: 'ACTIVE' },
    stopped: { approval: 'APPROVED', running: 'ENDED' },
  },
  'APPROVED ACTIVE': { stopped: { approval: 'APPROVED', running: 'ENDED' } },
};

/** Undefined where it can't happen. */
export function nextStatus(
  { approval, running }: StrategyStatus,
  happening: StrategyHappening,
): StrategyStatus | undefined {
  return MOVES[`${approval} ${running}`]?.[happening];
}

/**
 * Lots that a leader opened and closed in one contract since the strategy runs. Lots close first in, first out, so these
 * two sums say which of the opened lots are still held, for whatever moment one counts from.
 */
export interface LeaderLots {
  openedLots: Lots;
  closedLots: Lots;
  /** Of the lots opened last: a strategy that has ended counts no more, whatever its leader trades then. */
  isLong: boolean;
}

export function newLeaderLots(): LeaderLots {
  return { openedLots: 0, closedLots: 0, isLong: true };
}

/** Lots of the leader's that were opened after the first `baseLots` and are still held. */
export function lotsSince({ openedLots, closedLots }: LeaderLots, baseLots: Lots): Lots {
  return Math.max(0, openedLots - Math.max(closedLots, baseLots));
}
