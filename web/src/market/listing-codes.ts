/** Codes of what orders are in: a contract, or a spread of two. */
import type { Contract } from '@mua/contract/entities/contract';
import { legCodes } from '@mua/core/values';

/** The contract in whose format a listing's prices are written: of a spread its near month. */
export function writtenAs(contracts: ReadonlyMap<string, Contract>, listingCode: string): Contract | undefined {
  return contracts.get(legCodes(listingCode)?.near ?? listingCode);
}
