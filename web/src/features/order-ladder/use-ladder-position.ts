/** The position of a sub-account in the contract of the ladder, with its profit at this moment. */
import type { Contract } from '@mua/contract/entities/contract';
import { type Lots, priceFromText, type Side, type Ticks, type Vnd } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { openPositionsQuery } from '#accounts/positions.ts';
import { type HeldLots, profitAt, useMark } from '#market/live-marks.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface LadderPosition {
  readonly side: Side;
  readonly lots: Lots;
  /** What its exits close. */
  readonly held: HeldLots;
  /** As on the wire. */
  readonly averagePrice: string;
  /** The tick at or below it. */
  readonly averageTicks: Ticks | null;
  readonly profitVnd: Vnd | null;
}

const NOBODY: AccountActor = { userId: '', accountId: '' };

/** Null without a position; undefined while it is not known whether there is one. */
export function useLadderPosition(contract: Contract, actor: AccountActor | null): LadderPosition | null | undefined {
  const { data } = useQuery({ ...openPositionsQuery(actor ?? NOBODY), enabled: actor !== null });
  const mark = useMark(contract.code);
  if (actor !== null && data === undefined) return undefined;
  const position = data?.find(({ contractCode }) => contractCode === contract.code);
  if (!position || position.netLots === 0) return null;
  const { netLots, averagePrice } = position;
  const reading = priceFromText(averagePrice, contract.decimalFormat);
  return {
    side: netLots > 0 ? 'BUY' : 'SELL',
    lots: Math.abs(netLots),
    held: position,
    averagePrice,
    averageTicks: reading.kind === 'price' ? reading.ticks : reading.kind === 'offGrid' ? reading.lowerTicks : null,
    profitVnd: profitAt(position, contract, mark)?.vnd ?? null,
  };
}
