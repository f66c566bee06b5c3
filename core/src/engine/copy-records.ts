/** What the engine remembers of copy trading: strategies that have not ended, who copies them, and what is left to do. */
import type { CopyWeek } from '#copying/copy-week.ts';
import type { LeaderLots, StrategyStatus, StrategyTerms } from '#copying/strategy.ts';
import type { CivilDate } from '#values/civil-date.ts';
import type { CopyEnd, CopyState, Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

export interface Strategy {
  readonly strategyId: string;
  readonly accountId: string;
  readonly investorId: string;
  readonly isDemo: boolean;
  terms: StrategyTerms;
  status: StrategyStatus;
  /** The operator's, of the last verdict. */
  reason: string | null;
  readonly createdMs: number;
  startedMs: number | null;
  endedMs: number | null;
  /** By contract, counted while it runs. */
  readonly leaderLots: Map<string, LeaderLots>;
  /** In order of their numbers. Those that have closed are not in it. */
  readonly copies: Copy[];
  /** The number of the last follower, so that work that goes on later knows who had it. */
  lastNumber: number;
}

export interface Copy {
  readonly copyId: string;
  /** Of the follower within the strategy, rising. */
  readonly number: number;
  readonly strategy: Strategy;
  readonly accountId: string;
  readonly ratioBasisPoints: number;
  readonly maxLossVnd: Vnd;
  readonly startedMs: number;
  state: CopyState;
  /** Why it is closing, or closed. */
  end: CopyEnd | null;
  /** By contract: how many of the leader's opened lots do not count for this follower. */
  readonly baseLots: Map<string, Lots>;
  /** Equity at the start with what was put in and taken out since: the loss is counted from it. */
  fundsVnd: Vnd;
  readonly week: CopyWeek;
  /** The paid period of the copy fee, and the day from which periods are counted. */
  paidSince: CivilDate;
  paidUntil: CivilDate;
  /** When what is open is tried to be closed again; 0 if nothing waits. */
  retryMs: number;
  /** The last moves of funds, oldest first: the same one again moves nothing. */
  readonly fundMoves: FundMove[];
}

/** Money between a copy and another sub-account of its follower: above zero into the copy. */
export interface FundMove {
  readonly moveId: string;
  readonly otherAccountId: string;
  readonly amountVnd: Vnd;
}

/** A leader's fill that followers copy. */
export interface LeaderFill {
  readonly fillId: string;
  readonly contractCode: string;
  readonly side: Side;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly timeMs: number;
}

/** Work over all followers of a strategy, a bounded part of it in each command. */
export type CopyErrand = {
  readonly strategyId: string;
  /** Followers up to this number have had it; those after the other one came later and do not. */
  doneNumber: number;
  readonly lastNumber: number;
} & (
  | { readonly kind: 'mirror'; readonly fill: LeaderFill }
  /** A trade date of the broker began: weeks end, and copy fees of a new period are due. */
  | { readonly kind: 'roll'; readonly endsWeek: boolean }
  /** The strategy has ended. */
  | { readonly kind: 'end' }
);

export interface Copying {
  readonly strategies: Map<string, Strategy>;
  /** By id. */
  readonly copies: Map<string, Copy>;
  /** Oldest first. */
  readonly errands: CopyErrand[];
  /** The copies whose positions are being closed, in the order in which that began. */
  readonly closing: Set<Copy>;
}

export function newCopying(): Copying {
  return { strategies: new Map(), copies: new Map(), errands: [], closing: new Set() };
}
