/** Calculates an account's required margin if a working order had other lots; prices do not change it. Pure. */
import type { MarginStatus } from '@mua/contract/entities/margin';
import { requiredMarginVnd } from '@mua/core/preview';
import type { Side, Vnd } from '@mua/core/values';

export interface AmendedLots {
  readonly contractCode: string;
  readonly side: Side;
  /** Above 0 when lots are added. */
  readonly change: number;
}

export interface AmendedMargin {
  readonly beforeVnd: Vnd;
  readonly afterVnd: Vnd;
}

/** Null if the account holds nothing in the contract as far as is known. */
export function amendedMargin(
  status: Pick<MarginStatus, 'requiredMargin' | 'contracts'> | undefined,
  { contractCode, side, change }: AmendedLots,
): AmendedMargin | null {
  const held = status?.contracts.find((one) => one.contractCode === contractCode);
  if (!status || !held) return null;
  const perLot = BigInt(held.marginPerLot);
  const { netLots, workingBuyLots, workingSellLots } = held;
  const before = { netLots, workingBuyLots, workingSellLots };
  const after =
    side === 'BUY'
      ? { ...before, workingBuyLots: workingBuyLots + change }
      : { ...before, workingSellLots: workingSellLots + change };
  const beforeVnd = BigInt(status.requiredMargin);
  return { beforeVnd, afterVnd: beforeVnd + requiredMarginVnd(after, perLot) - requiredMarginVnd(before, perLot) };
}
