/**
 * What a roll costs and leaves, by the engine's own functions: the near month closed first, then the far one judged
 * beside what that has freed. Money is dong, prices are ticks.
 */
import { type Exposure, freedByClosing, judgeMargin, marginRatioBasisPoints } from '#margin/margin.ts';
import type { BeforeAfter } from '#preview/preview.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';

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
  /** Its exposure holds the position that is rolled. */
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
  const required = { before: requiredVnd, after: verdict.requiredAfterVnd };
  return {
    requiredVnd: required,
    availableVnd: { before: equityVnd - requiredVnd, after: equityVnd - feeVnd - required.after },
    ratioBasisPoints: {
      before: marginRatioBasisPoints(equityVnd, requiredVnd),
      after: marginRatioBasisPoints(equityVnd - feeVnd, required.after),
    },
    feeVnd,
    isAccepted: verdict.accepted,
    shortfallVnd: verdict.accepted ? 0n : -verdict.availableAfterVnd,
    spreadTicks: near.priceTicks === null || far.priceTicks === null ? null : near.priceTicks - far.priceTicks,
  };
}
