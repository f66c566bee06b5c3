/**
 * Orders that were placed by one command and belong together: a pair of which one cancels the other, or a scale of limit
 * orders. Each lives by itself otherwise; the group is what they say of each other.
 */
import type { GroupKind, RowReason } from '#values/trading-words.ts';

export interface OrderGroup {
  readonly groupId: string;
  readonly kind: GroupKind;
  /** Orders that were placed, and which of them this is, from 1. */
  readonly size: number;
  readonly place: number;
  /** In a pair, once the other was filled or has ended first: why this one is to be cancelled. */
  readonly cancelledFor?: PairEnd;
}

/** What became of the other order of a pair. */
export type PairEnd = Extract<RowReason, 'SiblingFilled' | 'SiblingEnded'>;

/** Ids of its orders come from the group's, so that each names the others. */
export function memberIdOf(groupId: string, place: number): string {
  return `${groupId}-${place}`;
}

export function siblingIdOf({ groupId, place }: OrderGroup): string {
  return memberIdOf(groupId, place === 1 ? 2 : 1);
}
