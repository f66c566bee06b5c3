/**
 * Calculates what closing lots of a position costs and leaves: its fee, the result after it, and the account's required
 * margin afterwards. Uses the engine's own calculations (core/preview). Pure.
 */
import type { TradingTerms } from '@mua/contract/entities/contract';
import type { ContractMargin } from '@mua/contract/entities/margin';
import { requiredMarginVnd } from '@mua/core/preview';
import { type Lots, oppositeSide, type Side, type Vnd } from '@mua/core/values';

export interface ClosedPart {
  /** Side of the position. */
  readonly side: Side;
  /** Lots that the order trades: twice as many if it reverses the position. */
  readonly lots: Lots;
  readonly profitVnd: Vnd | null;
  /** Whether the contract's working orders are cancelled first. */
  readonly clearsOrders: boolean;
}

export interface ClosingFigures {
  readonly feeVnd: Vnd | null;
  readonly resultVnd: Vnd | null;
  /** Change of the account's required margin; null while that is not known. */
  readonly marginChangeVnd: Vnd | null;
}

export function closingFigures(
  { side, lots, profitVnd, clearsOrders }: ClosedPart,
  { terms, margin }: { readonly terms: Pick<TradingTerms, 'feePerLot'> | null; readonly margin: ContractMargin | null },
): ClosingFigures {
  const feeVnd = terms && BigInt(lots) * BigInt(terms.feePerLot);
  return {
    feeVnd,
    resultVnd: profitVnd === null || feeVnd === null ? null : profitVnd - feeVnd,
    marginChangeVnd: margin && marginChangeVnd(margin, { side, lots, clearsOrders }),
  };
}

function marginChangeVnd(margin: ContractMargin, { side, lots, clearsOrders }: Omit<ClosedPart, 'profitVnd'>): Vnd {
  const { netLots, workingBuyLots, workingSellLots } = margin;
  const perLot = BigInt(margin.marginPerLot);
  const working = clearsOrders ? { workingBuyLots: 0, workingSellLots: 0 } : { workingBuyLots, workingSellLots };
  const traded = oppositeSide(side) === 'BUY' ? lots : -lots;
  const after = requiredMarginVnd({ netLots: netLots + traded, ...working }, perLot);
  return after - requiredMarginVnd({ netLots, workingBuyLots, workingSellLots }, perLot);
}

/** Sum of several amounts; null as soon as one of them is not known. */
export function sumKnown(amounts: readonly (Vnd | null)[]): Vnd | null {
  let sum = 0n;
  for (const amount of amounts) {
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
}
