/** Codes of what orders are in: a contract, or a spread of two. */
import type { Contract } from '@mua/contract/entities/contract';
import { legCodes } from '@mua/core/values';

/** A month as traders shorten it: Z26, H27. */
export function shortMonth(contractCode: string): string {
  return contractCode.slice(-3);
}

/** A spread as traders write it: Z26 − H27. */
export function pairText(near: Pick<Contract, 'code'>, far: Pick<Contract, 'code'>): string {
  return `${shortMonth(near.code)} − ${shortMonth(far.code)}`;
}

/** The contract in whose format a listing's prices are written: of a spread its near month. */
export function writtenAs(contracts: ReadonlyMap<string, Contract>, listingCode: string): Contract | undefined {
  return contracts.get(legCodes(listingCode)?.near ?? listingCode);
}
