/**
 * Calendar spreads: near month less far month of one commodity, a listing of the exchange beside its contracts (record
 * 189). A spread has no position, no margin and no mark of its own: what is traded in it are its two legs, lots one to
 * one. Its code names them, so an order in it needs no other field.
 */
import type { Contract } from '#instruments/commodity.ts';
import { oppositeSide, type Side } from '#values/trading-words.ts';
import { assert } from '#values/whole-numbers.ts';

/** Codes of a spread and its legs: `ZCEZ26-ZCEH27` of `ZCEZ26` and `ZCEH27`. */
export interface Spread {
  readonly code: string;
  readonly near: string;
  readonly far: string;
}

/** Front month less next, and next less the one after: further neighbours are hardly traded anywhere. */
const LISTED_SPREADS = 2;

export function spreadOf(near: Contract, far: Contract): Spread {
  assert(near.commodityCode === far.commodityCode, 'a spread is of one commodity', near.code, far.code);
  assert(monthNumber(near) < monthNumber(far), 'a spread is near month less far month', near.code, far.code);
  return { code: `${near.code}-${far.code}`, near: near.code, far: far.code };
}

/** The spreads of neighbouring months among contracts of one commodity. */
export function neighbourSpreads(contracts: readonly Contract[]): Spread[] {
  const months = [...contracts].sort((a, b) => monthNumber(a) - monthNumber(b));
  return months.slice(1, 1 + LISTED_SPREADS).flatMap((far, at) => {
    const near = months[at];
    return near ? [spreadOf(near, far)] : [];
  });
}

/** The side on which an order trades one contract: in a spread's far leg the other one. */
export function sideIn(contractCode: string, order: { readonly contractCode: string; readonly side: Side }): Side {
  if (order.contractCode === contractCode || order.contractCode.startsWith(`${contractCode}-`)) return order.side;
  return oppositeSide(order.side);
}

function monthNumber({ expiryYear, expiryMonth }: Contract): number {
  return expiryYear * 12 + expiryMonth;
}
