/** Reads strategies with what they have done (docs/rules/copying.md#figures), and what a copy would have given. */
import type { ShownStrategy, StrategyFigures } from '@mua/contract/entities/strategy-figures';
import {
  listStrategies,
  listStrategyEvents,
  listStrategyPositions,
  listStrategyRoundTurns,
  readStrategy,
  readStrategyReturns,
  type StrategySort,
  simulateCopy,
} from '@mua/contract/http/strategy-figures';
import type { BodyOf } from '@mua/contract/route';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callAs } from '#signed-in/actor.ts';

export interface StrategyFilter {
  readonly sort?: StrategySort;
  readonly search?: string;
  readonly market?: string;
  /** In percent. */
  readonly maxDrawdown?: string;
  /** In dong. */
  readonly capital?: string;
}

export const STRATEGY_PAGE = 20;

/** No feed tells of what others trade. */
const LOOK_AGAIN_MS = 10_000;

export function strategiesQuery(userId: string, filter: StrategyFilter, cursor: string | null) {
  return queryOptions({
    queryKey: [userId, 'strategies', filter, cursor] as const,
    queryFn: ({ signal }) => {
      const query = { ...filter, limit: String(STRATEGY_PAGE), ...(cursor === null ? {} : { cursor }) };
      return callAs(userId, listStrategies, { query, signal });
    },
    placeholderData: (before) => before,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function strategyQuery(userId: string, strategyId: string) {
  return queryOptions({
    queryKey: [userId, 'strategy', strategyId] as const,
    queryFn: ({ signal }) => callAs(userId, readStrategy, { params: { strategyId }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Counted anew from that date; from the first one where it is null. */
export function strategyReturnsQuery(userId: string, strategyId: string, from: string | null) {
  return queryOptions({
    queryKey: [userId, 'strategy', strategyId, 'returns', from] as const,
    queryFn: ({ signal }) =>
      callAs(userId, readStrategyReturns, { params: { strategyId }, query: from === null ? {} : { from }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function strategyPositionsQuery(userId: string, strategyId: string) {
  return queryOptions({
    queryKey: [userId, 'strategy', strategyId, 'positions'] as const,
    queryFn: async ({ signal }) =>
      (await callAs(userId, listStrategyPositions, { params: { strategyId }, signal })).items,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function strategyEventsQuery(userId: string, strategyId: string) {
  return infiniteQueryOptions({
    queryKey: [userId, 'strategy', strategyId, 'events'] as const,
    queryFn: ({ pageParam, signal }) =>
      callAs(userId, listStrategyEvents, { params: { strategyId }, query: pageOf(pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function roundTurnsQuery(userId: string, strategyId: string, cursor: string | null) {
  return queryOptions({
    queryKey: [userId, 'strategy', strategyId, 'round-turns', cursor] as const,
    queryFn: ({ signal }) => {
      const query = { ...pageOf(cursor), limit: String(STRATEGY_PAGE) };
      return callAs(userId, listStrategyRoundTurns, { params: { strategyId }, query, signal });
    },
    placeholderData: (before) => before,
  });
}

const pageOf = (cursor: string | null) => (cursor === null ? {} : { cursor });

export type AskedCopy = BodyOf<typeof simulateCopy>;

/** The figure before stays while another one is worked out; null asks for nothing. */
export function simulationQuery(userId: string, strategyId: string, asked: AskedCopy | null) {
  return queryOptions({
    queryKey: [userId, 'strategy', strategyId, 'simulation', asked] as const,
    queryFn: ({ signal }) => callAs(userId, simulateCopy, { params: { strategyId }, body: asked as AskedCopy, signal }),
    enabled: asked !== null,
    placeholderData: (before) => before,
  });
}

/** The deeper one of leader and followers: neither is shown without it. */
export function deepestDrawdown({ leader, followers }: StrategyFigures): string {
  const own = followers?.maxDrawdown ?? leader.maxDrawdown;
  return Number(own) < Number(leader.maxDrawdown) ? own : leader.maxDrawdown;
}

export function isOwn(strategy: ShownStrategy, accountIds: readonly string[]): boolean {
  return accountIds.includes(strategy.accountId);
}
