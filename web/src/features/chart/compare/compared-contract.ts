/** A contract compared on the chart, with its colour. */
import type { Contract } from '@mua/contract/entities/contract';

export const COMPARE_MAX = 3;
/** The accent belongs to the price; returns the first colour that no indicator uses. */
export const COMPARE_SLOTS = [2, 3, 5, 6, 1, 4] as const;

export interface ComparedContract {
  readonly contract: Contract;
  readonly slot: number;
}
