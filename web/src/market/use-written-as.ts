/** The contract in whose format a listing's prices are written, of a spread its near month. */
import type { Contract } from '@mua/contract/entities/contract';
import { legCodes } from '@mua/core/values';
import { useContract } from '#market/contracts.ts';

/** Undefined until the list is loaded. */
export function useWrittenAs(listingCode: string): Contract | undefined {
  return useContract(legCodes(listingCode)?.near ?? listingCode);
}
