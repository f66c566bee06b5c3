/** The sum of a deposit as it is typed, and what is wrong with it. */
import { LIMITS } from '@mua/contract/limits';
import { readTypedVnd } from '@mua/core/values';

export type SumFault = 'typed' | 'below' | 'above';

const MILLION_VND = 1_000_000n;
const QUICK_MILLIONS = [10, 20, 50, 100, 200] as const;

export function quickSums(): readonly { readonly millions: number; readonly vnd: bigint }[] {
  return QUICK_MILLIONS.map((millions) => ({ millions, vnd: BigInt(millions) * MILLION_VND }));
}

export function faultOf(typed: string): SumFault | null {
  const sum = readTypedVnd(typed);
  if (sum === undefined) return 'typed';
  if (sum < BigInt(LIMITS.depositMinVnd)) return 'below';
  return sum > BigInt(LIMITS.depositMaxVnd) ? 'above' : null;
}
