/**
 * The auditor's own book of copy trading: strategies, copies, and what followers are still owed of a leader's fills. It
 * is kept from commands, fills and the rules, never from core/copying.
 */
import type { LeaderFill, StrategyTerms } from '@mua/core/engine';
import type { Approval, CopyEnd, CopyState, Running } from '@mua/core/values';
import { type UndoLog, UndoMap } from '#test/simulator/undo-log.ts';

/** Of a position: its open lots, oldest first, each with the fill that opened it. */
interface Held {
  readonly netLots: number;
  readonly lots: readonly { readonly fillId: string; readonly lots: number }[];
}

interface Leader {
  readonly positions: { get(contractCode: string): Held | undefined };
}

export interface ModelStrategy {
  readonly strategyId: string;
  readonly accountId: string;
  readonly investorId: string;
  readonly isDemo: boolean;
  readonly terms: StrategyTerms;
  readonly approval: Approval;
  readonly running: Running;
  /** Of its publication: strategies have their turn in this order. */
  readonly publishedSeq: number;
  /** What the leader held when it ended: later trades are nobody's to copy. */
  readonly heldAtEnd: ReadonlyMap<string, Held> | null;
}

export interface ModelWeek {
  readonly startMs: number;
  readonly startEquityVnd: bigint;
  readonly fundChangedVnd: bigint;
  readonly highEquityVnd: bigint;
}

export interface ModelCopy {
  readonly copyId: string;
  readonly strategyId: string;
  readonly accountId: string;
  readonly ratioBasisPoints: number;
  readonly maxLossVnd: bigint;
  readonly startedMs: number;
  readonly state: CopyState;
  readonly end: CopyEnd | null;
  readonly fundsVnd: bigint;
  readonly week: ModelWeek;
  readonly paidSince: string;
  readonly paidUntil: string;
  /** By contract: the fills that opened lots of the leader which do not count for this follower. */
  readonly before: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What is still to be done for followers, oldest first. `left`: those who have not had it. */
export type ModelErrand = { readonly strategyId: string; readonly left: readonly string[] } & (
  | { readonly kind: 'mirror'; readonly fill: LeaderFill }
  | { readonly kind: 'roll'; readonly endsWeek: boolean }
  | { readonly kind: 'end' }
);

const MOVES_REMEMBERED = 64;
const NOBODY: readonly string[] = [];

export class CopyBook {
  readonly strategies: UndoMap<string, ModelStrategy>;
  readonly copies: UndoMap<string, ModelCopy>;
  /** By sub-account: the strategy that it leads, the copy that it is dedicated to. */
  readonly leads: UndoMap<string, string>;
  readonly follows: UndoMap<string, string>;
  /** By strategy, in the order of the follows. */
  private readonly followers: UndoMap<string, readonly string[]>;
  /** `fill copy` for ever. */
  readonly decided: UndoMap<string, true>;
  /** By order: the investor whom it must not meet. */
  readonly avoids: UndoMap<string, string>;
  private readonly moves: UndoMap<string, readonly (readonly [moveId: string, terms: string])[]>;
  private readonly waiting: UndoMap<'errands', readonly ModelErrand[]>;

  constructor(log: UndoLog) {
    this.strategies = new UndoMap(log);
    this.copies = new UndoMap(log);
    this.leads = new UndoMap(log);
    this.follows = new UndoMap(log);
    this.followers = new UndoMap(log);
    this.decided = new UndoMap(log);
    this.avoids = new UndoMap(log);
    this.moves = new UndoMap(log);
    this.waiting = new UndoMap(log);
  }

  get errands(): readonly ModelErrand[] {
    return this.waiting.get('errands') ?? [];
  }

  set errands(errands: readonly ModelErrand[]) {
    this.waiting.set('errands', errands);
  }

  followersOf(strategyId: string): readonly string[] {
    return this.followers.get(strategyId) ?? NOBODY;
  }

  /** The copy that a sub-account is dedicated to. */
  copyOf(accountId: string): ModelCopy | undefined {
    const copyId = this.follows.get(accountId);
    return copyId === undefined ? undefined : this.copies.get(copyId);
  }

  /** The strategy of an account that leads, or follows. */
  strategyOf(copy: ModelCopy | undefined): ModelStrategy | undefined {
    return copy && this.strategies.get(copy.strategyId);
  }

  begin(copy: ModelCopy): void {
    const { copyId, accountId, strategyId } = copy;
    this.copies.set(copyId, copy);
    this.follows.set(accountId, copyId);
    this.followers.set(strategyId, [...this.followersOf(strategyId), copyId]);
  }

  change(copyId: string, change: Partial<ModelCopy>): void {
    const copy = this.copies.get(copyId);
    if (copy) this.copies.set(copyId, { ...copy, ...change });
  }

  end({ copyId, accountId, strategyId }: ModelCopy): void {
    this.copies.delete(copyId);
    this.follows.delete(accountId);
    const others = this.followersOf(strategyId).filter((other) => other !== copyId);
    this.followers.set(strategyId, others);
    this.forget(strategyId);
  }

  forget(strategyId: string): void {
    const strategy = this.strategies.get(strategyId);
    if (strategy?.running !== 'ENDED' || this.followersOf(strategyId).length > 0) return;
    this.strategies.delete(strategyId);
    this.followers.delete(strategyId);
  }

  /** Money that came or went without trading is no profit and no loss. */
  fundsChanged(accountId: string, byVnd: bigint): void {
    const copy = this.copyOf(accountId);
    if (!copy) return;
    const week = { ...copy.week, fundChangedVnd: copy.week.fundChangedVnd + byVnd };
    this.change(copy.copyId, { fundsVnd: copy.fundsVnd + byVnd, week });
  }

  /** What this copy has moved of late under the id; undefined: nothing. */
  moved(copyId: string, moveId: string): string | undefined {
    return this.moves.get(copyId)?.find(([id]) => id === moveId)?.[1];
  }

  noteMove(copyId: string, moveId: string, terms: string): void {
    const moves = [...(this.moves.get(copyId) ?? []), [moveId, terms] as const];
    this.moves.set(copyId, moves.slice(-MOVES_REMEMBERED));
  }

  /** The leader's lots that are open now do not count for this follower any more. */
  startFromNow(copy: ModelCopy, contractCode: string, leader: Leader): void {
    const open = new Set(this.heldBy(copy, leader, contractCode)?.lots.map(({ fillId }) => fillId));
    const before = new Map(copy.before);
    before.set(contractCode, open);
    this.change(copy.copyId, { before });
  }

  /** Signed lots that the follower should hold: those opened since the follow and still held, by the ratio. */
  targetOf(copy: ModelCopy, leader: Leader, contractCode: string): { lots: number; isRounded: boolean } {
    const position = this.heldBy(copy, leader, contractCode);
    const before = copy.before.get(contractCode);
    let held = 0;
    for (const lot of position?.lots ?? []) if (!before?.has(lot.fillId)) held += lot.lots;
    const exact = held * copy.ratioBasisPoints;
    const whole = (exact - (exact % 10_000)) / 10_000;
    const lots = (position?.netLots ?? 0) < 0 && whole > 0 ? -whole : whole;
    return { lots, isRounded: exact % 10_000 !== 0 };
  }

  private heldBy(copy: ModelCopy, leader: Leader, contractCode: string): Held | undefined {
    const strategy = this.strategyOf(copy);
    return strategy?.heldAtEnd ? strategy.heldAtEnd.get(contractCode) : leader.positions.get(contractCode);
  }
}
