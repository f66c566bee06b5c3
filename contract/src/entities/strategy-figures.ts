/** What a strategy has done, for its leader and for its followers (docs/rules/copying.md#figures). */
import { COPY_SKIPS, FEE_PERIODS } from '@mua/core/values';
import { z } from 'zod';
import { strategy } from '#entities/strategy.ts';
import {
  commodityCode,
  contractCode,
  count,
  decimalText,
  instant,
  lots,
  moneyText,
  percentText,
  priceText,
  side,
  tradeDate,
} from '#wire.ts';

/**
 * Returns are in percent, chained over trade dates, so that money put in or taken out is no profit. Drawdowns are
 * percent below the highest point before, zero or negative. Those of followers are null while nobody has copied.
 */
export const strategyFigures = z
  .object({
    /** Trade dates with a result, the running one included. */
    days: count,
    leader: z.object({ returnPercent: percentText, maxDrawdown: percentText }),
    followers: z
      .object({
        /** Of all together, after fees and slippage. */
        returnPercent: percentText,
        maxDrawdown: percentText,
        /** The middle one of them, each counted alone; running and closed. */
        medianPercent: percentText,
        inProfit: count,
        inLoss: count,
        /** Realised by all, after every fee. */
        realised: moneyText,
      })
      .nullable(),
    /** The leader's round turns since the strategy runs; rates are null before the first. */
    completedTrades: count,
    winRate: percentText.nullable(),
    /** What the winning ones gave, over what the losing ones cost; null while none has lost. */
    profitFactor: decimalText.nullable(),
    averageHoldingMs: count.nullable(),
    /** Highest margin of the leader's positions at today's rates, in percent of the equity when that day began. */
    maxExposure: percentText.nullable(),
    /** Of copied lots, against the follower; negative: in the follower's favour. */
    averageSlippageTicks: decimalText.nullable(),
    /** What the leader has traded, most lots first. */
    commodities: z.array(commodityCode).max(10),
  })
  .meta({ id: 'StrategyFigures' });
export type StrategyFigures = z.infer<typeof strategyFigures>;

/** A strategy as everybody sees it: never a return without its drawdown, its followers' result and its days. */
export const shownStrategy = z
  .object({
    ...strategy.shape,
    leaderName: z.string().max(200),
    /** A leader of the demo world who trades by a rule of the house. */
    isSimulated: z.boolean(),
    figures: strategyFigures,
    /** The followers' returns, or the leader's while nobody has copied, oldest first: a spark line. */
    trend: z.array(percentText).max(60),
  })
  .meta({ id: 'ShownStrategy' });
export type ShownStrategy = z.infer<typeof shownStrategy>;

/** The end of a trade date: chained returns and the followers' distance from their highest point. */
export const strategyDay = z
  .object({
    tradeDate,
    /** Not over yet. */
    isRunning: z.boolean(),
    leaderPercent: percentText,
    leaderDrawdown: percentText,
    followersPercent: percentText.nullable(),
    followersDrawdown: percentText.nullable(),
  })
  .meta({ id: 'StrategyDay' });
export type StrategyDay = z.infer<typeof strategyDay>;

export const strategyReturns = z
  .object({
    days: z.array(strategyDay),
    /** Each follower's return, lowest first; the thousand that followed last. */
    followerReturns: z.array(percentText).max(1_000),
    /**
     * Why followers have less than the leader, in points of percent: leader - fees - slippage - rest = followers. The
     * rest is what was not copied, rounding to whole lots, and who joined when.
     */
    difference: z
      .object({
        leader: percentText,
        fees: percentText,
        slippage: percentText,
        rest: percentText,
        followers: percentText,
      })
      .nullable(),
  })
  .meta({ id: 'StrategyReturns' });
export type StrategyReturns = z.infer<typeof strategyReturns>;

/** What happened to a strategy: its life, and each fill of its leader with what followers made of it. */
export const strategyEvent = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.enum(['CREATED', 'STARTED', 'ENDED']), time: instant }),
    z.object({
      kind: z.literal('FILL'),
      time: instant,
      contractCode,
      side,
      lots,
      price: priceText,
      /** How many followers sent an order for it, and how many did not. */
      copied: count,
      notCopied: count,
    }),
  ])
  .meta({ id: 'StrategyEvent' });
export type StrategyEvent = z.infer<typeof strategyEvent>;

/** An open position of the leader. */
export const strategyPosition = z
  .object({
    contractCode,
    side,
    lots,
    averagePrice: priceText,
    marketPrice: priceText.nullable(),
    estimatedProfit: moneyText.nullable(),
    /** When the oldest open lot was bought or sold. */
    since: instant,
  })
  .meta({ id: 'StrategyPosition' });
export type StrategyPosition = z.infer<typeof strategyPosition>;

/** A round turn of the leader: BUY for a long that closed. Profit before fees, in dong. */
export const strategyRoundTurn = z
  .object({
    contractCode,
    side,
    lots,
    openPrice: priceText,
    openTime: instant,
    closePrice: priceText,
    closeTime: instant,
    profit: moneyText,
  })
  .meta({ id: 'StrategyRoundTurn' });
export type StrategyRoundTurn = z.infer<typeof strategyRoundTurn>;

/** A round turn of the leader as the asker would have copied it; profit is null where nothing was. */
const simulatedTrade = z
  .object({
    openTime: instant,
    contractCode,
    side,
    leaderLots: lots,
    /** Whole ones. */
    lots,
    skip: z.enum([...COPY_SKIPS, 'TooLittleMargin']).nullable(),
    profit: moneyText.nullable(),
  })
  .meta({ id: 'SimulatedTrade' });

/**
 * What a copy would have given with this capital over the strategy's real trades: whole lots, today's fees and margins,
 * the slippage that followers really had. Sums in dong; fees and slippage are what they cost.
 */
export const copySimulation = z
  .object({
    since: instant,
    trades: z.array(simulatedTrade).max(500),
    /** Of all trades since then, also of those beyond the list. */
    copied: count,
    total: count,
    grossProfit: moneyText,
    tradeFees: moneyText,
    slippage: moneyText,
    copyFees: moneyText,
    copyFeePeriods: count,
    paymentPeriod: z.enum(FEE_PERIODS),
    performanceFee: moneyText,
    /** grossProfit - tradeFees - slippage - copyFees - performanceFee. */
    net: moneyText,
    /** Zero or negative. */
    maxDrawdown: moneyText,
    /** Highest margin, in percent of the capital. */
    maxMarginUse: percentText,
    /** What would have copied every trade; null where this did. */
    copiesAll: z.object({ ratio: decimalText, capital: moneyText }).nullable(),
  })
  .meta({ id: 'CopySimulation' });
export type CopySimulation = z.infer<typeof copySimulation>;
