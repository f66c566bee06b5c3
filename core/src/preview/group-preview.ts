/**
 * Sums of orders that are placed together, as the engine accepts them: each beside those before it, with the fees of all
 * of them (core/engine/order-groups.ts). Money is dong.
 */
import { type Exposure, judgeMargin } from '#margin/margin.ts';
import type { BeforeAfter, OrderPreviewInput } from '#preview/preview.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Vnd } from '#values/units.ts';

export interface GroupMember {
  readonly side: Side;
  readonly lots: Lots;
}

export type GroupPreviewInput = Omit<OrderPreviewInput, 'side' | 'lots' | 'maxLotsPerOrder'>;

export interface GroupPreview {
  readonly requiredVnd: BeforeAfter<Vnd>;
  /** After: while all of them work, before any fee. */
  readonly availableVnd: BeforeAfter<Vnd>;
  /** Of each order's own fills, one side. */
  readonly feesVnd: readonly Vnd[];
  readonly isAccepted: boolean;
  /** Above 0 only if they are not accepted. */
  readonly shortfallVnd: Vnd;
}

export function previewGroup(input: GroupPreviewInput, members: readonly GroupMember[]): GroupPreview {
  const { marginPerLotVnd, feeVnd } = input;
  let { exposure, requiredVnd, equityVnd } = input;
  let shortfallVnd = 0n;
  for (const { side, lots } of members) {
    const earlierLots = side === 'BUY' ? exposure.workingBuyLots : exposure.workingSellLots;
    const situation = { equityVnd, requiredVnd, exposure, marginPerLotVnd, feeVnd, earlierLots };
    const verdict = judgeMargin(situation, side, lots);
    if (!verdict.accepted) shortfallVnd = -verdict.availableAfterVnd;
    exposure = working(exposure, side, lots);
    requiredVnd = verdict.requiredAfterVnd;
    equityVnd -= verdict.feesVnd;
  }
  return {
    requiredVnd: { before: input.requiredVnd, after: requiredVnd },
    availableVnd: { before: input.equityVnd - input.requiredVnd, after: input.equityVnd - requiredVnd },
    feesVnd: members.map(({ lots }) => BigInt(lots) * feeVnd),
    isAccepted: shortfallVnd === 0n,
    shortfallVnd,
  };
}

function working(exposure: Exposure, side: Side, lots: Lots): Exposure {
  const { workingBuyLots, workingSellLots } = exposure;
  return side === 'BUY'
    ? { ...exposure, workingBuyLots: workingBuyLots + lots }
    : { ...exposure, workingSellLots: workingSellLots + lots };
}
