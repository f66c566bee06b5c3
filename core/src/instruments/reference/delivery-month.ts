/** Reads a delivery month back from its code, listed or long expired: its dates follow from the commodity's rules. */
import type { Commodity, Contract } from '#instruments/commodity.ts';
import { contractOf, type ListingRule } from '#instruments/listing.ts';
import { REFERENCE_COMMODITIES } from '#instruments/reference/commodities.ts';
import type { ReferenceCommodity } from '#instruments/reference/sources.ts';
import { contractCodeParts } from '#values/contract-code.ts';

export interface DeliveryMonth {
  readonly contract: Contract;
  readonly commodity: Commodity;
  readonly listing: ListingRule;
}

/** Undefined if the text is no contract code, or its commodity is not among these. */
export function deliveryMonthOf(
  contractCode: string,
  among: readonly ReferenceCommodity[] = REFERENCE_COMMODITIES,
): DeliveryMonth | undefined {
  const parts = contractCodeParts(contractCode);
  const found = parts && among.find(({ commodity }) => commodity.code === parts.commodityCode);
  if (!found) return undefined;
  const { commodity, listing } = found;
  return { commodity, listing, contract: contractOf(commodity, listing, parts.expiry) };
}
