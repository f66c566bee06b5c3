/** Copy trading: a leader's calls and a follower's (docs/rules/copying.md). */
import { z } from 'zod';
import { copyDecision } from '#entities/copy-decision.ts';
import { copyTrader, ownCopy } from '#entities/copy-trader.ts';
import { ownStrategy, strategyForm } from '#entities/strategy.ts';
import { weeklyCopierReport } from '#entities/weekly-copier-report.ts';
import { defineRoute } from '#route.ts';
import { contractCode, countedListOf, cursor, limitText, listOf, opaqueId, uuid } from '#wire.ts';

const ofStrategy = z.strictObject({ strategyId: opaqueId });
const ofCopy = z.strictObject({ copyId: opaqueId });
const nothing = z.strictObject({});
const page = { cursor: cursor.optional(), limit: limitText.optional() };

// --- leaders ---

export const listMyStrategies = defineRoute({
  method: 'GET',
  path: '/copy-trade/strategies/mine',
  access: 'investor',
  purpose: 'Lists the strategies that the investor leads or led, the newest first.',
  replies: { 200: listOf(ownStrategy) },
  errors: [],
});

export const publishStrategy = defineRoute({
  method: 'POST',
  path: '/copy-trade/strategies/mine',
  access: 'investor',
  purpose: 'Publishes a strategy on a sub-account: it waits for approval.',
  body: z
    .strictObject({
      accountId: opaqueId,
      ...strategyForm.shape,
      /** The same one again publishes nothing again. */
      clientRequestId: uuid.optional(),
    })
    .meta({ id: 'PublishStrategyForm' }),
  replies: { 201: ownStrategy },
  errors: [
    ...(['InvestorTradingAccountNotAllowed', 'SubAccountLeads', 'SubAccountFollows', 'IDEMPOTENCY_MISMATCH'] as const),
    ...(['StrategyMoveNotAllowed', 'StrategyNotFound', 'JOURNAL_UNAVAILABLE'] as const),
  ],
});

export const changeStrategy = defineRoute({
  method: 'POST',
  path: '/copy-trade/strategies/{strategyId}',
  access: 'investor',
  purpose: 'Changes a strategy that does not run: it waits for approval anew.',
  params: ofStrategy,
  body: strategyForm,
  replies: { 200: ownStrategy },
  errors: ['StrategyNotFound', 'StrategyMoveNotAllowed', 'JOURNAL_UNAVAILABLE'],
});

const move = {
  method: 'POST',
  access: 'investor',
  params: ofStrategy,
  body: nothing,
  replies: { 200: ownStrategy },
  errors: ['StrategyNotFound', 'StrategyMoveNotAllowed', 'JOURNAL_UNAVAILABLE'],
} as const;

export const runStrategy = defineRoute({
  ...move,
  path: '/copy-trade/strategies/{strategyId}/run',
  purpose: 'Runs an approved strategy: from now on it can be followed.',
});

export const stopStrategy = defineRoute({
  ...move,
  path: '/copy-trade/strategies/{strategyId}/stop',
  purpose: 'Ends a strategy for good: its followers keep what they hold.',
});

export const listCopiers = defineRoute({
  method: 'GET',
  path: '/copy-trade/strategies/{strategyId}/copiers',
  access: 'investor',
  purpose: 'Lists the followers of a strategy to its leader, the newest first.',
  params: ofStrategy,
  query: z.strictObject({ ...page, state: z.enum(['ACTIVE', 'CLOSED']).optional() }),
  replies: { 200: countedListOf(copyTrader) },
  errors: ['StrategyNotFound'],
});

export const listStrategyWeeks = defineRoute({
  method: 'GET',
  path: '/copy-trade/strategies/{strategyId}/weekly-reports',
  access: 'investor',
  purpose: 'Lists the weekly reports of all followers to the leader, the newest first.',
  params: ofStrategy,
  query: z.strictObject(page),
  replies: { 200: listOf(weeklyCopierReport) },
  errors: ['StrategyNotFound'],
});

// --- followers ---

/** Of the leader's lots: 0.5 is half of them; from 0.0001 to 100, at most four decimals. */
export const copyRatio = z.string().regex(/^(?!0+(\.0+)?$)(\d{1,2}(\.\d{1,4})?|100(\.0{1,4})?)$/);
/** Whole dong, above zero. */
export const copyCapital = z.string().regex(/^[1-9]\d{0,14}$/);

export const followStrategy = defineRoute({
  method: 'POST',
  path: '/copy-trade/strategies/{strategyId}/follow',
  access: 'investor',
  needs: 'pin',
  purpose: 'Dedicates an empty sub-account to a strategy, and pays its first copy fee.',
  params: ofStrategy,
  body: z
    .strictObject({
      accountId: opaqueId,
      copyRatio,
      maxLoss: copyCapital,
      copiesOpenPositions: z.boolean(),
      /** The same one again follows once. */
      clientRequestId: uuid.optional(),
    })
    .meta({ id: 'FollowForm' }),
  replies: { 201: ownCopy },
  errors: [
    ...(['InvestorTradingAccountNotAllowed', 'StrategyNotFound', 'StrategyNotApproved', 'StrategyNotRunning'] as const),
    ...(['OwnStrategy', 'DemoLiveMismatch', 'SubAccountLeads', 'SubAccountFollows', 'SubAccountInUse'] as const),
    ...(['StrategyFull', 'FollowAmountTooSmall', 'CopyFeeTooDear', 'IDEMPOTENCY_MISMATCH'] as const),
    ...(['PapersNotSigned', 'JOURNAL_UNAVAILABLE'] as const),
  ],
});

export const listCopies = defineRoute({
  method: 'GET',
  path: '/copy-trade/copies',
  access: 'investor',
  purpose: 'Lists the investor’s copies, running and closed, the newest first.',
  query: z.strictObject(page),
  replies: { 200: countedListOf(ownCopy) },
  errors: [],
});

export const readCopy = defineRoute({
  method: 'GET',
  path: '/copy-trade/copies/{copyId}',
  access: 'investor',
  purpose: 'Reads one of the investor’s copies.',
  params: ofCopy,
  replies: { 200: ownCopy },
  errors: [],
});

const moveCopy = {
  method: 'POST',
  access: 'investor',
  params: ofCopy,
  body: nothing,
  replies: { 200: ownCopy },
  errors: ['CopyMoveNotAllowed', 'JOURNAL_UNAVAILABLE'],
} as const;

export const pauseCopy = defineRoute({
  ...moveCopy,
  path: '/copy-trade/copies/{copyId}/pause',
  purpose: 'Opens nothing any more until it is resumed, while what the leader closes is closed; again is no mistake.',
});

export const resumeCopy = defineRoute({
  ...moveCopy,
  needs: 'pin',
  path: '/copy-trade/copies/{copyId}/resume',
  purpose: 'Copies again, from the leader’s next fill on.',
  errors: [...moveCopy.errors, 'PapersNotSigned'],
});

export const stopCopy = defineRoute({
  ...moveCopy,
  path: '/copy-trade/copies/{copyId}/stop',
  purpose: 'Ends a copy: what was copied is kept, or closed at market first.',
  body: z.strictObject({ closesPositions: z.boolean() }).meta({ id: 'StopCopyForm' }),
});

export const fundCopy = defineRoute({
  ...moveCopy,
  path: '/copy-trade/copies/{copyId}/funds',
  purpose: 'Moves money between the copy’s sub-account and another of the investor’s: below zero out of the copy.',
  body: z
    .strictObject({
      otherAccountId: opaqueId,
      amount: z.string().regex(/^-?[1-9]\d{0,14}$/),
      /** The same one again moves nothing again. */
      clientRequestId: uuid,
    })
    .meta({ id: 'FundCopyForm' }),
  errors: [
    ...(['NotWithdrawMargin', 'WithdrawAmountExceeded', 'AmountExceededRemainingMargin'] as const),
    ...(['IDEMPOTENCY_MISMATCH', 'JOURNAL_UNAVAILABLE'] as const),
  ],
});

export const closeCopied = defineRoute({
  ...moveCopy,
  path: '/copy-trade/copies/{copyId}/close',
  purpose: 'Closes one copied position at market: what the leader holds now is not copied again.',
  body: z.strictObject({ contractCode }).meta({ id: 'CloseCopiedForm' }),
  errors: ['OpenPositionNotFound', 'MarketClosed', 'TRADING_HALTED', 'JOURNAL_UNAVAILABLE'],
});

export const listCopyDecisions = defineRoute({
  method: 'GET',
  path: '/copy-trade/copies/{copyId}/log',
  access: 'investor',
  purpose: 'Lists what each fill of the leader meant: an order, or why there is none; the newest first.',
  params: ofCopy,
  query: z.strictObject(page),
  replies: { 200: listOf(copyDecision) },
  errors: [],
});

export const listCopyWeeks = defineRoute({
  method: 'GET',
  path: '/copy-trade/copies/{copyId}/weekly-reports',
  access: 'investor',
  purpose: 'Lists the weekly reports of a copy, the newest first.',
  params: ofCopy,
  query: z.strictObject(page),
  replies: { 200: listOf(weeklyCopierReport) },
  errors: [],
});
