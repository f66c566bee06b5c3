/** What strategies have done and would have done, for everybody who may follow (docs/rules/copying.md#figures). */
import { z } from 'zod';
import { copyEvent, copyProfit } from '#entities/copy-event.ts';
import {
  copySimulation,
  shownStrategy,
  strategyEvent,
  strategyPosition,
  strategyReturns,
  strategyRoundTurn,
} from '#entities/strategy-figures.ts';
import { copyCapital, copyRatio } from '#http/copy-trading.ts';
import { defineRoute } from '#route.ts';
import { count, countedListOf, cursor, limitText, listOf, opaqueId, ownWords, percentText, tradeDate } from '#wire.ts';

const ofStrategy = z.strictObject({ strategyId: opaqueId });
const page = { cursor: cursor.optional(), limit: limitText.optional() };

export const STRATEGY_SORTS = [
  'followersReturn',
  'leaderReturn',
  'drawdown',
  'winRate',
  'followers',
  'newest',
] as const;
export type StrategySort = (typeof STRATEGY_SORTS)[number];

/** By default what followers have made of it comes first. */
export const listStrategies = defineRoute({
  method: 'GET',
  path: '/copy-trade/strategies',
  access: 'investor',
  purpose: 'Lists the strategies that run, each with its figures, by the result of their followers or as asked.',
  query: z.strictObject({
    ...page,
    sort: z.enum(STRATEGY_SORTS).optional(),
    /** Part of the name, of the leader’s name, or a commodity’s code. */
    search: ownWords(60).optional(),
    /** The group of a commodity that its leader has traded. */
    market: z.string().max(40).optional(),
    /** Percent, at most this deep: `"20"`. */
    maxDrawdown: percentText.optional(),
    /** That ask for at most this many dong to follow. */
    capital: copyCapital.optional(),
  }),
  replies: { 200: countedListOf(shownStrategy).extend({ hidden: count }) },
  errors: [],
});

export const readStrategy = defineRoute({
  method: 'GET',
  path: '/copy-trade/strategies/{strategyId}',
  access: 'investor',
  purpose: 'Reads a strategy that runs or ran, with its figures; one that never ran is its leader’s alone.',
  params: ofStrategy,
  replies: { 200: shownStrategy },
  errors: ['StrategyNotFound'],
});

export const readStrategyReturns = defineRoute({
  method: 'GET',
  path: '/copy-trade/strategies/{strategyId}/pnl',
  access: 'investor',
  purpose: 'Reads the cumulative returns of a leader and of the followers by trade date, and why they differ.',
  params: ofStrategy,
  query: z.strictObject({ from: tradeDate.optional() }),
  replies: { 200: strategyReturns },
  errors: ['StrategyNotFound'],
});

export const listStrategyEvents = defineRoute({
  method: 'GET',
  path: '/copy-trade/strategies/{strategyId}/events',
  access: 'investor',
  purpose: 'Lists what happened to a strategy and each fill of its leader, the newest first.',
  params: ofStrategy,
  query: z.strictObject(page),
  replies: { 200: listOf(strategyEvent) },
  errors: ['StrategyNotFound'],
});

export const listStrategyPositions = defineRoute({
  method: 'GET',
  path: '/copy-trade/strategies/{strategyId}/positions',
  access: 'investor',
  purpose: 'Lists the open positions of a strategy’s leader.',
  params: ofStrategy,
  replies: { 200: listOf(strategyPosition) },
  errors: ['StrategyNotFound'],
});

export const listStrategyRoundTurns = defineRoute({
  method: 'GET',
  path: '/copy-trade/strategies/{strategyId}/profit-loss',
  access: 'investor',
  purpose: 'Lists the round turns of a leader since the strategy runs, the newest first.',
  params: ofStrategy,
  query: z.strictObject(page),
  replies: { 200: countedListOf(strategyRoundTurn) },
  errors: ['StrategyNotFound'],
});

export const simulateCopy = defineRoute({
  method: 'POST',
  path: '/copy-trade/strategies/{strategyId}/simulate',
  access: 'investor',
  purpose: 'Works out what a copy would have given over the strategy’s real trades, in whole lots.',
  audit: 'none',
  params: ofStrategy,
  body: z
    .strictObject({
      capital: copyCapital,
      ratio: copyRatio,
      /** The start of the strategy where it is older. */
      since: tradeDate,
    })
    .meta({ id: 'SimulateCopyForm' }),
  replies: { 200: copySimulation },
  errors: ['StrategyNotFound'],
});

export const listCopyEvents = defineRoute({
  method: 'GET',
  path: '/copy-trade/events',
  access: 'investor',
  purpose: 'Lists what happened over all copies of the investor: orders and why not, fees, funds, weeks; newest first.',
  query: z.strictObject(page),
  replies: { 200: listOf(copyEvent) },
  errors: [],
});

export const readCopyProfit = defineRoute({
  method: 'GET',
  path: '/copy-trade/profit',
  access: 'investor',
  purpose: 'Reads what the investor’s copies have given, each and together, day by day.',
  replies: { 200: copyProfit },
  errors: [],
});
