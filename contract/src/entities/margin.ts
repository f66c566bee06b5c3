/**
 * Margin of a sub-account (docs/rules/entities.md#margin): the four figures, their inputs, and the investor's list of
 * them.
 */
import { z } from 'zod';
import { openLot } from '#entities/position.ts';
import { subscription } from '#entities/service-package.ts';
import {
  contractCode,
  count,
  instant,
  lots,
  moneyText,
  opaqueId,
  percentText,
  priceText,
  seq,
  signedLots,
} from '#wire.ts';

const figures = {
  requiredMargin: moneyText,
  /** Equity less required margin; may be negative. */
  availableMargin: moneyText,
  /** Fees charged on this trade date. */
  transactionFee: moneyText,
  /** Equity / required margin in percent; null when no margin is required. */
  marginRatio: percentText.nullable(),
};

/** Dong, and one percentage. */
export const margin = z.object(figures).meta({ id: 'Margin' });
export type Margin = z.infer<typeof margin>;

/** One contract's part of the required margin: what core/preview needs to add an order. */
export const contractMargin = z
  .object({
    contractCode,
    netLots: signedLots,
    /** Open lots of working orders, by side, unanswered increases included. */
    workingBuyLots: lots,
    workingSellLots: lots,
    /** For this investor, in dong. */
    marginPerLot: moneyText,
    requiredMargin: moneyText,
    marketPrice: priceText.nullable(),
    openLots: z.array(openLot),
    estimatedProfit: moneyText,
  })
  .meta({ id: 'ContractMargin' });
export type ContractMargin = z.infer<typeof contractMargin>;

/** From healthy to worst; also NONE without a ratio (docs/rules/margin-and-money.md#margin). */
export const MARGIN_LEVELS = ['NONE', 'CALL', 'CANCEL', 'COUNTDOWN', 'LIQUIDATION'] as const;

/** Percent of required margin, in force now. A level is reached below its percentage and left at or above it. */
export const marginLevels = z
  .object({ call: count, cancel: count, countdown: count, lift: count, liquidation: count, target: count })
  .meta({ id: 'MarginLevels' });
export type MarginLevels = z.infer<typeof marginLevels>;

/** A sub-account's margin level, and what restores it. */
export const marginState = z
  .object({
    rung: z.enum(MARGIN_LEVELS),
    /**
     * When forced liquidation begins; the countdown continues whatever the price does until the ratio is at the lift
     * level.
     */
    deadline: instant.nullable(),
    /** A liquidation is under way until the ratio is at the target. */
    isLiquidating: z.boolean(),
    /** Shortfall: the deposit needed to be above every level and lift the countdown; 0 if none is. */
    missing: moneyText,
    toLift: moneyText,
    levels: marginLevels,
  })
  .meta({ id: 'MarginLadder' });
export type MarginState = z.infer<typeof marginState>;

/** All sums in dong. */
export const marginStatus = z
  .object({
    accountId: opaqueId,
    isDemo: z.boolean(),
    cash: moneyText,
    /** Withdrawals that wait for payout. */
    held: moneyText,
    /** Sum of the open positions' estimated profit. */
    estimatedProfit: moneyText,
    /** Cash - held + estimated profit. */
    equity: moneyText,
    ...figures,
    /** Null if the broker has no margin levels. */
    ladder: marginState.nullable(),
    /** What may be withdrawn: unrealised profit can't be. */
    withdrawable: moneyText,
    /**
     * Of a sub-account that follows: what its leader gets at the end of the week, `rate` percent of the equity above
     * `above`, which can't be withdrawn. Null for all others.
     */
    leaderShare: z.object({ above: moneyText, rate: percentText }).nullable(),
    /** Debt after losses beyond the money; a deposit pays it first. */
    deficit: moneyText,
    /** Its service package: fees below the contracts' own. Null without one. */
    subscription: subscription.nullable(),
    /** Contracts with a position or a working order. */
    contracts: z.array(contractMargin),
    seq,
  })
  .meta({ id: 'MarginStatus' });
export type MarginStatus = z.infer<typeof marginStatus>;

/** One sub-account in the investor's list of margins (docs/rules/entities.md#margin): keyed by accountId. */
export const investorMarginEntry = z
  .object({ accountId: opaqueId, isDemo: z.boolean(), equity: moneyText, ...figures, seq })
  .meta({ id: 'InvestorMarginEntry' });
export type InvestorMarginEntry = z.infer<typeof investorMarginEntry>;

/**
 * Merges newer figures into entries by accountId. An entry's isDemo is set once by the server's list
 * (docs/rules/entities.md#margin); figures older than the known ones are ignored.
 */
export function mergeMarginEntries(
  known: ReadonlyMap<string, InvestorMarginEntry>,
  incoming: readonly InvestorMarginEntry[],
): ReadonlyMap<string, InvestorMarginEntry> {
  const merged = new Map(known);
  for (const entry of incoming) {
    const before = merged.get(entry.accountId);
    if (before && before.seq > entry.seq) continue;
    merged.set(entry.accountId, before ? { ...entry, isDemo: before.isDemo } : entry);
  }
  return merged;
}
