/**
 * What a roll costs and leaves, by the engine's own functions. By two orders: the near month closed first, then the far
 * one judged beside what that has freed. By one order in the spread, as any order in it: both months at their worst while
 * it works. Money is dong, prices are ticks.
 */
import {
  type Exposure,
  freedByClosing,
  judgeMargin,
  judgeSpreadMargin,
  type MarginVerdict,
  marginRatioBasisPoints,
  requiredMarginVnd,
} from '#margin/margin.ts';
import type { BeforeAfter } from '#preview/preview.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

export { legBounds, legPrices } from '#instruments/leg-prices.ts';
export { isRiskReducing } from '#margin/margin.ts';
export { openingIdOf } from '#orders/roll.ts';

/** One of the two months. */
export interface RollLeg {
  readonly exposure: Exposure;
  readonly marginPerLotVnd: Vnd;
  /** Of one lot and side. */
  readonly feePerLotVnd: Vnd;
  /** Where the order should fill; null while nobody knows. */
  readonly priceTicks: Ticks | null;
}

export interface RollInput {
  /** Of a roll, its exposure holds the position that is rolled. */
  readonly near: RollLeg;
  readonly far: RollLeg;
  readonly lots: Lots;
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
}

export interface RollPreview {
  readonly requiredVnd: BeforeAfter<Vnd>;
  readonly availableVnd: BeforeAfter<Vnd>;
  readonly ratioBasisPoints: BeforeAfter<bigint | null>;
  /** Of both orders, one side each. */
  readonly feeVnd: Vnd;
  readonly isAccepted: boolean;
  /** Above 0 only if the roll is not accepted. */
  readonly shortfallVnd: Vnd;
  /** Near less far; null without both prices. */
  readonly spreadTicks: Ticks | null;
}

export function previewRoll({ near, far, lots, equityVnd, requiredVnd }: RollInput): RollPreview {
  const isLong = near.exposure.netLots > 0;
  const freed = freedByClosing({ ...near, feeVnd: near.feePerLotVnd }, isLong ? 'SELL' : 'BUY', lots);
  const verdict = judgeMargin(
    {
      equityVnd: equityVnd - freed.feesVnd,
      requiredVnd: requiredVnd - freed.requiredVnd,
      exposure: far.exposure,
      marginPerLotVnd: far.marginPerLotVnd,
      feeVnd: far.feePerLotVnd,
      earlierLots: isLong ? far.exposure.workingBuyLots : far.exposure.workingSellLots,
    },
    isLong ? 'BUY' : 'SELL',
    lots,
  );
  const feeVnd = freed.feesVnd + BigInt(lots) * far.feePerLotVnd;
  return previewOf(
    { near, far, lots, equityVnd, requiredVnd },
    { feeVnd, verdict, requiredAfterVnd: verdict.requiredAfterVnd },
  );
}

/** By an order in the spread of the two months. */
export function previewSpreadRoll(input: RollInput): RollPreview {
  return previewSpreadOrder(input, input.near.exposure.netLots > 0 ? 'SELL' : 'BUY');
}

/** Of any order in the spread. After: when it is filled; until then it holds margin for both. */
export function previewSpreadOrder({ near, far, lots, equityVnd, requiredVnd }: RollInput, side: Side): RollPreview {
  const sign = side === 'SELL' ? 1 : -1;
  const situationOf = ({ exposure, marginPerLotVnd, feePerLotVnd: feeVnd }: RollLeg, isSold: boolean) => ({
    ...{ equityVnd, requiredVnd, exposure, marginPerLotVnd, feeVnd },
    earlierLots: isSold ? exposure.workingSellLots : exposure.workingBuyLots,
  });
  const situation = { near: situationOf(near, sign > 0), far: situationOf(far, sign < 0) };
  const verdict = judgeSpreadMargin(situation, side, lots);
  const moved = ({ exposure, marginPerLotVnd }: RollLeg, byLots: Lots) =>
    requiredMarginVnd({ ...exposure, netLots: exposure.netLots + byLots }, marginPerLotVnd) -
    requiredMarginVnd(exposure, marginPerLotVnd);
  const requiredAfterVnd = requiredVnd + moved(near, -sign * lots) + moved(far, sign * lots);
  const feeVnd = BigInt(lots) * (near.feePerLotVnd + far.feePerLotVnd);
  return previewOf({ near, far, lots, equityVnd, requiredVnd }, { feeVnd, verdict, requiredAfterVnd });
}

interface RolledSums {
  readonly feeVnd: Vnd;
  readonly requiredAfterVnd: Vnd;
  readonly verdict: MarginVerdict;
}

/** What both ways of rolling tell, before and after. */
function previewOf({ near, far, equityVnd, requiredVnd }: RollInput, sums: RolledSums): RollPreview {
  const { feeVnd, requiredAfterVnd, verdict } = sums;
  return {
    requiredVnd: { before: requiredVnd, after: requiredAfterVnd },
    availableVnd: { before: equityVnd - requiredVnd, after: equityVnd - feeVnd - requiredAfterVnd },
    ratioBasisPoints: {
      before: marginRatioBasisPoints(equityVnd, requiredVnd),
      after: marginRatioBasisPoints(equityVnd - feeVnd, requiredAfterVnd),
    },
    feeVnd,
    isAccepted: verdict.accepted,
    shortfallVnd: verdict.accepted ? 0n : -verdict.availableAfterVnd,
    spreadTicks: near.priceTicks === null || far.priceTicks === null ? null : near.priceTicks - far.priceTicks,
  };
}
