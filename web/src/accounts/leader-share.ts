/** The share of its leader in a sub-account that follows: it can't be withdrawn before the week is over. */
import type { MarginStatus } from '@mua/contract/entities/margin';
import { leaderShareVnd } from '@mua/core/preview';
import { parseDecimal, rescale, type Vnd } from '@mua/core/values';

/** What the leader of a sub-account that follows gets of this equity; undefined of one that follows nobody. */
export function leaderShareOf({ leaderShare }: MarginStatus, equity: Vnd): Vnd | undefined {
  if (!leaderShare) return undefined;
  const rate = parseDecimal(leaderShare.rate);
  const feeBasisPoints = Number((rate && rescale(rate, 2)) ?? 0n);
  return leaderShareVnd(equity, { aboveVnd: BigInt(leaderShare.above), feeBasisPoints });
}
