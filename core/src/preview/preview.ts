/**
 * Sums that a screen shows before and after an order, by the engine's own functions, so that the ticket's preview and
 * the engine's decision agree. Money is dong, prices are ticks.
 */
import {
  type Exposure,
  isRiskReducing,
  judgeMargin,
  type MarginSituation,
  marginRatioBasisPoints,
  maxLots,
} from '#margin/margin.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Vnd } from '#values/units.ts';

export interface OrderPreviewInput {
  readonly side: Side;
  readonly lots: Lots;
  readonly equityVnd: Vnd;
  readonly requiredVnd: Vnd;
  readonly exposure: Exposure;
  readonly marginPerLotVnd: Vnd;
  readonly feeVnd: Vnd;
  readonly maxLotsPerOrder: Lots;
}

export interface BeforeAfter<T> {
  readonly before: T;
  readonly after: T;
}

export interface OrderPreview {
  readonly requiredVnd: BeforeAfter<Vnd>;
  readonly availableVnd: BeforeAfter<Vnd>;
  readonly ratioBasisPoints: BeforeAfter<bigint | null>;
  readonly netLots: BeforeAfter<Lots>;
  /** Fee of this order's own fills, one side. */
  readonly feeVnd: Vnd;
  readonly isRiskReducing: boolean;
  readonly isAccepted: boolean;
  /** The shortfall, above 0 only if the order is not accepted. */
  readonly shortfallVnd: Vnd;
  readonly maxBuyLots: Lots;
  readonly maxSellLots: Lots;
}

export function previewOrder(input: OrderPreviewInput): OrderPreview {
  const { side, lots, equityVnd, requiredVnd, exposure } = input;
  const situation = situationFor(input, side);
  const verdict = judgeMargin(situation, side, lots);
  const feeVnd = BigInt(lots) * input.feeVnd;
  const equityAfter = equityVnd - feeVnd;
  const cap = input.maxLotsPerOrder;
  return {
    requiredVnd: { before: requiredVnd, after: verdict.requiredAfterVnd },
    availableVnd: { before: equityVnd - requiredVnd, after: equityAfter - verdict.requiredAfterVnd },
    ratioBasisPoints: {
      before: marginRatioBasisPoints(equityVnd, requiredVnd),
      after: marginRatioBasisPoints(equityAfter, verdict.requiredAfterVnd),
    },
    netLots: { before: exposure.netLots, after: exposure.netLots + (side === 'BUY' ? lots : -lots) },
    feeVnd,
    isRiskReducing: isRiskReducing(side, lots, exposure.netLots, situation.earlierLots),
    isAccepted: verdict.accepted,
    shortfallVnd: verdict.accepted ? 0n : -verdict.availableAfterVnd,
    maxBuyLots: maxLots(situationFor(input, 'BUY'), 'BUY', cap),
    maxSellLots: maxLots(situationFor(input, 'SELL'), 'SELL', cap),
  };
}

function situationFor(input: OrderPreviewInput, side: Side): MarginSituation {
  const { equityVnd, requiredVnd, exposure, marginPerLotVnd, feeVnd } = input;
  const earlierLots = side === 'BUY' ? exposure.workingBuyLots : exposure.workingSellLots;
  return { equityVnd, requiredVnd, exposure, marginPerLotVnd, feeVnd, earlierLots };
}
