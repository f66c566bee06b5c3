/**
 * What a position costs and risks that is opened with money of one's own and nothing else: the sums of the margin
 * calculator. The engine's own functions judge the order and find the levels, so that the calculator, the ticket and the
 * engine give one answer. Money is dong, prices are ticks.
 */
import type { MarginLevelRules } from '#instruments/trading-rules.ts';
import { type Exposure, judgeMargin } from '#margin/margin.ts';
import type { MarginLevel } from '#margin/margin-level.ts';
import { estimatedProfit, type MoneyTerms } from '#positions/position.ts';
import { marginLevelPriceTicks } from '#preview/margin-level-price.ts';
import { type OrderPreview, previewOrder } from '#preview/preview.ts';
import { MINOR_PER_UNIT, RATE_SCALE } from '#values/money.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';
import { divideHalfEven } from '#values/whole-numbers.ts';

export interface OpeningTerms extends MoneyTerms {
  /** For the kind of investor who asks. */
  readonly marginPerLotVnd: Vnd;
  /** Of one lot and side. */
  readonly feePerLotVnd: Vnd;
  readonly maxLotsPerOrder: Lots;
}

export type MarginLevelPercents = Pick<
  MarginLevelRules,
  'callPercent' | 'cancelPercent' | 'countdownPercent' | 'liquidationPercent'
>;

export interface OpeningInput {
  readonly side: Side;
  /** At least 1. */
  readonly lots: Lots;
  /** Where the order fills; null while nobody said. */
  readonly priceTicks: Ticks | null;
  readonly terms: OpeningTerms;
  /** All that the account has; null while nobody said. */
  readonly ownVnd: Vnd | null;
  /** Null if the broker has no margin levels. */
  readonly levels: MarginLevelPercents | null;
}

export interface PerLotAndTotal {
  readonly perLotVnd: Vnd;
  readonly totalVnd: Vnd;
}

/** The price at which a margin level is reached if nothing else changes. */
export interface LevelReached {
  readonly level: Exclude<MarginLevel, 'NONE'>;
  readonly percent: number;
  /** Null if no price leads there: for a long position bought above zero, none at or above zero. */
  readonly at: { readonly ticks: Ticks; readonly moveTicks: Ticks; readonly profitVnd: Vnd } | null;
}

export interface OpeningPreview {
  readonly requiredMargin: PerLotAndTotal;
  /** One side: opening or closing. */
  readonly fee: PerLotAndTotal;
  readonly tick: PerLotAndTotal;
  /** Value of the contracts at the price. */
  readonly notional: PerLotAndTotal | null;
  /** What a move of one percent of the price is worth. */
  readonly onePercent: PerLotAndTotal | null;
  /** The least money with which the order is accepted: its margin, and the fees of opening and closing. */
  readonly leastVnd: Vnd;
  /** The order of an account with this money and nothing else; null while nobody said how much. */
  readonly order: OrderPreview | null;
  /** From the mildest; empty without money, price or levels, or if the order is refused. */
  readonly levels: readonly LevelReached[];
}

const NOTHING: Exposure = { netLots: 0, workingBuyLots: 0, workingSellLots: 0 };

export function previewOpening(input: OpeningInput): OpeningPreview {
  const { side, lots, priceTicks, terms, ownVnd } = input;
  const order = ownVnd === null ? null : orderOf(input, ownVnd);
  const least = judgeMargin(
    {
      equityVnd: 0n,
      requiredVnd: 0n,
      exposure: NOTHING,
      marginPerLotVnd: terms.marginPerLotVnd,
      feeVnd: terms.feePerLotVnd,
      earlierLots: 0,
    },
    side,
    lots,
  );
  const price = priceTicks === null ? null : Math.abs(priceTicks);
  return {
    requiredMargin: { perLotVnd: terms.marginPerLotVnd, totalVnd: least.requiredAfterVnd },
    fee: { perLotVnd: terms.feePerLotVnd, totalVnd: BigInt(lots) * terms.feePerLotVnd },
    tick: perLotAndTotal(lots, (count) => moveVnd(count, 1, terms)),
    notional: price === null ? null : perLotAndTotal(lots, (count) => moveVnd(count, price, terms)),
    onePercent: price === null ? null : perLotAndTotal(lots, (count) => onePercentVnd(count, price, terms)),
    leastVnd: -least.availableAfterVnd,
    order,
    levels: order?.isAccepted ? levelsOf(input, order) : [],
  };
}

function perLotAndTotal(lots: Lots, worthOf: (lots: Lots) => Vnd): PerLotAndTotal {
  return { perLotVnd: worthOf(1), totalVnd: worthOf(lots) };
}

function moveOf(lots: Lots, ticks: Ticks, terms: MoneyTerms) {
  return estimatedProfit({ netLots: lots, openNotional: 0 }, ticks, terms);
}

/** The profit of so many lots if the price moves by so many ticks. */
function moveVnd(lots: Lots, ticks: Ticks, terms: MoneyTerms): Vnd {
  return moveOf(lots, ticks, terms).vnd;
}

/** Rounded once, because a percent of a price is seldom a whole number of ticks. */
function onePercentVnd(lots: Lots, priceTicks: Ticks, terms: MoneyTerms): Vnd {
  return divideHalfEven(moveOf(lots, priceTicks, terms).minor * terms.rateE4, MINOR_PER_UNIT * RATE_SCALE * 100n);
}

function orderOf({ side, lots, terms }: OpeningInput, ownVnd: Vnd): OrderPreview {
  return previewOrder({
    side,
    lots,
    equityVnd: ownVnd,
    requiredVnd: 0n,
    exposure: NOTHING,
    marginPerLotVnd: terms.marginPerLotVnd,
    feeVnd: terms.feePerLotVnd,
    maxLotsPerOrder: terms.maxLotsPerOrder,
  });
}

function levelsOf({ lots, priceTicks, terms, ownVnd, levels }: OpeningInput, order: OrderPreview): LevelReached[] {
  if (priceTicks === null || ownVnd === null || levels === null) return [];
  const position = { netLots: order.netLots.after, openNotional: priceTicks * lots };
  const solvency = { equityVnd: ownVnd - order.feeVnd, requiredVnd: order.requiredVnd.after };
  const reached = (level: LevelReached['level'], percent: number): LevelReached => {
    const ticks = marginLevelPriceTicks({ position, terms, markTicks: priceTicks, solvency }, percent);
    if (ticks === null || (ticks < 0 && position.netLots > 0 && priceTicks > 0)) return { level, percent, at: null };
    const profitVnd = estimatedProfit(position, ticks, terms).vnd;
    return { level, percent, at: { ticks, moveTicks: ticks - priceTicks, profitVnd } };
  };
  return [
    reached('CALL', levels.callPercent),
    reached('CANCEL', levels.cancelPercent),
    reached('COUNTDOWN', levels.countdownPercent),
    reached('LIQUIDATION', levels.liquidationPercent),
  ];
}
