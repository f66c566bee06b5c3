/**
 * Explains figures: value, formula and inputs of each. The server uses the values in its replies and the screens show
 * formula and inputs, so that the explanation is the calculation.
 */

import {
  type Exposure,
  equityVnd,
  type MarginSituation,
  marginRatioBasisPoints,
  maxLots,
  requiredMarginVnd,
  withdrawableVnd,
  worstCaseLots,
} from '#margin/margin.ts';
import { shortfallVnd } from '#margin/margin-level.ts';
import { estimatedProfit, type MoneyTerms } from '#positions/position.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';
import { maxBigint } from '#values/whole-numbers.ts';

/** Units of inputs. Percentages and ratios are in hundredths of a percent. */
export type InputUnit = 'vnd' | 'lots' | 'basisPoints' | 'percent' | 'ticks' | 'minor' | 'rateE4';

export interface FigureInput {
  readonly unit: InputUnit;
  readonly value: bigint | number | null;
  /** The parts of a sum, by contract code. */
  readonly parts?: readonly { readonly name: string; readonly value: bigint }[];
}

/**
 * The formulas, as names of inputs and operators; a screen inserts labels and numbers. `≥ 0` is a condition: the figure
 * is the largest that satisfies it.
 */
export const FORMULAS = {
  requiredMargin: ['marginPerLot', '×', 'worstLots'],
  /** Of the account: the sum over its contracts. */
  totalRequired: ['contractMargins'],
  /** The account after this order: margin of the order's contract recomputed, the rest unchanged. */
  requiredAfter: ['marginPerLot', '×', 'worstLots', '+', 'otherMargins'],
  equity: ['cash', '−', 'held', '+', 'estimatedProfit'],
  availableMargin: ['equity', '−', 'requiredMargin'],
  availableAfter: ['equity', '−', 'orderFee', '−', 'requiredMargin'],
  marginRatio: ['equity', '÷', 'requiredMargin'],
  transactionFee: ['feePerLot', '×', 'lots'],
  netLotsAfter: ['netLots', '+', 'orderLots'],
  estimatedProfit: [
    '(',
    'markPrice',
    '−',
    'averagePrice',
    ')',
    '×',
    'netLots',
    '×',
    'tickValue',
    '×',
    'conversionRate',
  ],
  withdrawable: ['min', '(', 'availableMargin', ';', 'cash', '−', 'held', ')'],
  /** Of a sub-account that follows. */
  withdrawableOfCopy: ['min', '(', 'availableMargin', ';', 'cash', '−', 'held', ')', '−', 'leaderShare'],
  missing: ['requiredMargin', '×', 'level', '−', 'equity'],
  maxLots: [
    ...['availableMargin', '−', 'lots', '×', '(', 'marginPerLot', '+', '2', '×', 'feePerLot', ')', '≥ 0'],
    ...[';', 'lots', '≤', 'cap'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FigureName = keyof typeof FORMULAS;

/** The unit of each figure. */
export const FIGURE_UNITS: Readonly<Record<FigureName, InputUnit>> = {
  requiredMargin: 'vnd',
  totalRequired: 'vnd',
  requiredAfter: 'vnd',
  equity: 'vnd',
  availableMargin: 'vnd',
  availableAfter: 'vnd',
  marginRatio: 'basisPoints',
  transactionFee: 'vnd',
  netLotsAfter: 'lots',
  estimatedProfit: 'vnd',
  withdrawable: 'vnd',
  withdrawableOfCopy: 'vnd',
  missing: 'vnd',
  maxLots: 'lots',
};

/** Operators of the formulas, which are not inputs. */
const SIGNS = ['×', '÷', '+', '−', '(', ')', ';', 'min', '2', '≥ 0', '≤'] as const;
export type Sign = (typeof SIGNS)[number];
export type InputName = Exclude<(typeof FORMULAS)[FigureName][number], Sign>;
type InputsOf<F extends FigureName> = Readonly<Record<Exclude<(typeof FORMULAS)[F][number], Sign>, FigureInput>>;

export interface Explanation<F extends FigureName, V> {
  readonly figure: F;
  readonly value: V;
  readonly inputs: InputsOf<F>;
}

export function isSign(part: string): part is Sign {
  return SIGNS.some((sign) => sign === part);
}

const vnd = (value: bigint): FigureInput => ({ unit: 'vnd', value });
const lots = (value: number): FigureInput => ({ unit: 'lots', value });

/** Margin of one contract: per lot, for the worst case of position and working orders. */
export function explainRequired(exposure: Exposure, marginPerLotVnd: Vnd): Explanation<'requiredMargin', bigint> {
  return {
    figure: 'requiredMargin',
    value: requiredMarginVnd(exposure, marginPerLotVnd),
    inputs: { marginPerLot: vnd(marginPerLotVnd), worstLots: lots(worstCaseLots(exposure)) },
  };
}

export function explainTotalRequired(
  contracts: readonly { readonly contractCode: string; readonly requiredVnd: Vnd }[],
): Explanation<'totalRequired', bigint> {
  const value = contracts.reduce((sum, { requiredVnd }) => sum + requiredVnd, 0n);
  const parts = contracts.map(({ contractCode, requiredVnd }) => ({ name: contractCode, value: requiredVnd }));
  return { figure: 'totalRequired', value, inputs: { contractMargins: { ...vnd(value), parts } } };
}

/** Required margin of the account after this order: the order's contract recomputed, the rest unchanged. */
export function explainRequiredAfter(of: {
  readonly exposure: Exposure;
  readonly marginPerLotVnd: Vnd;
  readonly othersVnd: Vnd;
}): Explanation<'requiredAfter', bigint> {
  const own = explainRequired(of.exposure, of.marginPerLotVnd);
  return {
    figure: 'requiredAfter',
    value: own.value + of.othersVnd,
    inputs: { ...own.inputs, otherMargins: vnd(of.othersVnd) },
  };
}

export interface AccountFunds {
  readonly cashVnd: Vnd;
  readonly heldVnd: Vnd;
  readonly estimatedProfitVnd: Vnd;
}

export function explainEquity(funds: AccountFunds): Explanation<'equity', bigint> {
  const { cashVnd, heldVnd, estimatedProfitVnd } = funds;
  return {
    figure: 'equity',
    value: equityVnd(funds),
    inputs: { cash: vnd(cashVnd), held: vnd(heldVnd), estimatedProfit: vnd(estimatedProfitVnd) },
  };
}

interface Solvency {
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
}

export function explainAvailable(of: Solvency): Explanation<'availableMargin', bigint> {
  return {
    figure: 'availableMargin',
    value: of.equityVnd - of.requiredVnd,
    inputs: { equity: vnd(of.equityVnd), requiredMargin: vnd(of.requiredVnd) },
  };
}

/** Available margin after the order has filled: its fee paid, its margin held. */
export function explainAvailableAfter(of: Solvency & { readonly feeVnd: Vnd }): Explanation<'availableAfter', bigint> {
  return {
    figure: 'availableAfter',
    value: of.equityVnd - of.feeVnd - of.requiredVnd,
    inputs: { equity: vnd(of.equityVnd), orderFee: vnd(of.feeVnd), requiredMargin: vnd(of.requiredVnd) },
  };
}

/** In hundredths of a percent; null without required margin. */
export function explainRatio(of: Solvency): Explanation<'marginRatio', bigint | null> {
  return {
    figure: 'marginRatio',
    value: marginRatioBasisPoints(of.equityVnd, of.requiredVnd),
    inputs: { equity: vnd(of.equityVnd), requiredMargin: vnd(of.requiredVnd) },
  };
}

/** Fee of a number of filled lots, one side. */
export function explainFee(filledLots: Lots, feePerLotVnd: Vnd): Explanation<'transactionFee', bigint> {
  return {
    figure: 'transactionFee',
    value: BigInt(filledLots) * feePerLotVnd,
    inputs: { feePerLot: vnd(feePerLotVnd), lots: lots(filledLots) },
  };
}

/** Net position after an order. Lots are signed: positive is long, or a buy. */
export function explainNetLotsAfter(netLots: Lots, orderLots: Lots): Explanation<'netLotsAfter', number> {
  return {
    figure: 'netLotsAfter',
    value: netLots + orderLots,
    inputs: { netLots: lots(netLots), orderLots: lots(orderLots) },
  };
}

/** Profit in dong, rounded once, from the exact average, which is shown rounded to the tick. */
export function explainProfit(
  position: { readonly netLots: Lots; readonly openNotional: number },
  markTicks: Ticks,
  terms: MoneyTerms,
): Explanation<'estimatedProfit', bigint> {
  const { netLots, openNotional } = position;
  return {
    figure: 'estimatedProfit',
    value: estimatedProfit(position, markTicks, terms).vnd,
    inputs: {
      markPrice: { unit: 'ticks', value: markTicks },
      averagePrice: { unit: 'ticks', value: netLots === 0 ? null : openNotional / Math.abs(netLots) },
      netLots: lots(netLots),
      tickValue: { unit: 'minor', value: terms.tickValueMinor },
      conversionRate: { unit: 'rateE4', value: terms.rateE4 },
    },
  };
}

export type WithdrawableExplanation = Explanation<'withdrawable', bigint> | Explanation<'withdrawableOfCopy', bigint>;

/** `leaderShareVnd` of a sub-account that follows: what its leader has earned in the week under way stays. */
export function explainWithdrawable(of: {
  readonly availableVnd: Vnd;
  readonly cashVnd: Vnd;
  readonly heldVnd: Vnd;
  readonly leaderShareVnd?: Vnd | undefined;
}): WithdrawableExplanation {
  const { availableVnd, cashVnd, heldVnd, leaderShareVnd } = of;
  const inputs = { availableMargin: vnd(availableVnd), cash: vnd(cashVnd), held: vnd(heldVnd) };
  const value = withdrawableVnd(of);
  if (leaderShareVnd === undefined) return { figure: 'withdrawable', value, inputs };
  return {
    figure: 'withdrawableOfCopy',
    value: maxBigint(0n, value - leaderShareVnd),
    inputs: { ...inputs, leaderShare: vnd(leaderShareVnd) },
  };
}

/** The deposit needed to reach a margin level; 0 if it is reached. */
export function explainShortfall(of: Solvency, levelPercent: number): Explanation<'missing', bigint> {
  return {
    figure: 'missing',
    value: shortfallVnd(of, levelPercent),
    inputs: {
      requiredMargin: vnd(of.requiredVnd),
      level: { unit: 'percent', value: levelPercent },
      equity: vnd(of.equityVnd),
    },
  };
}

/**
 * The most lots that the acceptance check would accept, including margin that closing frees. `cap` is the tighter of
 * the limits per order and per contract.
 */
export function explainMaxLots(situation: MarginSituation, side: Side, cap: Lots): Explanation<'maxLots', number> {
  const most = maxLots(situation, side, cap);
  const { equityVnd: equity, requiredVnd, marginPerLotVnd, feeVnd } = situation;
  return {
    figure: 'maxLots',
    value: most,
    inputs: {
      availableMargin: vnd(equity - requiredVnd),
      lots: lots(most),
      marginPerLot: vnd(marginPerLotVnd),
      feePerLot: vnd(feeVnd),
      cap: lots(cap),
    },
  };
}

/** Any figure with inputs by name, for screens that render all figures alike. */
export interface AnyExplanation {
  readonly figure: FigureName;
  readonly value: bigint | number | null;
  readonly inputs: Readonly<Partial<Record<InputName, FigureInput>>>;
}
