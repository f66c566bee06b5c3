/** Within React, the contract in whose format a listing's prices are written. */
import type { Contract } from '@mua/contract/entities/contract';
import { useContractsByCode } from '#market/contracts.ts';
import { writtenAs } from '#market/listing-codes.ts';

/** Undefined until the list is loaded. */
export function useWrittenAs(listingCode: string): Contract | undefined {
  return writtenAs(useContractsByCode(), listingCode);
}
