/** A contract that lies over the chart's own, and what it is drawn in. */
import type { Contract } from '@mua/contract/entities/contract';

export const COMPARE_MAX = 3;
/** The accent is the price's; the first that no indicator has is taken. */
export const COMPARE_SLOTS = [2, 3, 5, 6, 1, 4] as const;

export interface ComparedContract {
  readonly contract: Contract;
  readonly slot: number;
}
