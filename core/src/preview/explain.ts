/**
 * Every figure explains itself: its value, the formula it comes from and the numbers that went in. The server takes the
 * values for its replies and the screens show formula and numbers, so that what is explained is what was counted.
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

/** What can stand in a formula. Percentages and ratios are in hundredths of a percent. */
export type InputUnit = 'vnd' | 'lots' | 'basisPoints' | 'percent' | 'ticks' | 'minor' | 'rateE4';

export interface FigureInput {
  readonly unit: InputUnit;
  readonly value: bigint | number | null;
  /** What a sum is made of, by the contract's code. */
  readonly parts?: readonly { readonly name: string; readonly value: bigint }[];
}

/**
 * The formulas, as names of inputs and signs between them; a screen puts labels and numbers for the names. `≥ 0` makes
 * a condition: the figure is the largest that keeps it.
 */
export const FORMULAS = {
  requiredMargin: ['marginPerLot', '×', 'worstLots'],
  /** Of an account: that of each contract, added up. */
  totalRequired: ['contractMargins'],
  /** Of an account as an order will leave it: the order's contract anew, all others as they are. */
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
  missing: ['requiredMargin', '×', 'level', '−', 'equity'],
  maxLots: [
    ...['availableMargin', '−', 'lots', '×', '(', 'marginPerLot', '+', '2', '×', 'feePerLot', ')', '≥ 0'],
    ...[';', 'lots', '≤', 'cap'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FigureName = keyof typeof FORMULAS;

/** What a figure itself is counted in. */
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
  missing: 'vnd',
  maxLots: 'lots',
};

/** Signs of the formulas, which are nobody's input. */
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

/** Margin of one contract: per lot, for the worst that working orders can make of the position. */
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

/** The whole account's, with the order's contract as the order will leave it. */
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

/** Once the order is filled: its own fee is paid, its margin held. */
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

/** Of so many fill sides. */
export function explainFee(filledLots: Lots, feePerLotVnd: Vnd): Explanation<'transactionFee', bigint> {
  return {
    figure: 'transactionFee',
    value: BigInt(filledLots) * feePerLotVnd,
    inputs: { feePerLot: vnd(feePerLotVnd), lots: lots(filledLots) },
  };
}

/** Lots are signed: long above 0, a buy above 0. */
export function explainNetLotsAfter(netLots: Lots, orderLots: Lots): Explanation<'netLotsAfter', number> {
  return {
    figure: 'netLotsAfter',
    value: netLots + orderLots,
    inputs: { netLots: lots(netLots), orderLots: lots(orderLots) },
  };
}

/** In dong, rounded once; the average is the exact one, here rounded to the tick for reading. */
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

export function explainWithdrawable(of: {
  readonly availableVnd: Vnd;
  readonly cashVnd: Vnd;
  readonly heldVnd: Vnd;
}): Explanation<'withdrawable', bigint> {
  return {
    figure: 'withdrawable',
    value: withdrawableVnd(of),
    inputs: { availableMargin: vnd(of.availableVnd), cash: vnd(of.cashVnd), held: vnd(of.heldVnd) },
  };
}

/** What a deposit must bring to reach a margin level; 0 when it is reached. */
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
 * The most lots that acceptance would take now, by acceptance itself: it counts margin that closing frees. `cap` is the
 * tighter of what one order and what one contract may have.
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

/** Any figure, with inputs by name: what a screen renders without knowing which figure it is. */
export interface AnyExplanation {
  readonly figure: FigureName;
  readonly value: bigint | number | null;
  readonly inputs: Readonly<Partial<Record<InputName, FigureInput>>>;
}
